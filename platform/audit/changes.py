"""Changes of values, in words for the history."""

from __future__ import annotations

from collections.abc import Iterable

LONGEST = 120
"""Characters after which a value is cut off."""


def change(field: str, old: object, new: object) -> str:
    """“field old → new”, with the words of the field."""
    return f"{field.replace('_', ' ')} {short(old)} → {short(new)}"


def changed(before: object, after: object, names: Iterable[str]) -> list[str]:
    """A `change` for each of these attributes that differs."""
    pairs = [(name, getattr(before, name), getattr(after, name)) for name in names]
    return [change(name, old, new) for name, old, new in pairs if old != new]


def short(value: object) -> str:
    """A value as text: “yes” or “no” of a truth value, “nothing” of an empty one."""
    spelled = {"True": "yes", "False": "no", "None": "nothing", "": "nothing"}
    text = spelled.get(str(value), str(value))
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
