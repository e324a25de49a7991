"""A plain second account of the station and of walking, seeing and fighting in it.

It shares no code with the game: the map is written out as people read it, and a state is three
dictionaries.  Slow and short, for comparisons.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

Pos = tuple[int, int, int]

TOP = """
12: 13 21 | 13: 12 14 22 24 | 14: 13 25 | 21: 12 31 | 22: 13 33 | 24: 13 33 | 25: 14 35
30: 31 | 31: 21 30 32 41 | 32: 31 33 | 33: 22 24 32 34 42 44 | 34: 33 35 | 35: 25 34 36 45 | 36: 35
41: 31 52 | 42: 33 53 | 44: 33 53 | 45: 35 54 | 52: 41 53 | 53: 42 44 52 54 | 54: 45 53
"""
BOTTOM = """
00: 01 10 11 | 01: 00 12 | 02: 03 11 | 03: 02 04 12 13 14 | 04: 03 15 | 05: 06 14 | 06: 05 15 16
10: 00 21 | 11: 00 02 20 22 | 12: 01 03 21 | 13: 03 23 | 14: 03 05 25 | 15: 04 06 24 26 | 16: 06 25
20: 11 30 | 21: 10 12 30 | 22: 11 33 | 23: 13 32 34 | 24: 15 33 | 25: 14 16 36 | 26: 15 36
30: 20 21 40 41 | 32: 23 43 | 33: 22 24 42 44 | 34: 23 43 | 36: 25 26 45 46
40: 30 51 | 41: 30 50 52 | 42: 33 51 | 43: 32 34 53 | 44: 33 55 | 45: 36 54 56 | 46: 36 55
50: 41 60 | 51: 40 42 60 62 | 52: 41 61 63 | 53: 43 63 | 54: 45 63 65 | 55: 44 46 64 66 | 56: 45 66
60: 50 51 61 | 61: 52 60 | 62: 51 63 | 63: 52 53 54 62 64 | 64: 55 63 | 65: 54 66 | 66: 55 56 65
"""
MIDDLE_LINES = ("00-06", "10-16", "50-56", "60-66", "01-61", "05-65")
"""Straight lines of passages, from end to end."""
MIDDLE_MORE = """
00-10 06-16 50-60 56-66 03-13 53-63
11-22 22-13 13-24 24-15 51-42 42-53 53-44 44-55
22-23 23-24 42-43 43-44 22-32 32-42 24-34 34-44
"""
ZONES = (
    ("warehouse", 40, "221 231 241 321 341 421 431 441"),
    ("ventilation", 50, "122 142 212 252 412 452 522 542"),
    ("central_host", 60, "220 240 420 440"),
    ("medical", 70, "021 031 041 621 631 641"),
    ("hangar", 80, "232 322 332 342 432"),
)


def _pos(digits: str, z: int | None = None) -> Pos:
    x, y, *more = map(int, digits)
    return x, y, more[0] if z is None else z


def _line(ends: str) -> list[frozenset[Pos]]:
    (ax, ay, _), (bx, by, _) = (_pos(end, 1) for end in ends.split("-"))
    places = [(x, y, 1) for x in range(ax, bx + 1) for y in range(ay, by + 1)]
    return [frozenset(pair) for pair in pairwise(places)]


def _passages() -> set[frozenset[Pos]]:
    found: set[frozenset[Pos]] = set()
    for text, z in ((TOP, 0), (BOTTOM, 2)):
        for entry in text.replace("\n", "|").split("|"):
            if ":" in entry:
                node, near = entry.split(":")
                here = _pos(node.strip(), z)
                found |= {frozenset({here, _pos(other, z)}) for other in near.split()}
    for ends in MIDDLE_LINES:
        found |= set(_line(ends))
    for pair in MIDDLE_MORE.split():
        found.add(frozenset(_pos(end, 1) for end in pair.split("-")))
    return found


class Map(NamedTuple):
    passages: set[frozenset[Pos]]
    zones: list[tuple[str, int, set[Pos]]]


MAP = Map(
    _passages(), [(name, end, {_pos(p) for p in places.split()}) for name, end, places in ZONES]
)


def nodes() -> set[Pos]:
    return {node for passage in MAP.passages for node in passage}


def neighbours(node: Pos) -> set[Pos]:
    return {other for passage in MAP.passages if node in passage for other in passage - {node}}


def stops(node: Pos) -> set[Pos]:
    """The other stops of the lift at a place."""
    x, y, z = node
    served = {(1, 3): {0, 1, 2}, (5, 3): {0, 1, 2}, (3, 0): {0, 2}, (3, 6): {0, 2}}
    layers = served.get((x, y), set())
    return {(x, y, other) for other in layers - {z}} if z in layers else set()


def closed(number: int) -> set[Pos]:
    """Places that are closed in the turns of a round."""
    return {place for _, end, places in MAP.zones if number > end for place in places}


@dataclass
class Model:
    """Where players are and how they are, followed from what is recorded of a game."""

    where: dict[int, Pos]
    hp: dict[int, int] = field(default_factory=lambda: dict.fromkeys(range(4), 200))
    gone: set[int] = field(default_factory=set)
    """Dead, escaped or failed."""

    def may_move(self, player: int, number: int) -> set[Pos]:
        here = self.where[player]
        return (neighbours(here) | stops(here)) - closed(number)

    def may_attack(self, player: int) -> set[int]:
        here = self.where[player]
        near = {here} | neighbours(here)
        others = set(self.where) - {player} - self.gone
        return {other for other in others if self.where[other] in near}

    def sees(self, player: int) -> dict[int, Pos]:
        """The others that a player sees."""
        z = self.where[player][2]
        others = set(self.where) - {player} - self.gone
        return {other: self.where[other] for other in others if self.where[other][2] == z}
