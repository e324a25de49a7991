"""Errors by their cause. A bot's failure during a match is a value, `games.engine.Fault`."""

from __future__ import annotations

import errno
from enum import StrEnum


class SandboxError(Exception):
    """Ours: the machine, the isolation or the judger failed.  Never counts against a bot."""


class LogicError(SandboxError):
    """The organizers': the program of a foreign game broke the protocol or a limit of its own.

    ``reason`` is a clause about "the game's program" that everybody may read, ``wrote`` the end of
    its standard error.  ``endless``: a limit on time ended the match, so that another attempt would
    take as long.
    """

    def __init__(self, reason: str, wrote: str = "", *, endless: bool = False) -> None:
        super().__init__(f"{reason}; it wrote: {wrote}" if wrote else reason)
        self.reason = reason
        self.wrote = wrote
        self.endless = endless


class PassingFault(SandboxError):
    """Another attempt may succeed: the machine was at fault at this moment."""


class MachineBusy(PassingFault):
    """The machine kept a bot from running for too long to judge it."""


class Cause(StrEnum):
    """Something that a machine lacks.  The value completes “lacks …”."""

    FILES = "the stored files"
    DISK = "disk space that can be written"
    PROGRAM = "an interpreter or compiler"
    SANDBOX = "a working sandbox"
    MEMORY = "memory or processes for its compilers"
    HANDLES = "free file descriptors or processes"


class MachineFault(SandboxError):
    """This machine lacks something that another one may have."""

    def __init__(self, message: str, cause: Cause) -> None:
        super().__init__(message)
        self.cause = cause


class CompilerKilled(MachineFault):
    """Somebody or something on the machine killed a compiler within its limits.  ``no_memory``: the
    kernel did, since the machine had no memory left; else its own program may have done it."""

    def __init__(self, message: str, *, no_memory: bool = False) -> None:
        super().__init__(message, Cause.MEMORY)
        self.no_memory = no_memory


_CODES = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO), Cause.DISK),
    **dict.fromkeys((errno.EMFILE, errno.ENFILE, errno.ENOMEM), Cause.HANDLES),
}


def machine_cause(error: BaseException | None) -> Cause | None:
    """The cause where the error, or the error that caused it, is a fault of the machine; None for
    all other errors."""
    while error is not None:
        if isinstance(error, MachineFault):
            return error.cause
        if isinstance(error, OSError) and error.errno in _CODES:
            return _CODES[error.errno]
        error = error.__cause__
    return None


class UploadError(ValueError):
    """The author's: what was uploaded cannot be accepted; the message says what to do."""


class BuildError(Exception):
    """The author's: the program did not build.

    ``log`` is what the compiler said; ``programs`` are those that the build made, where the author
    has to choose one.
    """

    def __init__(self, message: str, log: str = "", programs: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.log = log
        self.programs = programs
