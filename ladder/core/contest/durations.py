"""Minutes in words, such as "1d 12h": as organizers type them, and as histories tell them."""

from __future__ import annotations

_UNITS = {"w": 7 * 24 * 60, "d": 24 * 60, "h": 60, "m": 1}


def read_minutes(words: str) -> int | None:
    """Minutes of “1d 12h”; None for nothing.  ValueError with the reason for anything else."""
    if not words.strip():
        return None
    total = 0
    for word in words.split():
        number, unit = word[:-1], word[-1:]
        if unit not in _UNITS or not number.isdecimal() or len(number) > 5:
            raise ValueError("Enter weeks, days, hours and minutes, for example 2w, 1d 12h or 90m.")
        total += int(number) * _UNITS[unit]
    return total


def say_minutes(minutes: int | None) -> str:
    """The other way round; 0 is “0m”."""
    if minutes is None:
        return ""
    found, left = [], minutes
    for unit, size in _UNITS.items():
        count, left = divmod(left, size)
        if count:
            found.append(f"{count}{unit}")
    return " ".join(found) or "0m"
