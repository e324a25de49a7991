"""Exit statuses of the commands: what a script can go by."""

from __future__ import annotations

import sys
from enum import IntEnum

from games.texts import visible


class Status(IntEnum):
    PLAYED = 0
    """Everything was done, and no bot was at fault."""
    FAULT = 1
    """A bot was at fault in one of the matches."""
    REFUSED = 2
    """The command is impossible, or a bot cannot be built."""
    FAILED = 3
    """The sandbox or the judger failed."""
    STOPPED = 130
    """Interrupted at the keyboard."""


def complain(status: Status, error: Exception | str) -> Status:
    """Say what is wrong, and give the status back."""
    words = str(error)
    if isinstance(error, OSError) and error.filename is not None:
        words = f"{error.filename}: {error.strerror}"
    sys.stderr.write(f"error: {visible(words)}\n")
    return status
