"""Errors that end a command."""

from __future__ import annotations

from sandbox.play.status import Exit as Exit


def words_of(error: Exception) -> str:
    """An error as a sentence; one of a file names the file first."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)


class CommandError(Exception):
    """The message says what happened, why, and what to do; ``status`` is the exit status."""

    def __init__(self, message: str, status: Exit = Exit.REFUSED) -> None:
        super().__init__(message)
        self.status = status
