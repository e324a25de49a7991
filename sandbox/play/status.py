"""Exit statuses of the commands: what a script can go by."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    DONE = 0
    """Everything was done, and no bot was at fault."""
    FAULT = 1
    """A bot was at fault, a version failed, or an answer or a frame differs."""
    REFUSED = 2
    """The command is impossible as it was given, or a bot cannot be built."""
    FAILED = 3
    """The sandbox or the judger failed."""
    SITE = 4
    """The site refused the request or does not answer."""
    STOPPED = 130
    """Interrupted at the keyboard."""
