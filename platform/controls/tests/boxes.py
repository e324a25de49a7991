"""Machines for tests, as their last checks have left them."""

from __future__ import annotations

from django.utils import timezone

from controls.models import Machine
from sandbox.languages import LANGUAGES


def machine(
    name: str,
    *,
    builds: bool = False,
    problem: str = "",
    rated: bool = True,
    memory_mb: int = 64_000,
    **reasons: str,
) -> Machine:
    """A machine on which every language works but those with a reason."""
    now = timezone.now()
    lane = "builds" if builds else "matches"
    return Machine.objects.create(
        name=name,
        checked=now,
        kinds={lane: now.timestamp()},
        problem=problem,
        rated=rated,
        memory_mb=memory_mb,
        foreign=True,
        languages={each: {"version": "", "reason": reasons.get(each, "")} for each in LANGUAGES},
    )
