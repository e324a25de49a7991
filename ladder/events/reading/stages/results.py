"""The results of a stage for one viewer: the value that pages, files, the API, paper, projectors
and archives render.  None of them asks for the kind of the stage, or who may see what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import ClassVar

from ladder.core import points as scoring
from ladder.core.contest.qualifying import Placed
from ladder.core.stages.contract import Standing
from ladder.events.kinds.registry import groups
from ladder.events.kinds.state import Group, Without, entries_of, seated
from ladder.events.models import Stage, StageEntry
from ladder.events.models.labels import group_letter
from ladder.events.reading.stages.qualifying import marks, so_far
from ladder.events.reading.stages.rows import Lines, Ranked, TableRow, ties_of
from ladder.events.reading.stages.series import SeriesReport, reports
from ladder.events.reading.stages.tables import GroupTable, group_tables
from ladder.events.reading.viewer import EventViewer
from ladder.models import Rating, Season
from ladder.ratings.standings import display
from matches.recorded.results import score_of


@dataclass(frozen=True, slots=True)
class Hidden:
    """The stage has not begun, or its results are kept back.

    ``players`` play it, the best seed first; None if they are kept back, too.
    """

    shape: ClassVar[str] = "hidden"
    parts: ClassVar[Sequence[GroupTable]] = ()
    players: Sequence[StageEntry] | None = None


@dataclass(frozen=True, slots=True)
class Groups:
    """Tables with encounters."""

    shape: ClassVar[str] = "groups"
    parts: Sequence[GroupTable]

    @property
    def lines(self) -> Sequence[TableRow]:
        return [line for table in self.parts for line in table.lines]


@dataclass(frozen=True, slots=True)
class Series:
    """Series of games, one for each group; ``lines`` is one table of all groups."""

    shape: ClassVar[str] = "series"
    parts: Sequence[SeriesReport]
    lines: Sequence[TableRow]

    @property
    def going(self) -> Sequence[TableRow]:
        """The lines that qualify."""
        return [line for line in self.lines if line.goes]


@dataclass(frozen=True, slots=True)
class Places:
    """Places, of a ``season`` with points or ratings.  ``gone``: they are those that were kept,
    because the site no longer has the game or its ruleset."""

    shape: ClassVar[str] = "places"
    parts: ClassVar[Sequence[GroupTable]] = ()
    lines: Lines
    season: Season | None = None
    gone: bool = False

    @property
    def ties(self) -> Sequence[str]:
        return self.ties_among(self.lines)

    def ties_among(self, lines: Sequence[TableRow]) -> Sequence[str]:
        """The sentences about ties of these lines."""
        return ties_of(lines)


Shown = Groups | Series | Places
Results = Shown | Hidden


def results(viewer: EventViewer, stage: Stage, after: int | None = None) -> Results:
    """How a stage stands, or stood ``after`` a round or a game of series."""
    if stage.started is None:
        return Hidden()
    if viewer.rounds(stage) == 0:
        return Hidden(_players(stage) if viewer.players(stage) else None)
    return shown(viewer, stage, after)


def shown(viewer: EventViewer, stage: Stage, after: int | None = None) -> Shown:
    """The results of a stage of which the viewer may see at least one round."""
    if stage.state == Stage.State.SKIPPED:
        return Places(_places(viewer, stage))
    try:
        stage_groups = groups(stage, Without(after=viewer.up_to(stage, after)))
    except KeyError:
        return Places(_places(viewer, stage), gone=True)
    if any(group.progress is not None for group in stage_groups):
        return Groups(group_tables(viewer, stage, stage_groups, after))
    if any(group.series is not None for group in stage_groups):
        return _series(viewer, stage, stage_groups, after)
    return Places(_places(viewer, stage), stage.season)


def _series(
    viewer: EventViewer, stage: Stage, groups: Sequence[Group], after: int | None
) -> Series:
    parts = reports(stage, groups, viewer.up_to(stage, after))
    rows = {row.entry.pk: row for part in parts for row in part.rows}
    lines = _places(viewer, stage, after)
    return Series(parts, [replace(line, series=rows[line.entry.pk]) for line in lines])


def _players(stage: Stage) -> list[StageEntry]:
    """The entries that play a stage that has begun, by seed."""
    return sorted(chain.from_iterable(seated(stage)), key=lambda row: row.seed or 0)


def _places(viewer: EventViewer, stage: Stage, after: int | None = None) -> Lines:
    """The places of a stage of any kind; of a season with its points or ratings."""
    every: Sequence[Placed] = so_far(stage, viewer.up_to(stage, after))
    rows = {row.entry_id: row for row in entries_of(stage)}
    several = any(row.group for row in rows.values())
    marked, ratings = marks(viewer, stage, lambda: every), _ratings(stage)
    ranked = [
        Ranked(each.place, rows[each.entry], marked.get(each.entry, ()), each.left)
        for each in every
        if each.entry in rows
    ]

    def line(at: int) -> TableRow:
        each = ranked[at]
        letter = group_letter(each.entry.group) if several else ""
        row = TableRow(each.place, each.entry, letter, goes=each.goes, left=each.left)
        return _of_season(stage.season, row, ratings)

    return Lines(ranked, line, over=stage.is_over)


def _ratings(stage: Stage) -> dict[int, Rating]:
    """By bot, in the season that a stage is; empty for other stages."""
    bots = stage.entries.values("entry__bot")
    rows = Rating.objects.filter(season=stage.season_id, bot__in=bots, games__gt=0)
    return {row.bot_id: row for row in rows} if stage.season_id else {}


def _of_season(season: Season | None, row: TableRow, ratings: Mapping[int, Rating]) -> TableRow:
    rating = ratings.get(row.entry.entry.bot_id)
    if season is not None and season.by_points:
        row = replace(row, standing=_points(season, row, rating))
    if rating is None:
        return row
    if row.standing is not None:
        figure, played = score_of(row.standing.points), row.standing.played
        return replace(row, figure=figure, counted=len(rating.counted), played=played)
    points = display(rating)
    figure = f"{points.points} ± {points.uncertainty}"
    return replace(row, figure=figure, counted=rating.games, played=rating.games)


def _points(season: Season, row: TableRow, rating: Rating | None) -> Standing:
    """The points and matches of an entry in a season by points."""
    unplayed = Standing(row.place, row.entry.entry_id, 0.0, left=row.left)
    if rating is None:
        return unplayed
    return unplayed._replace(
        points=scoring.total(rating.counted, season.worth).points,
        played=rating.wins + rating.draws + rating.losses,
        won=rating.wins,
        drawn=rating.draws,
        lost=rating.losses,
    )
