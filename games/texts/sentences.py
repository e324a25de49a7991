"""Sentences for people: plural forms, lists, and sentences side by side.

Each text is a whole message, the placeholders of which hold values: names, numbers, dates, lists
and counted things.  Where a text depends on something, the code chooses between whole messages, so
that each can be put into a catalogue as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def plural(number: int, one: str, several: str) -> str:
    """The message for this number of things."""
    return one if number == 1 else several


def counted(number: int, one: str, several: str = "") -> str:
    """ "1 tank", "3 tanks"; ``several`` where it is not formed by an s."""
    return f"1 {one}" if number == 1 else f"{number} {several or f'{one}s'}"


def spanned(one: str, first: int, last: int) -> str:
    """ "turn 3", "turns 3 to 5"."""
    return f"{one} {first}" if first == last else f"{one}s {first} to {last}"


def listed(names: Iterable[object], last: str = "and", shown: int = 0) -> str:
    """ "a, b and c"; with ``shown``, at most that number of names: "a, b and 240 more".

    ``last`` stands before the last name.
    """
    every = names if isinstance(names, Sequence) else list(names)
    if shown and len(every) > shown:
        return f"{', '.join(map(str, every[:shown]))} and {len(every) - shown} more"
    *first, end = map(str, every or [""])
    return f"{', '.join(first)} {last} {end}" if first else end


def paragraph(*sentences: str) -> str:
    """The sentences one after the other, without empty ones."""
    return " ".join(filter(None, sentences))
