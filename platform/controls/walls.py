"""Which walls of this machine's sandbox the kernel does not hold, and what follows for matches."""

from __future__ import annotations

import functools

from django.conf import settings

from sandbox.errors import SandboxError
from sandbox.isolation import choose, walls


@functools.cache
def watched() -> tuple[walls.Held, ...]:
    """The walls that are only watched here, or not held at all; empty also where no program can
    be isolated, and so none runs."""
    try:
        return walls.weak(choose())
    except SandboxError:
        return ()


def rated_allowed() -> bool:
    """Whether matches that count may be played on this machine."""
    return settings.RATED_WATCHED or not watched()
