"""Which bots qualify from a stage: the marks in the tables of stages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ladder.core.contest import qualifying as core
from ladder.core.contest.plan import Feed, Seeding, StagePlan
from ladder.core.contest.qualifying import Placed
from ladder.events.kinds.registry import table
from ladder.events.kinds.state import Without
from ladder.events.models import Stage
from ladder.events.reading.viewer import EventViewer
from ladder.events.running import advancing


@dataclass(frozen=True, slots=True)
class Mark:
    """An entry qualifies for a stage.  ``already``: it has qualified through another stage, and its
    place here would qualify it, too."""

    stage: str
    already: bool = False


Marks = dict[int, list[Mark]]
"""Marks by entry."""


def marks(viewer: EventViewer, stage: Stage, table: Callable[[], Sequence[Placed]]) -> Marks:
    """Marks for the visible table of a stage, which ``table`` returns if the stage feeds another.

    Nothing is marked where a mark would reveal results that are hidden from the viewer.
    """
    by_entry: Marks = {}
    fed = [
        (later, plan, at)
        for later in viewer.stages
        for plan in [viewer.plans[later.key]]
        for at, feed in enumerate(plan.feeds)
        if feed.source == stage.key and not feed.exclude
    ]
    placed = table() if fed else ()
    for later, plan, at in fed if placed else ():
        _mark(viewer, later, plan, at, placed, by_entry)
    return by_entry


def _mark(
    viewer: EventViewer,
    later: Stage,
    plan: StagePlan,
    at: int,
    placed: Sequence[Placed],
    by_entry: Marks,
) -> None:
    """Add the marks of the feed number ``at`` of a later stage, whose source has this table."""
    feed = plan.feeds[at]
    before = tuple(each for each in plan.feeds[:at] if not each.exclude)
    excluding = tuple(each for each in plan.feeds if each.exclude)
    known, excluded = _tables(viewer, before), _tables(viewer, excluding)
    if excluded is None:
        return
    if known is None:
        if feed.pass_on:
            return
        before, known = (), {}
    playing = _playing(viewer, later)
    allowed = playing or [e.pk for e in advancing.registered(viewer.event, later.game)]
    tables = {**known, **excluded, feed.source or "": placed}
    known = {key: _at_its_start(table, playing) for key, table in tables.items()}
    earlier = set(_entrants(plan, (*before, *excluding), allowed, known))
    with_it = _entrants(plan, (*before, feed, *excluding), allowed, known)
    held = set(_entrants(plan, (replace(feed, pass_on=False), *excluding), allowed, known))
    for entry in with_it:
        if entry not in earlier:
            by_entry.setdefault(entry, []).append(Mark(plan.name))
        elif entry in held:
            by_entry.setdefault(entry, []).append(Mark(plan.name, already=True))


def _entrants(
    plan: StagePlan,
    feeds: tuple[Feed, ...],
    allowed: Sequence[int],
    known: dict[str, Sequence[Placed]],
) -> core.Entrants:
    if not feeds:
        return ()
    asked = replace(plan, feeds=feeds, seeding=Seeding.ORDER)
    return core.entrants(asked, allowed, known, {})


def _tables(viewer: EventViewer, feeds: Sequence[Feed]) -> dict[str, Sequence[Placed]] | None:
    """Tables by stage key; None if one of them is hidden from the viewer."""
    tables: dict[str, Sequence[Placed]] = {}
    for feed in feeds:
        if feed.source is None:
            continue
        stage = viewer.stage(feed.source)
        if not viewer.results(stage):
            return None
        tables[stage.key] = so_far(stage)
    return tables


def so_far(stage: Stage, after: int | None = None) -> Sequence[Placed]:
    """The table of a stage, final or current, or ``after`` a round; empty if this site no longer
    has its game."""
    if stage.is_over and after is None:
        return advancing.final_places(stage)
    try:
        return table(stage, Without(after=after))
    except KeyError:
        return []


def _playing(viewer: EventViewer, later: Stage) -> list[int]:
    """The entries that play in a stage; empty before they are known, and where they are hidden."""
    if later.started is None or not viewer.players(later):
        return []
    return sorted(later.entries.exclude(number=None).values_list("entry_id", flat=True))


def _at_its_start(table: Sequence[Placed], playing: Sequence[int]) -> list[Placed]:
    """The table as it was when these entries began to play a later stage: bots that withdrew since
    have qualified for it."""
    return [
        replace(row, out=False) if row.entry in playing and not row.left else row for row in table
    ]
