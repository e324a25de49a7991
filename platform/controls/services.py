"""Verbs on what organizers hold back, and what workers leave behind of themselves."""

from __future__ import annotations

from datetime import timedelta

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from arbiter import audit
from controls.models import LANES, Hold, Worker, host_of

KEPT = timedelta(days=7)
"""A worker that was not seen for so long is forgotten."""
LONGEST = 300


@transaction.atomic
def hold(of: str, name: str, by: User, reason: str) -> Hold:
    """Let nothing begin there until it is released."""
    words = _checked(of, name, by, reason)
    made, is_new = Hold.objects.get_or_create(
        of=of, name=name, defaults={"by": by, "reason": words}
    )
    if not is_new:
        raise ValidationError(f"{made.title} is held back already.")
    audit.record(by, made, "held back", words)
    return made


@transaction.atomic
def release(of: str, name: str, by: User, reason: str) -> None:
    """Let it go on: workers are called again within seconds."""
    words = _checked(of, name, by, reason)
    found = Hold.objects.select_for_update().filter(of=of, name=name).first()
    if found is None:
        raise ValidationError(f"{name} is not held back.")
    audit.record(by, found, "let go on", words)
    found.delete()


def _checked(of: str, name: str, by: User, reason: str) -> str:
    """The reason, where this person may do this to that."""
    if not by.is_staff:
        raise PermissionDenied("Only organizers may do this.")
    words = reason.strip()
    if not 0 < len(words) <= LONGEST:
        raise ValidationError(f"Give a reason of 1 to {LONGEST} characters.")
    if of not in Hold.Of or not name or (of == Hold.Of.LANE and name not in LANES):
        raise ValidationError(f"There is no {of} {name}.")
    return words


def lanes_held() -> list[Hold]:
    return list(Hold.objects.filter(of=Hold.Of.LANE))


def seen(name: str, lane: str) -> None:
    """A worker was called to play."""
    now = timezone.now()
    Worker.objects.update_or_create(
        name=name, defaults={"lane": lane, "host": host_of(name), "seen": now}
    )


def note_failure(name: str, *, lost: bool) -> None:
    """A try of a worker at a match failed: by our fault, or ``lost`` from outside."""
    counter = "losses" if lost else "faults"
    Worker.objects.filter(name=name).update(**{counter: F(counter) + 1})


def forget() -> None:
    """Forget workers that were not seen for long, and what was held back of them alone."""
    old = Worker.objects.filter(seen__lt=timezone.now() - KEPT)
    Hold.objects.filter(of=Hold.Of.WORKER, name__in=old.values("name")).delete()
    old.delete()
