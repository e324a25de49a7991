"""The final tables of events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ladder.core.contest.plan import StagePlan
from ladder.core.contest.qualifying import Placed, final_table
from ladder.core.standings import Left
from ladder.events.models import Entry, Stage, StageEntry
from ladder.events.reading.viewer import EventViewer
from ladder.events.running import advancing
from ladder.events.showing.ceremony import final_places_of


@dataclass(frozen=True, slots=True)
class FinalLine:
    """A line of a final table; ``reached`` is the name of the last stage that the bot played."""

    place: int
    entry: Entry
    reached: str

    @property
    def left(self) -> Left:
        """How the bot left the event."""
        return self.entry.left_as


@dataclass(frozen=True, slots=True)
class FinalTable:
    """A final table.  ``decided``: its final stage is finished and visible, so place 1 has won.

    ``kept`` is the number of bots whose places the ceremony has not shown yet; ``kept_back``: the
    viewer sees it by a role, and not everybody does.
    """

    stage: StagePlan
    lines: Sequence[FinalLine]
    decided: bool
    kept: int = 0
    kept_back: bool = False

    @property
    def title(self) -> str:
        return "Final standings" if self.decided else "Standings so far"


def final_tables(viewer: EventViewer) -> list[FinalTable]:
    """For each final stage the table of all who could have come there, by the stages that are over
    and visible; empty tables are left out.

    During a ceremony it is the table by all stages, from the place on that is shown.
    """
    over = [each for each in viewer.seen if each.is_over]
    placed = {each.key: advancing.final_places(each) for each in over}
    decided, plan = placed.keys(), viewer.plan
    shown_of = []
    for final in plan.finals:
        table = _in_ceremony(viewer, final.key)
        if table is None:
            reached = _reached(viewer.seen)
            rows = final_table(plan, final.key, placed)
            shown_of.append((final, rows, reached, 0))
        else:
            shown, kept = table
            shown_of.append((final, shown, _reached(viewer.stages), kept))
    ids = {row.entry for _, rows, _, _ in shown_of for row in rows}
    entries = Entry.objects.select_related("bot__owner").in_bulk(list(ids))
    kept_back = {each.key for each in viewer.stages if viewer.sees_all and viewer.kept_back(each)}
    return [
        FinalTable(
            stage,
            _lines(rows, entries, reached),
            decided=stage.key in decided,
            kept=kept,
            kept_back=stage.key in kept_back,
        )
        for stage, rows, reached, kept in shown_of
        if rows or kept
    ]


def _in_ceremony(viewer: EventViewer, key: str) -> tuple[list[Placed], int] | None:
    """The places of a final table that its ceremony has shown, and the number of the others; None
    where there is no ceremony, or the person sees everything without it."""
    stage = next((each for each in viewer.stages if each.key == key), None)
    if stage is None or stage.places_shown is None or viewer.results(stage):
        return None
    every = final_places_of(stage)
    shown = [row for row in every if row.place >= stage.places_shown]
    return shown, len(every) - len(shown)


def _lines(
    rows: Sequence[Placed], entries: Mapping[int, Entry], reached: Mapping[int, str]
) -> list[FinalLine]:
    return [
        FinalLine(row.place, entries[row.entry], reached.get(row.entry, ""))
        for row in rows
        if row.entry in entries
    ]


def _reached(stages: Sequence[Stage]) -> dict[int, str]:
    """The name of the last of these stages that each entry played, by entry."""
    seen = {stage.pk: stage for stage in stages}
    rows = StageEntry.objects.filter(stage__in=seen.values()).exclude(number=None)
    pairs = rows.order_by("stage__number").values_list("entry_id", "stage_id")
    return {entry: seen[stage].name for entry, stage in pairs}
