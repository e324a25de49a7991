"""How a series stands: what its pages, the API and the file of its standings tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from arbiter import csv_text
from bots.models import Bot
from ladder.core import series as rules
from ladder.core.series import Part, Standing, State
from ladder.models import Series, SeriesEntry, SeriesGame
from ladder.series_state import finished_games, game_of, state_from


@dataclass(frozen=True, slots=True)
class Row:
    """An entrant.  ``parts`` has one for each game of the series, None where it sat out or had
    left."""

    entry: SeriesEntry
    standing: Standing
    parts: tuple[Part | None, ...]


@dataclass(frozen=True, slots=True)
class Estimate:
    """Games and time that may follow; the times are None before the first result."""

    fewest: int
    most: int
    shortest: timedelta | None
    longest: timedelta | None


@dataclass(frozen=True, slots=True)
class Report:
    """``state`` is None before the start; ``now`` is the game that waits or runs, if any does."""

    series: Series
    entrants: Sequence[SeriesEntry]
    state: State | None
    rows: Sequence[Row]
    games: Sequence[SeriesGame]
    now: SeriesGame | None
    estimate: Estimate | None

    @property
    def bots(self) -> list[Bot]:
        """The participants."""
        return [entry.bot for entry in self.entrants]

    @property
    def qualified(self) -> list[Bot]:
        """Those whose win does not count towards the winners."""
        return [entry.bot for entry in self.entrants if entry.qualified]

    @property
    def left(self) -> int:
        """How many have won and left, of those that count."""
        return self.state.left if self.state else 0

    @property
    def progress(self) -> float:
        """From 0 to 1, towards enough winners."""
        return rules.progress(self.state) if self.state else 0.0


def report(series: Series) -> Report:
    related = ("bot__owner", "version")
    texts = ("version__build_log", "version__failure")
    entries = list(series.entries.select_related(*related).defer(*texts))
    entrants = [entry for entry in entries if not entry.guest]
    if series.started is None:
        return Report(series, entrants, None, [], [], None, None)
    games = finished_games(series)
    state = state_from(series, entrants, games)
    return Report(
        series,
        entrants,
        state,
        [_row(entrants[line.entrant], line, len(games)) for line in rules.standings(state)],
        games,
        _now(series),
        _estimate(state, games) if series.state == Series.State.RUNNING else None,
    )


def _row(entry: SeriesEntry, line: Standing, games: int) -> Row:
    own = line.line.parts
    return Row(entry, line, (*own, *[None] * (games - len(own))))


def _now(series: Series) -> SeriesGame | None:
    if series.is_over:
        return None
    newest = series.games.filter(lost=False).select_related("match").order_by("-number").first()
    return newest if newest is not None and not newest.match.is_over else None


def _estimate(state: State, games: Sequence[SeriesGame]) -> Estimate:
    fewest, most = rules.games_to_come(state)
    took = [g.match.finished - g.match.created for g in games if g.match.finished]
    if not took:
        return Estimate(fewest, most, None, None)
    pace = sum(took, timedelta()) / len(took)
    return Estimate(fewest, most, pace * fewest, pace * most)


def winners(game: SeriesGame, entrants: int) -> list[int]:
    """The entrants that were first of a finished game, whether that counts as a win or not."""
    return [e for e, place in rules.places_of(game_of(game, entrants)).items() if place == 1]


def table_of(found: Report) -> Iterator[csv_text.Row]:
    """The standings with every game, as a table for programs."""
    numbers = [game.number for game in found.games]
    games = [f"game_{n}_{what}" for n in numbers for what in ("place", "handicap")]
    head = ["place", "owner", "bot", "version", "won", "counts", "left_after", "wins", "handicap"]
    yield [*head, "sum_of_places", *games]
    for row in found.rows:
        line = row.standing.line
        version = row.entry.version.number if row.entry.version else ""
        parts = [(part.place, part.handicap) if part else ("", "") for part in row.parts]
        yield [
            row.standing.place,
            row.entry.bot.owner.username,
            row.entry.bot.name,
            version,
            "yes" if row.standing.won else "no",
            "yes" if row.standing.counts else "no",
            line.left or "",
            line.wins,
            line.handicap,
            line.sum_of_places,
            *[figure for part in parts for figure in part],
        ]
