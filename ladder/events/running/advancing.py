"""Running events: stages begin, are played, end, and feed the next.

Only `advance` moves a stage, see `ladder.advancing`; `pulses` says when.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from arbiter.database.locks import lock
from bots.models import may_enter
from ladder.advancing import Machine
from ladder.core import rating as scale
from ladder.core.contest import qualifying
from ladder.core.contest.plan import Seeding, StagePlan
from ladder.core.contest.qualifying import Placed
from ladder.events.kinds.audience import is_shown_with
from ladder.events.kinds.contract import Thought
from ladder.events.kinds.matches import hold
from ladder.events.kinds.registry import kind_of, table
from ladder.events.models import Entry, Event, Stage, StageEntry
from ladder.events.notifications import tell_stuck
from ladder.events.running import pulses
from ladder.events.signals import stage_finished
from ladder.models import Rating
from ladder.seasons.current import current_season


class _Stages(Machine[Stage]):
    """The machine of stages.  A move is thought out before it locks its stage."""

    def advance(self, pk: int) -> None:
        """Move a stage as far as possible now; after some tries under the lock."""
        for _ in range(TRIES):
            thought = _thought(pk)
            with transaction.atomic():
                stage = self.locked(pk)
                again = _step(stage, thought)
                self.recover(stage)
            if not again:
                return
        super().advance(pk)


def _thought(pk: int) -> Thought | None:
    """The findings of a stage's kind before the stage is locked; None where it cannot be played."""
    stage = Stage.objects.select_related("event").filter(pk=pk, state=Stage.State.RUNNING).first()
    if stage is None or stage.event.state != Event.State.RUNNING:
        return None
    kind = kind_of(stage)
    return None if kind.objection(stage) else kind.think(stage)


def _step(stage: Stage, thought: Thought | None = None) -> bool:
    """Move one stage; returns whether it can be moved further, or people have changed it since the
    ``thought``."""
    if stage.event.state != Event.State.RUNNING:
        return False
    if stage.state == Stage.State.WAITING:
        _freeze_when_due(stage)
        if not (stage.paused or stage.event.paused) and _is_due(stage):
            _begin(stage)
            return stage.state == Stage.State.RUNNING
        return False
    if thought is not None and thought.revision != stage.revision:
        return True
    if stage.state == Stage.State.RUNNING and _play(stage, thought):
        _finish(stage)
    return False


TRIES = 3
MOST_MOVES = 10
"""Moves of a stage in a row by one process, which has other work to do."""

_STAGES = _Stages(
    "advance the stage", lambda: Stage.objects.select_related("event"), _step, tell_stuck
)
advance = _STAGES.advance


def move(pk: int) -> None:
    """Move a stage that has changed.  If another process moves it now, that one does it again."""
    pulses.mark(pk)
    move_marked(pk)


def move_marked(pk: int) -> None:
    """Move a stage as long as something marks it, unless another process does.  After `MOST_MOVES`
    the next end of a match goes on, or the periodic task."""
    for _ in range(MOST_MOVES):
        if (changed := pulses.take(pk)) is None:
            return
        moved = False
        try:
            moved = _STAGES.move(pk)
        finally:
            pulses.give_back(pk, changed if moved else None)
        if not moved:
            return


def move_due() -> None:
    """Move the stages that wait for it, and end the events whose stages are over."""
    stages = Stage.objects.filter(event__in=Event.objects.running(), state__in=Stage.PLAYABLE)
    due = pulses.due(stages)
    for stage in stages.order_by("event", "number"):
        if stage.pk in due or kind_of(stage).waits_for_time(stage):
            move(stage.pk)
    over = Event.objects.running().exclude(stages__state__in=Stage.PLAYABLE)
    _ENDS.move_all(over.values_list("pk", flat=True))


def move_all(event_pk: int) -> None:
    """Move every unfinished stage of an event, in the order of the stages."""
    left = Stage.objects.filter(event=event_pk, state__in=Stage.PLAYABLE)
    for pk in left.order_by("number").values_list("pk", flat=True):
        move(pk)
    _ENDS.move(event_pk)


def outdate(*stages: Stage) -> None:
    """People have changed what follows from the games of stages, which the transaction has locked:
    what a move has found before is outdated."""
    Stage.objects.filter(pk__in=[stage.pk for stage in stages]).update(revision=F("revision") + 1)


def _end_when_over(event: Event) -> None:
    left = event.stages.filter(state__in=Stage.PLAYABLE)
    if event.state == Event.State.RUNNING and not left.exists():
        event.state, event.ended = Event.State.FINISHED, timezone.now()
        event.paused = False
        event.save(update_fields=["state", "ended", "paused"])


_ENDS = Machine[Event]("end the event", Event.objects.all, _end_when_over, tell_stuck)


# Beginning ----------------------------------------------------------------------------------------


def _is_due(stage: Stage) -> bool:
    if stage.begins is not None and stage.begins > timezone.now():
        return False
    sources = stage.event.stages.filter(key__in=stage.planned.sources)
    return all(source.is_over for source in sources)


def _freeze_when_due(stage: Stage) -> None:
    """Fix the versions of all possible entrants, if the time for it has come."""
    freezes = stage.freezes
    if stage.frozen_at is None and freezes is not None and freezes <= timezone.now():
        _freeze(stage)


def _freeze(stage: Stage) -> None:
    entries = registered(stage.event, stage.game)
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entry=entry, version=version)
        for entry in entries
        if (version := entry.bot.active_version) is not None
    )
    stage.frozen_at = timezone.now()
    stage.save(update_fields=["frozen_at"])


def registered(event: Event, game: str) -> list[Entry]:
    """Entries that may play a game of the event, in the order of entry."""
    rows = event.entries.playing().filter(may_enter("bot__"), bot__game=game)
    return list(
        rows.select_related("bot__active_version", "bot__owner")
        .defer("bot__active_version__build_log")
        .order_by("pk")
    )


def _begin(stage: Stage) -> None:
    """Begin a stage with its qualified entrants, or let it wait and store the reason."""
    kind = kind_of(stage)
    if why := kind.objection(stage):
        hold(stage, why)
        return
    if stage.frozen_at is None:
        _freeze(stage)
    still = stage.entries.filter(entry__in=stage.event.entries.playing())
    frozen = {row.entry_id: row for row in still.select_related("entry")}
    ratings = _ratings(stage, frozen)
    order = entrants_of(stage, list(frozen), ratings)
    if len(order) > 1 and (why := kind.objection_to(stage, order)):
        hold(stage, why)
        return
    stage.entries.exclude(entry__in=order).delete()
    stage.started, stage.trouble = timezone.now(), ""
    if len(order) < 2:
        _seat(stage, order, [order], frozen, ratings)
        stage.state, stage.ended = Stage.State.SKIPPED, timezone.now()
        stage.save()
        return
    _seat(stage, order, qualifying.groups_of(stage.planned, order), frozen, ratings)
    stage.state = Stage.State.RUNNING
    stage.save()
    kind.begin(stage, partial(_qualified, stage))


def entrants_of(
    stage: Stage, allowed: Sequence[int], ratings: Mapping[int, float]
) -> qualifying.Entrants:
    """Ids of entries in the order of their seeds, from the tables of the stages before."""
    plan = stage.planned
    tables = {s.key: final_places(s) for s in stage.event.stages.filter(key__in=plan.sources)}
    return qualifying.entrants(plan, _in_order(plan, allowed), tables, ratings)


def _in_order(plan: StagePlan, allowed: Sequence[int]) -> list[int]:
    """Ids of entries in the order of entry or, if the plan says so, of their seeds."""
    if plan.seeding is not Seeding.LIST:
        return sorted(allowed)
    return [entry.pk for entry in in_seed_order(Entry.objects.filter(pk__in=allowed))]


def in_seed_order(entries: Iterable[Entry]) -> list[Entry]:
    """The entries in the order of the seeds that organizers set; those without one come last."""
    return sorted(entries, key=lambda entry: (entry.seed is None, entry.seed or 0, entry.pk))


def final_places(stage: Stage) -> list[Placed]:
    """The stored table of a finished stage.  Bots that play no more are out: they do not qualify,
    also where they left after the end of the stage."""
    dealt = kind_of(stage).own_matches and stage.state != Stage.State.SKIPPED
    rows = stage.entries.exclude(place=None).select_related("entry")
    return [
        Placed(
            row.entry_id,
            row.place or 0,
            row.entry.is_out,
            row.group if dealt else None,
            row.entry.left_by(stage.ended),
        )
        for row in rows.order_by("place", "seed")
    ]


def _ratings(stage: Stage, frozen: Mapping[int, StageEntry]) -> dict[int, float]:
    """Rating points in the current season of the ruleset, by entry; without unrated entries.

    Entries of a stage that was taken back keep those that they had.
    """
    rating_of = {entry: row.rating for entry, row in frozen.items() if row.rating is not None}
    season = current_season(stage.game, stage.ruleset)
    if season is None:
        return rating_of
    bots = {row.entry.bot_id: entry for entry, row in frozen.items() if entry not in rating_of}
    rows = Rating.objects.filter(season=season, bot__in=bots, games__gt=0)
    return rating_of | {bots[bot]: scale.points(mu) for bot, mu in rows.values_list("bot", "mu")}


def _seat(
    stage: Stage,
    order: qualifying.Entrants,
    dealt: Sequence[Sequence[int]],
    frozen: Mapping[int, StageEntry],
    ratings: Mapping[int, float],
) -> None:
    seeds = {entry: seed for seed, entry in enumerate(order, 1)}
    changed = []
    for group, entries in enumerate(dealt):
        for number, entry in enumerate(entries):
            row = frozen[entry]
            row.group, row.number, row.seed = group, number, seeds[entry]
            row.rating = ratings.get(entry)
            row.place = 1 if len(seeds) == 1 else None
            changed.append(row)
    StageEntry.objects.bulk_update(changed, ["group", "number", "seed", "rating", "place"])


def _qualified(stage: Stage) -> frozenset[int]:
    """Entries already in the next stage, by results that everyone who sees this stage may see."""
    rows = [each for each in stage.event.stages.all() if each.is_over]
    known = [each for each in rows if is_shown_with(each, stage)]
    tables = {each.key: final_places(each) for each in known}
    return qualifying.qualified(stage.event.planned, stage.key, tables)


# Playing ------------------------------------------------------------------------------------------


def _play(stage: Stage, thought: Thought | None) -> bool:
    """Whether it is over.  A kind that could think has no objection."""
    kind = kind_of(stage)
    why = kind.objection(stage) if thought is None else ""
    if why and not stage.paused:
        hold(stage, why)
    return False if why else kind.play(stage, thought)


def settle(stage: Stage) -> None:
    """Store the places, which decide the qualification."""
    rows = {row.entry_id: row for row in stage.entries.exclude(number=None)}
    won = kind_of(stage).winners(stage)
    for placed in table(stage):
        rows[placed.entry].place = placed.place
        rows[placed.entry].won = placed.entry in won
    StageEntry.objects.bulk_update(rows.values(), ["place", "won"])


def _finish(stage: Stage) -> None:
    settle(stage)
    stage.state, stage.ended = Stage.State.FINISHED, timezone.now()
    stage.paused, stage.trouble = False, ""
    stage.save(update_fields=["state", "ended", "paused", "trouble"])
    stage_finished.send(sender=Stage, stage=stage)


# Reopening ----------------------------------------------------------------------------------------


def objection_to_reopening(stage: Stage) -> str:
    """Why a finished stage cannot be reopened; empty if it can."""
    later = [each for each in stage.event.stages.all() if stage.key in each.planned.sources]
    begun = [each for each in later if each.started is not None]
    if not begun:
        return ""
    return (
        f"{begun[0].name} has begun with the bots that qualified from {stage.name}, so results of "
        f"{stage.name} can no longer change. Take {begun[0].name} back first, or disqualify a bot "
        "if its games must not count."
    )


def locked(stage: int) -> Stage:
    """The stage with this id and its event, locked for an act that changes both."""
    event = lock(Event.objects).get(stages=stage)
    row = lock(Stage.objects).get(pk=stage)
    row.event = event
    return row


def reopen(stage: Stage) -> None:
    """Reopen a finished stage, because one of its results changes.  The caller has `locked` it.

    ValidationError if a later stage has begun with its qualified bots.
    """
    if why := objection_to_reopening(stage):
        raise ValidationError(why)
    stage.entries.update(place=None, won=False)
    stage.state, stage.ended = Stage.State.RUNNING, None
    stage.save(update_fields=["state", "ended"])
    event = stage.event
    if event.state == Event.State.FINISHED:
        event.state, event.ended = Event.State.RUNNING, None
        event.save(update_fields=["state", "ended"])


def note_correction(event: int) -> None:
    """People have changed results of an event (its id): what was made of them is outdated."""
    Event.objects.filter(pk=event).update(corrected=timezone.now())
