"""Previews of organizers' acts. Read-only."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from ladder.core.contest.qualifying import Placed, final_table
from ladder.events import results
from ladder.events.models import Entry, Event, Stage
from ladder.events.results import NO_EXCHANGE, Exchange
from ladder.events.stage_state import NOTHING, Without, table
from matches.models import Match


@dataclass(frozen=True, slots=True)
class Change:
    """The place of an entry before and after an act; None if it has no place."""

    entry: Entry
    before: int | None
    after: int | None

    @property
    def moves(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class Difference:
    """Changes in the table of a stage, or in the final table if ``stage`` is None."""

    stage: Stage | None
    changes: Sequence[Change]

    @property
    def moved(self) -> list[Change]:
        return [change for change in self.changes if change.moves]


@dataclass(frozen=True, slots=True)
class Preview:
    """The changes of an act: places, and the results that count. ``objection`` is the reason why it
    is impossible.
    """

    differences: Sequence[Difference]
    exchange: Exchange = NO_EXCHANGE
    objection: str = ""

    @property
    def words(self) -> str:
        return results.in_words(self.exchange)


def of_void(match: Match) -> Preview:
    """Preview of a void, before the game is played again."""
    return _of_exchange(match, results.objection_to_void(match), results.of_void)


def of_undo(match: Match) -> Preview:
    """Preview of undoing a void."""
    return _of_exchange(match, results.objection_to_undo(match), results.of_undo)


def _of_exchange(match: Match, why: str, read: Callable[[Match], Exchange]) -> Preview:
    stage = results.stage_of(match)
    if why or stage is None:
        return Preview([], objection=why)
    exchange = read(match)
    return Preview(_differences(stage.event, exchange.without, only=stage), exchange)


def of_disqualification(entry: Entry) -> Preview:
    return Preview(_differences(entry.event, Without(entries=(entry.pk,))))


def of_reinstatement(entry: Entry) -> Preview:
    return Preview(_differences(entry.event, Without(reinstated=(entry.pk,))))


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
        spared = {pk for pk, e in entries.items() if e.left_as == "withdrew"}
        now = _unblamed(before, spared)
        then = _unblamed(after, spared - set(without.entries))
        for final in event.planned.finals:
            rows = [final_table(event.planned, final.key, tables) for tables in (now, then)]
            found.append(Difference(None, _changes(entries, *rows)))
    return [each for each in found if each.moved]


def _unblamed(
    tables: Mapping[str, Sequence[Placed]], spared: Collection[int]
) -> dict[str, list[Placed]]:
    """The tables of stages for the final table: bots that withdrew keep the stage they reached."""
    return {
        key: [replace(row, out=row.out and row.entry not in spared) for row in table]
        for key, table in tables.items()
    }


def _changes(
    entries: dict[int, Entry], before: Sequence[Placed], after: Sequence[Placed]
) -> list[Change]:
    old = {row.entry: row.place for row in before}
    new = {row.entry: row.place for row in after}
    order = [row.entry for row in after] + [entry for entry in old if entry not in new]
    return [Change(entries[entry], old.get(entry), new.get(entry)) for entry in order]
