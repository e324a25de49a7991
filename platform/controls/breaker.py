"""The breaker of machines: one that had the same fault three times in a row is held back.

Faults are counted in the database, by machine, by work (matches or builds) and by cause.  Nothing
is written where work succeeds: the next fault asks whether anything did since the last one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.urls import reverse

from accounts.models import User
from accounts.signals import notice_written
from arbiter.database.locks import database_now, lock
from arbiter.working.passing import persistently
from arbiter.working.workers import host, own_name, runs_here
from controls.models import FaultCount, Hold, host_of
from games.texts.sentences import paragraph
from sandbox.errors import Cause

MOST = 3
"""Faults in a row after which a machine is held back."""
PAUSE = timedelta(minutes=10)
"""After this time a held machine may try again, once: a fault of the cause holds it again."""


@transaction.atomic
def note_fault(
    worker: str,
    of: str,
    cause: Cause,
    why: str,
    succeeded: Callable[[datetime], bool],
) -> None:
    """Count a fault of the machine of a worker, and hold the machine after `MOST` in a row.

    ``of`` is `Hold.Of.HOST` for matches, `Hold.Of.BUILDS` for builds.  ``succeeded`` says whether
    the machine has done such work since a moment.
    """
    which, now = {"host": host_of(worker), "of": of, "cause": cause}, database_now()
    FaultCount.objects.get_or_create(**which, defaults={"last": now})
    row = lock(FaultCount.objects).get(**which)
    if succeeded(row.last):
        row.in_a_row, row.told = 0, False
    row.in_a_row = min(row.in_a_row + 1, MOST)
    row.last, row.why = now, why.replace("\0", "�")[:1000]
    if row.in_a_row == MOST:
        _hold(row)
    row.save()


def _hold(row: FaultCount) -> None:
    """Hold the machine for a while; organizers are notified once until it has worked again."""
    reason = f"{MOST} faults in a row: it lacks {row.cause}. The last one: {row.why}"
    until = {"until": database_now(PAUSE), "reason": reason[:300], "tried_by": ""}
    hold, is_new = Hold.objects.get_or_create(of=row.of, name=row.host, defaults=until)
    ours = Hold.objects.filter(pk=hold.pk).exclude(until=None)  # not what organizers hold
    if not (is_new or ours.update(**until)) or row.told:
        return
    row.told = True
    builds = row.of == Hold.Of.BUILDS
    text = (
        f"The machine {row.host} gets no builds: it lacks {row.cause}."
        if builds
        else f"The machine {row.host} gets no matches: it lacks {row.cause}."
    )
    notice_written.send(
        sender=FaultCount,
        kind="machine.held",
        people=list(User.objects.filter(is_staff=True, is_active=True)),
        text=paragraph(text, row.why),
        path=reverse("desk-workers"),
        data={
            "machine": row.host,
            "work": "builds" if builds else "matches",
            "lacks": row.cause,
        },
        letter={
            "about": row.host,
            "title": f"gets no builds: it lacks {row.cause}"
            if builds
            else f"gets no matches: it lacks {row.cause}",
            "thread": f"machine-{row.host}",
        },
    )


@dataclass
class Outcome:
    """Of what a task began: whether its work ``succeeded``."""

    succeeded: bool = False


@contextmanager
def trying(of: str) -> Iterator[Outcome]:
    """Around a task that begins such work, if there is any.

    A machine whose pause is over has one attempt at a time: this process takes it where none has
    it, and only then a claim finds no hold.  The hold ends where the work succeeded.  After another
    end but a fault, which holds the machine again, the next attempt may begin at once.
    """
    due = Hold.objects.filter(of=of, name=host(), until__lte=database_now())
    hold, me, outcome = due.first(), own_name(), Outcome()
    # A process that was killed has given nothing back.
    if hold is None or (hold.tried_by != me and runs_here(hold.tried_by)):
        yield outcome
        return
    due.filter(pk=hold.pk, tried_by=hold.tried_by).update(tried_by=me)
    try:
        yield outcome
    finally:
        persistently(partial(_tried, of, me, outcome), "the end of a hold")


@transaction.atomic
def _tried(of: str, by: str, outcome: Outcome) -> None:
    mine = Hold.objects.filter(of=of, name=host_of(by), tried_by=by)
    if not outcome.succeeded:
        mine.update(tried_by="")
    elif mine.delete()[0]:
        forget(of, host_of(by))


def forget(of: str, host: str) -> None:
    """The machine works, or an organizer released it: faults count from nothing."""
    FaultCount.objects.filter(of=of, host=host).delete()
