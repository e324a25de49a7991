"""What an organizer's act would change, before it is done: pure reading."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ladder.core.contest.going_on import Placed, final_table
from ladder.events.models import EncounterGame, Entry, Event, Stage
from ladder.events.tables import NOTHING, Without, table
from ladder.models import SeriesGame
from matches.models import Match


@dataclass(frozen=True, slots=True)
class Change:
    """An entry's place in a table before and after; None where it has none."""

    entry: Entry
    before: int | None
    after: int | None

    @property
    def moves(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class Difference:
    """The table of one stage, or of the whole where ``stage`` is None: everybody, by the places
    afterwards."""

    stage: Stage | None
    changes: Sequence[Change]

    @property
    def moved(self) -> list[Change]:
        return [change for change in self.changes if change.moves]


def of_void(match: Match) -> list[Difference]:
    """What taking back the result of a match would change, before it is played again."""
    stage = stage_of(match)
    if stage is None:
        return []
    return _differences(stage.event, Without(matches=(match.pk,)), only=stage)


def of_disqualification(entry: Entry) -> list[Difference]:
    return _differences(entry.event, Without(entries=(entry.pk,)))


def of_reinstatement(entry: Entry) -> list[Difference]:
    return _differences(entry.event, Without(reinstated=(entry.pk,)))


def stage_of(match: Match) -> Stage | None:
    """The stage that a match is part of."""
    game = EncounterGame.objects.filter(match=match).select_related("encounter__stage__event")
    for each in game:
        return each.encounter.stage
    stages = Stage.objects.filter(
        series__series__in=SeriesGame.objects.filter(match=match).values("series")
    )
    return stages.select_related("event").first()


def _differences(event: Event, without: Without, only: Stage | None = None) -> list[Difference]:
    entries = {entry.pk: entry for entry in event.entries.select_related("bot__owner")}
    stages = [s for s in event.stages.select_related("event") if s.started is not None]
    before = {stage.key: table(stage, NOTHING) for stage in stages}
    after = {
        stage.key: before[stage.key] if only not in (None, stage) else table(stage, without)
        for stage in stages
    }
    found = [
        Difference(stage, _changes(entries, before[stage.key], after[stage.key]))
        for stage in stages
    ]
    if event.state == Event.State.FINISHED:
        for final in event.planned.finals:
            rows = [final_table(event.planned, final.key, tables) for tables in (before, after)]
            found.append(Difference(None, _changes(entries, *rows)))
    return [each for each in found if each.moved]


def _changes(
    entries: dict[int, Entry], before: Sequence[Placed], after: Sequence[Placed]
) -> list[Change]:
    old = {row.entry: row.place for row in before}
    new = {row.entry: row.place for row in after}
    order = [row.entry for row in after] + [entry for entry in old if entry not in new]
    return [Change(entries[entry], old.get(entry), new.get(entry)) for entry in order]
