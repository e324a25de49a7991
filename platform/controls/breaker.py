"""The breaker of machines: one that had the same fault three times in a row is held back.

Faults are counted in the database, by machine, by work (matches or builds) and by cause.  Nothing
is written where work succeeds: the next fault asks whether anything did since the last one.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction
from django.urls import reverse

from accounts.models import User
from accounts.signals import notice_written
from arbiter.locks import database_now, lock
from controls.models import FaultCount, Hold, host_of
from sandbox.errors import Cause

MOST = 3
"""Faults in a row after which a machine is held back."""
PAUSE = timedelta(minutes=10)
"""After this time a held machine may try again; its next fault of the cause holds it again."""


@transaction.atomic
def note_fault(
    worker: str,
    of: str,
    cause: Cause,
    why: str,
    succeeded: Callable[[datetime], bool],
    subject: str = "",
) -> None:
    """Count a fault of the machine of a worker, and hold the machine after `MOST` in a row.

    ``of`` is `Hold.Of.HOST` for matches, `Hold.Of.BUILDS` for builds.  ``succeeded`` says whether
    the machine has done such work since a moment.  Faults with the same ``subject`` count once: an
    author could cause those.
    """
    which, now = {"host": host_of(worker), "of": of, "cause": cause}, database_now()
    FaultCount.objects.get_or_create(**which, defaults={"last": now})
    row = lock(FaultCount.objects).get(**which)
    if succeeded(row.last):
        row.in_a_row, row.subjects, row.told = 0, [], False
    if not subject or subject not in row.subjects:
        row.in_a_row += 1
        row.subjects = [*row.subjects, subject][-MOST:]
    row.last, row.why = now, why.replace("\0", "�")[:1000]
    if row.in_a_row >= MOST:
        row.in_a_row = MOST
        _hold(row)
    row.save()


def _hold(row: FaultCount) -> None:
    """Hold the machine for a while; organizers are notified once until it has worked again."""
    reason = f"{MOST} faults in a row: it lacks {row.cause}. The last one: {row.why}"
    until = {"until": database_now(PAUSE), "reason": reason[:300]}
    _, is_new = Hold.objects.get_or_create(of=row.of, name=row.host, defaults=until)
    if not is_new or row.told:
        return
    row.told = True
    work = "builds" if row.of == Hold.Of.BUILDS else "matches"
    notice_written.send(
        sender=FaultCount,
        kind="machine.held",
        people=list(User.objects.filter(is_staff=True, is_active=True)),
        text=f"The machine {row.host} gets no {work}: it lacks {row.cause}. {row.why}",
        path=reverse("desk-workers"),
        data={"machine": row.host, "work": work, "lacks": row.cause},
        letter={
            "about": row.host,
            "title": f"gets no {work}: it lacks {row.cause}",
            "thread": f"machine-{row.host}",
        },
    )


def release_due() -> None:
    """Let machines try again whose pause is over."""
    Hold.objects.filter(until__lte=database_now()).delete()


def forget(of: str, host: str) -> None:
    """An organizer released the machine: faults count from nothing."""
    FaultCount.objects.filter(of=of, host=host).delete()
