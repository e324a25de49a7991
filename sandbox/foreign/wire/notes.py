"""Words for people: how programs ended, and messages cut to what fits a line."""

from __future__ import annotations

from sandbox.exits import ended
from sandbox.foreign.wire.effects import End

SHORT = 200
"""Characters of a message that a debug line shows."""


def shortened(message: bytes | str) -> str:
    """The beginning of a message, and how long it is where that is not all."""
    if isinstance(message, bytes):
        # A character has at most four bytes.
        text = message[: 4 * SHORT].decode(errors="replace")
        size = len(message)
    else:
        text, size = message, len(message)
    if len(text) <= SHORT and len(message) <= 4 * SHORT:
        return text
    unit = "bytes" if isinstance(message, bytes) else "characters"
    return f"{text[:SHORT]}… ({size} {unit})"


def end_of(status: int | None) -> End:
    """The end state of a program that ended by itself before the match did."""
    return End.EXIT if status == 0 else End.RE


def exit_words(status: int | None) -> str:
    """How a program ended, after its name; None: it lives, but has closed its standard output."""
    words = ended(status)
    return f"was {words}" if status is not None and status < 0 else words
