"""How programs end, in words."""

from __future__ import annotations

import signal


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
