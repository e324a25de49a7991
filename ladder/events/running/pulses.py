"""When stages are moved: what has changed marks its stage, and one process at a time moves it.

The end of a match marks its stage in the same transaction, and a move ends with a write to the
same row: it is the last one that both of them lock.  All else here is outside of transactions.  A
mark that is lost with its process costs a minute, `REST`.
"""

from __future__ import annotations

from datetime import timedelta

from django.db.models import F, Q, QuerySet

from arbiter.database.locks import database_now
from ladder.events.models import Stage, StagePulse

LEASE = timedelta(seconds=15)
"""A process that moves a stage and is lost holds it that long."""
REST = timedelta(minutes=1)
"""A running stage that nothing has marked is moved after this time."""


def mark(stage: int) -> None:
    """A stage (its id) has changed: it waits for a move, and its pages are made again."""
    if not StagePulse.objects.filter(pk=stage).update(changed=F("changed") + 1):
        StagePulse.objects.bulk_create([StagePulse(stage_id=stage)], ignore_conflicts=True)


def take(stage: int) -> int | None:
    """Begin to move a stage that waits for it; returns what `give_back` needs.  None where it does
    not wait, or another process moves it, which then looks once more itself."""
    free = Q(taken_until=None) | Q(taken_until__lt=database_now())
    waiting = StagePulse.objects.filter(free, pk=stage, changed__gt=F("moved"))
    if not waiting.update(taken_until=database_now(LEASE)):
        return None
    return StagePulse.objects.values_list("changed", flat=True).get(pk=stage)


def give_back(stage: int, changed: int | None) -> None:
    """End a move that has dealt with the changes up to ``changed``; None: it has failed."""
    done = {} if changed is None else {"moved": changed}
    row = StagePulse.objects.filter(pk=stage)
    row.update(taken_until=None, moved_at=database_now(), **done)


def due(stages: QuerySet[Stage]) -> set[int]:
    """The ids of those of these stages that are marked, have not begun, were in trouble, or have
    rested for long."""
    marked = Q(pulse=None) | Q(pulse__changed__gt=F("pulse__moved"))
    rested = Q(pulse__moved_at=None) | Q(pulse__moved_at__lt=database_now(-REST))
    waits = Q(state=Stage.State.WAITING) | ~Q(trouble="") | ~Q(failures={})
    return set(stages.filter(marked | rested | waits).values_list("pk", flat=True))
