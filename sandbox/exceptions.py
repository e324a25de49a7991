"""The exception by which a program ended, in what it wrote to its standard error."""

from __future__ import annotations

import re

from games.texts import visible

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
