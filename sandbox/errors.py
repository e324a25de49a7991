"""Errors by their cause, how programs end in words, and the exception in a standard error.

A bot's failure during a match is a value, `games.engine.Fault`.
"""

from __future__ import annotations

import errno
import re
import signal
from enum import StrEnum

from games.texts import visible


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


def ended(status: int | None) -> str:
    """How a program ended as a sentence without its subject, by its status as `subprocess` gives
    it; None: it lives, but has closed its standard output."""
    if status is None:
        return "closed its standard output"
    if status == 0:
        return "ended by itself with status 0"
    if status > 0:
        return f"exited with status {status}"
    return f"killed by {cause(status)}"


def cause(status: int | None) -> str:
    """The same as a noun, for a sentence that says already how the program ended."""
    if status is None:
        return "it went on running"
    if status >= 0:
        return f"exit status {status}"
    try:
        name = f" ({signal.Signals(-status).name})"
    except ValueError:  # a real-time signal has no name
        name = ""
    return f"signal {-status}{name}"


LINES, COLUMNS = 200, 400
"""Lines at the end of the text that are read, and the characters of each."""
LONGEST = 160
"""Characters of the exception and its message."""

_ERROR = re.compile(
    r"(?:Exception in thread \S+ |Uncaught |panic: |thread '.{0,40}' panicked at )"
    r"|(?:[A-Za-z_][\w.$]{0,80})?(?:Error|Exception)(?::|$)"
    r"|terminate called after throwing an instance of "
)
_PLACE = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')
_SHORT = re.compile(r"(?<![\w./-])(?P<file>[\w./-]+\.(?:java|[cm]?js|go|rs|cpp|cc)):(?P<line>\d+)")
_PREFIX = re.compile(r"Exception in thread \S+ |Uncaught ")


def exception_in(errors: str) -> str:
    """ "ZeroDivisionError: division by zero, line 12 of bot.py"; empty where none is found."""
    lines = [line[:COLUMNS].rstrip() for line in errors[-LINES * COLUMNS :].splitlines()[-LINES:]]
    at = next((n for n in reversed(range(len(lines))) if _ERROR.match(lines[n])), None)
    if at is None:
        return ""
    what = _PREFIX.sub("", lines[at], count=1)
    following = lines[at + 1].strip() if at + 1 < len(lines) else ""
    if "panicked at" in what and following:
        what = f"panic: {following}"
    elif what.startswith("terminate called") and following.startswith("what():"):
        what = f"{what.rpartition('instance of ')[2].strip(chr(39))}: {following[7:].strip()}"
    return visible(f"{what[:LONGEST]}{_place(lines, at)}")


def _place(lines: list[str], at: int) -> str:
    """The place in the program nearest to the exception: ", line 12 of bot.py", or nothing."""
    before = [found for line in reversed(lines[:at]) if (found := _PLACE.search(line))]
    after = [found for line in lines[at:] if (found := _SHORT.search(line))]
    above = [found for line in reversed(lines[:at]) if (found := _SHORT.search(line))]
    nearest = (before or after or above)[:1]
    if not nearest:
        return ""
    name = nearest[0]["file"].rpartition("/")[2]
    return f", line {nearest[0]['line']} of {name}"
