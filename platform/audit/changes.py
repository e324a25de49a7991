"""Changes of values, in words for the history."""

from __future__ import annotations

LONGEST = 120
"""Characters after which a value is cut off."""


def change(field: str, old: object, new: object) -> str:
    """“field old → new”."""
    return f"{field} {short(old)} → {short(new)}"


def short(value: object) -> str:
    text = str(value) or "nothing"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
