"""The pipe between a bot and the referee."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # loading it takes a third of the start of a bot
    from typing import BinaryIO

GONE = "the referee closed the connection"


def claim_stdout() -> BinaryIO:
    """Standard output for the protocol alone.

    From now on everything else that writes there, a print() for example, goes to standard error.
    """
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    sys.stdout = sys.stderr
    return replies


def read_line(source: BinaryIO) -> bytes:
    """The next line, with its newline.  EOFError after the referee has closed the connection."""
    line = source.readline()
    if not line.endswith(b"\n"):
        raise EOFError(GONE)
    return line


def read_bytes(source: BinaryIO, size: int) -> bytes:
    """The next ``size`` bytes.  EOFError after the referee has closed the connection."""
    data = source.read(size)
    if len(data) < size:
        raise EOFError(GONE)
    return data
