"""Tables of stages without encounters (seasons of the ladder, series), and final tables of
events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ladder.core import points as scoring
from ladder.core.contest.plan import StagePlan
from ladder.core.contest.qualifying import Placed
from ladder.events.models import Entry, Stage, StageEntry, StageSeries
from ladder.events.reading.viewer import EventViewer
from ladder.models import Rating
from ladder.ratings.standings import display
from ladder.series_report import Report, report
from pages.events.qualifying import marks, so_far
from pages.events.tables import Line, with_cut


@dataclass(frozen=True, slots=True)
class LadderLine:
    """A line of a season's stage.  ``figure`` is the points or the rating as text, empty before the
    first rated match."""

    line: Line
    figure: str


@dataclass(frozen=True, slots=True)
class FinalLine:
    """A line of a final table; ``reached`` is the name of the last stage that the bot played."""

    place: int
    entry: Entry
    out: bool
    reached: str


@dataclass(frozen=True, slots=True)
class FinalTable:
    """A final table.  ``decided``: its final stage is finished and visible, so place 1 has won."""

    stage: StagePlan
    lines: Sequence[FinalLine]
    decided: bool


def by_places(viewer: EventViewer, stage: Stage) -> list[Line]:
    """The places of a stage of any kind, with marks of qualification."""
    placed: Sequence[Placed] = so_far(stage)
    rows = {row.entry_id: row for row in _rows(stage)}
    marked = marks(viewer, stage, placed)
    return with_cut(
        [
            Line(each.place, rows[each.entry], None, marked.get(each.entry, ()), each.out)
            for each in placed
            if each.entry in rows
        ]
    )


def _rows(stage: Stage) -> list[StageEntry]:
    rows = stage.entries.select_related("entry__bot__owner", "version")
    return list(rows.defer("version__build_log", "version__failure"))


def players(stage: Stage) -> list[StageEntry]:
    """The entries that play a stage that has begun, by seed."""
    return sorted((r for r in _rows(stage) if r.number is not None), key=lambda r: r.seed or 0)


def of_season(viewer: EventViewer, stage: Stage) -> list[LadderLine]:
    lines = by_places(viewer, stage)
    if stage.season is None:
        return []
    bots = [line.entry.entry.bot_id for line in lines]
    every = Rating.objects.filter(season=stage.season, bot__in=bots, games__gt=0)
    ratings = {rating.bot_id: rating for rating in every}
    return [LadderLine(each, _figure(stage, ratings, each)) for each in lines]


def _figure(stage: Stage, ratings: Mapping[int, Rating], line: Line) -> str:
    rating = ratings.get(line.entry.entry.bot_id)
    if rating is None or stage.season is None:
        return ""
    if stage.season.by_points:
        return f"{scoring.total(rating.counted, stage.season.worth).points:g}"
    shown = display(rating)
    return f"{shown.points} ± {shown.uncertainty}"


def series_of(stage: Stage) -> list[StageSeries]:
    return list(stage.series.select_related("series").order_by("group"))


def series_report(held: StageSeries) -> Report:
    return report(held.series)


def final_tables(viewer: EventViewer) -> list[FinalTable]:
    """As `EventViewer.final_tables`, with the entries and the last stage of each."""
    found = viewer.final_tables()
    ids = {row.entry for _, table in found for row in table}
    related = Entry.objects.select_related("bot__owner")
    entries = related.in_bulk(list(ids))
    reached = _reached(viewer)
    decided = {stage.key for stage in viewer.seen if stage.is_over}
    return [
        FinalTable(
            stage,
            [
                FinalLine(r.place, entries[r.entry], r.out, reached.get(r.entry, ""))
                for r in table
                if r.entry in entries
            ],
            stage.key in decided,
        )
        for stage, table in found
    ]


def _reached(viewer: EventViewer) -> dict[int, str]:
    """The name of the last visible stage that each entry played, by entry."""
    seen = {stage.pk: stage for stage in viewer.seen}
    rows = StageEntry.objects.filter(stage__in=seen.values()).exclude(number=None)
    pairs = rows.order_by("stage__number").values_list("entry_id", "stage_id")
    return {entry: seen[stage].name for entry, stage in pairs}
