"""The function that writes the archive of an event: it needs pages, and so an app above has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import IO

from exports.archive import Tell
from exports.models import Export

Builder = Callable[[Export, IO[bytes], Tell], None]
_builders: list[Builder] = []


def provide(builder: Builder) -> None:
    """Have archives of events written by this function."""
    _builders[:] = [builder]


def event_builder() -> Builder:
    """The function that was provided last; LookupError without one."""
    if not _builders:
        raise LookupError("No app provides archives of events.")
    return _builders[0]
