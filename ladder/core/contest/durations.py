"""Durations in minutes as text such as "1d 12h", for forms and the audit trail."""

from __future__ import annotations

from collections.abc import Iterator

_UNITS = {"w": 7 * 24 * 60, "d": 24 * 60, "h": 60, "m": 1}
_NAMES = {
    "w": ("week", "weeks"),
    "d": ("day", "days"),
    "h": ("hour", "hours"),
    "m": ("minute", "minutes"),
}


def read_minutes(text: str) -> int | None:
    """Minutes of a text such as “1d 12h”; None if empty.  ValueError with the reason if invalid."""
    if not text.strip():
        return None
    total = 0
    for word in text.split():
        number, unit = word[:-1], word[-1:]
        if unit not in _UNITS or not number.isdecimal() or len(number) > 5:
            raise ValueError("Enter weeks, days, hours and minutes, for example 2w, 1d 12h or 90m.")
        total += int(number) * _UNITS[unit]
    return total


def _parts(minutes: int) -> Iterator[tuple[int, str]]:
    """How many of each unit, from the largest on."""
    for unit, size in _UNITS.items():
        count, minutes = divmod(minutes, size)
        if count:
            yield count, unit


def spell_minutes(minutes: int) -> str:
    """The number of minutes in a sentence, such as “1 day 12 hours” or “2 minutes”."""
    parts = (f"{n} {_NAMES[unit][n != 1]}" for n, unit in _parts(minutes))
    return " ".join(parts) or "0 minutes"


def say_minutes(minutes: int | None) -> str:
    """The text for a number of minutes; 0 is “0m”, None is empty."""
    if minutes is None:
        return ""
    return " ".join(f"{count}{unit}" for count, unit in _parts(minutes)) or "0m"
