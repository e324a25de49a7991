"""How programs end, in words."""

from __future__ import annotations

import signal


def ended(status: int | None) -> str:
    """How a program ended, by its status as `subprocess` gives it; None: it lives, but has
    closed its standard output."""
    if status is None:
        return "closed its standard output"
    if status == 0:
        return "ended by itself with status 0"
    if status > 0:
        return f"exited with status {status}"
    try:
        name = f" ({signal.Signals(-status).name})"
    except ValueError:  # a real-time signal has no name
        name = ""
    return f"killed by signal {-status}{name}"
