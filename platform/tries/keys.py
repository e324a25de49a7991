"""The tries that a browser may look at: their keys, in its session."""

from __future__ import annotations

from typing import Any

SESSION = "tries"
"""The name of the list in the session."""
REMEMBERED = 20
"""Tries of one session, the newest, that it may look at."""


def remember(session: Any, key: object) -> None:
    """Let the browser of this session look at a try."""
    session[SESSION] = [*session.get(SESSION, []), str(key)][-REMEMBERED:]
