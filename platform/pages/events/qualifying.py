"""Who goes on from a stage, as it stands: what every table of a stage marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ladder.core.contest import qualifying as going_on
from ladder.core.contest.plan import Feed, Seeding, StagePlan
from ladder.core.contest.qualifying import Placed
from ladder.events import running, tables
from ladder.events.models import Stage
from pages.events.viewer import Sight


@dataclass(frozen=True, slots=True)
class Mark:
    """An entry goes on to a stage; ``already``: it is in by another stage, and holds a place here
    that leads there, too."""

    stage: str
    already: bool = False


Marks = dict[int, list[Mark]]
"""By entry."""


def marks(sight: Sight, stage: Stage, table: Sequence[Placed]) -> Marks:
    """By the table of a stage that is shown, and those of other stages that have to be known.

    Nothing is marked where that would tell of results that are kept from the viewer.
    """
    found: Marks = {}
    if not table:
        return found
    for later in sight.stages:
        plan = sight.plans[later.key]
        for at, feed in enumerate(plan.feeds):
            if feed.source == stage.key and not feed.exclude:
                _mark(sight, later, _Fed(plan, at, stage.key, table), found)
    return found


@dataclass(frozen=True)
class _Fed:
    """A feed of a plan, by its number, and the table of its source."""

    plan: StagePlan
    at: int
    source: str
    table: Sequence[Placed]

    @property
    def feed(self) -> Feed:
        return self.plan.feeds[self.at]

    @property
    def before(self) -> tuple[Feed, ...]:
        """Feeds that are filled before it."""
        return tuple(feed for feed in self.plan.feeds[: self.at] if not feed.exclude)

    @property
    def excluding(self) -> tuple[Feed, ...]:
        return tuple(feed for feed in self.plan.feeds if feed.exclude)


def _mark(sight: Sight, later: Stage, fed: _Fed, found: Marks) -> None:
    before, excluding = fed.before, fed.excluding
    known, excluded = _tables(sight, before), _tables(sight, excluding)
    if excluded is None:
        return
    if known is None:
        if fed.feed.pass_on:
            return
        before, known = (), {}
    known = {**known, **excluded, fed.source: fed.table}
    allowed = _allowed(sight, later)
    earlier = set(_entrants(fed.plan, (*before, *excluding), allowed, known))
    with_it = _entrants(fed.plan, (*before, fed.feed, *excluding), allowed, known)
    alone = (replace(fed.feed, pass_on=False), *excluding)
    held = set(_entrants(fed.plan, alone, allowed, known))
    for entry in with_it:
        if entry not in earlier:
            found.setdefault(entry, []).append(Mark(fed.plan.name))
        elif entry in held:
            found.setdefault(entry, []).append(Mark(fed.plan.name, already=True))


def _entrants(
    plan: StagePlan,
    feeds: tuple[Feed, ...],
    allowed: Sequence[int],
    known: dict[str, Sequence[Placed]],
) -> going_on.Entrants:
    if not feeds:
        return ()
    asked = replace(plan, feeds=feeds, seeding=Seeding.ORDER)
    return going_on.entrants(asked, allowed, known, {})


def _tables(sight: Sight, feeds: Sequence[Feed]) -> dict[str, Sequence[Placed]] | None:
    """By stage; None where one is not shown."""
    found: dict[str, Sequence[Placed]] = {}
    for feed in feeds:
        if feed.source is None:
            continue
        stage = sight.stage(feed.source)
        if not sight.results(stage):
            return None
        found[stage.key] = so_far(stage)
    return found


def so_far(stage: Stage) -> Sequence[Placed]:
    """The table of a stage, final or not; empty where its game has left the site."""
    if stage.is_over:
        return running.final_places(stage)
    try:
        return tables.table(stage)
    except KeyError:
        return []


def _allowed(sight: Sight, later: Stage) -> list[int]:
    """Who plays there or, before that is known, may."""
    if later.started is not None and sight.players(later):
        rows = later.entries.exclude(number=None)
        return sorted(rows.values_list("entry_id", flat=True))
    return [entry.pk for entry in running.registered(sight.event, later.game)]
