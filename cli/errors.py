"""Errors that end a command, and its exit status."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """What a script can go by."""

    DONE = 0
    """Everything was done, and no bot was at fault."""
    FAULT = 1
    """A bot was at fault, a version failed, or an answer or a frame differs."""
    REFUSED = 2
    """The command is impossible as it was given."""
    FAILED = 3
    """The sandbox or the judger failed."""
    SITE = 4
    """The site refused the request or does not answer."""
    STOPPED = 130
    """Interrupted at the keyboard."""


def words_of(error: Exception) -> str:
    """An error as a sentence; one of a file names the file first."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)


class CommandError(Exception):
    """What happened, why, and what to do; ``status`` is the exit status."""

    def __init__(self, message: str, status: Exit = Exit.REFUSED) -> None:
        super().__init__(message)
        self.status = status
