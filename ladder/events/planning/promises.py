"""Dry runs as tasks: those that stand beside what happens later, and previews for organizers.

A worker plays a dry run, which takes seconds: the act that asks for it does not wait.  The worker
claims the row first, for the time of a lease.  Surplus tasks of a row do nothing.
"""

from __future__ import annotations

import hashlib
import json
import logging
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial

from django.db import transaction
from django.db.models import F, Q

from arbiter.database.locks import database_now, lock
from arbiter.working import queues
from arbiter.working.passing import persistently
from bots.models import Bot
from ladder.events.models import Event, Promise
from ladder.events.models.promises import PromiseQuerySet, StagePromise
from ladder.events.planning.forecasts import forecast

logger = logging.getLogger(__name__)

TASK = "ladder.events.tasks.keep_promise"
LOST = timedelta(minutes=2)
"""A task that was not claimed for this time is sent again."""
LEASE = timedelta(minutes=5)
"""Each of a dry run's simulations renews it."""
MOST_TRIES = 3
"""Claims of a dry run whose workers were lost, before it fails."""
NOTED_S = 0.5
"""How often the progress is written."""
MOST_KEPT = 50
"""Promises of one event; older ones make room, apart from the first one."""


# Asking -------------------------------------------------------------------------------------------


def wish_of(event: Event) -> str:
    """A digest of what a dry run of the event now would play: its plan, entrants and seeds."""
    entries = event.entries.playing().order_by("pk").values_list("bot", "seed")
    what = json.dumps([event.plan, *entries], sort_keys=True)
    return hashlib.sha256(what.encode()).hexdigest()


def ask(event: Event, occasion: Promise.Occasion) -> None:
    """Have a worker play the event as it is planned now, and keep the result.

    A promise that still waits is replaced: its plan is no longer the one of the event.  The caller
    holds the event's row.
    """
    queued = event.promises.kept().filter(state=Promise.State.QUEUED)
    if occasion is Promise.Occasion.CHANGED:
        older = queued.filter(occasion=Promise.Occasion.PUBLISHED).exists()
        occasion = Promise.Occasion.PUBLISHED if older else occasion
    wish = wish_of(event)
    queued.exclude(occasion=occasion, wish=wish).delete()
    _queue(event, occasion, wish)


@transaction.atomic
def preview(event: Event) -> DryRun:
    """A dry run for the organizers as the event is now: the one that waits or is played already, or
    a new one.  Earlier ones are deleted, and their workers stop."""
    event = lock(Event.objects).get(pk=event.pk)
    wish = wish_of(event)
    earlier = event.promises.filter(occasion=Promise.Occasion.PREVIEW)
    earlier.exclude(state__in=Promise.ACTIVE, wish=wish).delete()
    return _read(_queue(event, Promise.Occasion.PREVIEW, wish))


@dataclass(frozen=True, slots=True)
class DryRunLine:
    """A stage, and those of its likely winners that are still there."""

    stage: StagePromise
    favourites: Sequence[tuple[Bot, float]]

    @property
    def took(self) -> float:
        """Seconds."""
        return self.stage["ends"] - self.stage["begins"]


@dataclass(frozen=True, slots=True)
class DryRun:
    """``current``: the event still is as it was then."""

    row: Promise
    current: bool
    lines: Sequence[DryRunLine]


def last_preview(event: Event) -> DryRun | None:
    """The newest dry run for the organizers; None if there was none."""
    row = event.promises.filter(occasion=Promise.Occasion.PREVIEW).order_by("-pk").first()
    return None if row is None else _read(row)


def _read(row: Promise) -> DryRun:
    stages: list[StagePromise] = row.stages
    known = Bot.objects.select_related("owner", "team").in_bulk(
        [pk for stage in stages for pk, _ in stage["favourites"]]
    )
    lines = [
        DryRunLine(stage, [(known[pk], share) for pk, share in stage["favourites"] if pk in known])
        for stage in stages
    ]
    return DryRun(row, row.wish == wish_of(row.event), lines)


def _queue(event: Event, occasion: Promise.Occasion, wish: str) -> Promise:
    """The dry run of this wish that is not over, or a new one."""
    known = event.promises.active().filter(occasion=occasion, wish=wish).first()
    if known is not None:
        return known
    made = Promise.objects.create(event=event, occasion=occasion, wish=wish)
    queues.send_after_commit(TASK, made.pk, queue="builds")
    return made


# Playing ------------------------------------------------------------------------------------------


class _Lost(Exception):
    """The row is gone, or another worker has it."""


@dataclass
class _Claim:
    """A dry run that this worker plays; ``held`` finds its row as long as the claim is good."""

    row: Promise
    noted: float = field(default_factory=time.monotonic)

    @property
    def held(self) -> PromiseQuerySet:
        running = Promise.objects.filter(state=Promise.State.RUNNING)
        return running.filter(pk=self.row.pk, claim=self.row.claim)

    def write(self, **values: object) -> None:
        """_Lost where the claim is no longer good."""
        if not persistently(partial(self.held.update, **values), self.row):
            raise _Lost

    def note(self, done: float) -> None:
        """Write the progress and renew the lease, at most each `NOTED_S`."""
        now = time.monotonic()
        if now - self.noted >= NOTED_S:
            self.noted = now
            self.write(done=done, lease_until=database_now(LEASE))


def _free() -> Q:
    """Dry runs that a worker may claim: those that wait, and those whose lease has ended."""
    lapsed = Q(state=Promise.State.RUNNING, lease_until__lt=database_now())
    return Q(state=Promise.State.QUEUED) | lapsed


def _claimed(pk: int) -> _Claim | None:
    """None where there is nothing to claim: of several workers, one gets a row."""
    claim = secrets.token_hex(16)
    taken = Promise.objects.filter(_free(), pk=pk).update(
        state=Promise.State.RUNNING,
        claim=claim,
        lease_until=database_now(LEASE),
        tries=F("tries") + 1,
        done=0.0,
    )
    if not taken:
        return None
    row = Promise.objects.select_related("event").filter(pk=pk, claim=claim).first()
    return None if row is None else _Claim(row)


def keep(pk: int) -> None:
    """Claim a dry run, play it, and keep what it says."""
    claim = persistently(partial(_claimed, pk), f"dry run {pk}")
    if claim is None:
        return
    event = claim.row.event
    try:
        expected = persistently(partial(forecast, event, told=claim.note), claim.row)
        claim.write(
            state=Promise.State.DONE,
            done=1.0,
            runs=expected.runs,
            matches=expected.matches,
            took=expected.took.total_seconds(),
            workers=expected.workers,
            supposed=expected.supposed,
            stages=expected.lines,
        )
    except _Lost:
        return
    except Exception:
        persistently(partial(claim.held.update, state=Promise.State.FAILED), claim.row)
        logger.exception("the dry run of %s failed", event)
        return
    _make_room(event)


def _make_room(event: Event) -> None:
    every = list(event.promises.kept().order_by("pk").values_list("pk", flat=True))
    if len(every) > MOST_KEPT:
        Promise.objects.filter(pk__in=every[1 : 1 + len(every) - MOST_KEPT]).delete()


def send_lost() -> None:
    """Send the task again of each dry run that no worker has claimed for `LOST`, or whose worker
    was lost; those whose workers were lost `MOST_TRIES` times have failed."""
    lapsed = Promise.objects.filter(state=Promise.State.RUNNING, lease_until__lt=database_now())
    lapsed.filter(tries__gte=MOST_TRIES).update(state=Promise.State.FAILED)
    late = Promise.objects.filter(_free(), sent__lt=database_now(-LOST))
    for pk in list(late.values_list("pk", flat=True)):
        if late.filter(pk=pk).update(sent=database_now()):
            queues.send(TASK, pk, queue="builds")
