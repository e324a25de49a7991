"""How a series stands: what pages, the API and the files of its standings show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from arbiter.csv_text import Row as Cells
from ladder.core import series as rules
from ladder.core.series import SeriesStanding, SeriesState
from ladder.core.standings import Left
from ladder.events.kinds.state import Group
from ladder.events.models import Series, SeriesGame, Stage
from ladder.events.reading.stages.rows import SeriesRow


@dataclass(frozen=True, slots=True)
class RemainingGames:
    """Games and time that may follow; the times are None before the first result."""

    fewest: int
    most: int
    shortest: timedelta | None
    longest: timedelta | None


@dataclass(frozen=True, slots=True)
class SeriesReport:
    """The series of a group; its name is empty if the stage has no other.

    ``now`` is the game that waits or runs, if any does.
    """

    name: str
    series: Series
    state: SeriesState
    rows: Sequence[SeriesRow]
    games: Sequence[SeriesGame]
    now: SeriesGame | None
    estimate: RemainingGames | None

    @property
    def qualified(self) -> bool:
        """Whether the wins of some do not count towards the winners."""
        return any(row.qualified for row in self.rows)

    @property
    def progress(self) -> float:
        """From 0 to 1, towards enough winners."""
        return rules.progress(self.state)


def reports(stage: Stage, groups: Sequence[Group], up_to: int | None) -> list[SeriesReport]:
    """The series of these groups, which were found as they are now, or ``up_to`` a game."""
    several = len(groups) > 1
    return [_report(stage, group, up_to, group.name if several else "") for group in groups]


def _report(stage: Stage, group: Group, up_to: int | None, name: str) -> SeriesReport:
    series, state = group.series, group.state
    assert series is not None, "a stage of series"
    assert state is not None, "it has a series"
    series.stage = stage
    going = series.games.filter(lost=False).select_related("match").order_by("-number").first()
    over = stage.is_over or stage.event.is_over or up_to is not None
    return SeriesReport(
        name,
        series,
        state,
        [_row(group, line) for line in rules.standings(state)],
        group.played,
        going if going is not None and not over and not going.match.is_over else None,
        None if over else _estimate(state, group.played),
    )


def _row(group: Group, line: SeriesStanding) -> SeriesRow:
    own, games = line.line.parts, len(group.played)
    qualified = group.series is not None and line.entrant in group.series.qualified
    parts = (*own, *[None] * (games - len(own)))
    return SeriesRow(group.entries[line.entrant], line, parts, qualified)


def _estimate(state: SeriesState, games: Sequence[SeriesGame]) -> RemainingGames:
    fewest, most = rules.games_to_come(state)
    took = [g.match.finished - g.match.created for g in games if g.match.finished]
    if not took:
        return RemainingGames(fewest, most, None, None)
    pace = sum(took, timedelta()) / len(took)
    return RemainingGames(fewest, most, pace * fewest, pace * most)


def columns(games: int) -> list[str]:
    """The names of the cells of `cells`."""
    parts = [f"game_{n}_{what}" for n in range(1, games + 1) for what in ("place", "handicap")]
    return ["won", "counts", "left_after", "wins", "handicap", "sum_of_places", *parts]


def cells(row: SeriesRow, games: int) -> Cells:
    """The line of an entrant in a file, with every game; ``games`` is the most of any group."""
    line, standing = row.standing.line, row.standing
    parts = [(part.place, part.handicap) if part else ("", "") for part in row.parts]
    parts += [("", "")] * (games - len(parts))
    return [
        "yes" if standing.won else "no",
        "yes" if standing.counts else "no",
        line.left or "",
        line.wins,
        line.handicap,
        line.sum_of_places,
        *[figure for part in parts for figure in part],
    ]


def table_of(report: SeriesReport) -> Iterator[Cells]:
    """The standings of one series with every game, as a table for programs."""
    games = len(report.games)
    yield ["place", "owner", "bot", "version", *Left.STAYED.columns, *columns(games)]
    for row in report.rows:
        bot, left = row.entry.entry.bot, row.standing.left
        head = [row.standing.place, bot.owner.username, bot.name, row.entry.version.number]
        yield [*head, *left_cells(left), *cells(row, games)]


def left_cells(left: Left) -> Cells:
    """The cells of a file's columns that say how a bot left."""
    return ["yes" if so else "no" for so in left.columns.values()]
