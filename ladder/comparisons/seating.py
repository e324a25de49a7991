"""The seats in the matches of one result of a comparison.

Candidate and baseline each take one side: a seat, or with teams all seats of one. In the second
match of a pair they exchange sides and everything else is the same. For two sides of equal size
this is the mirrored seating of the ladder. If there are more sides, house bots take the others, the
same in all matches of a result. Other people's bots do not take part, nor do copies of the compared
versions, which might help or hinder each other.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from ladder.core.seating import Seating, sides


@dataclass(frozen=True, slots=True)
class PairSeating:
    """The seats of the two sides, and by seat the guest of the other sides (None on those two)."""

    first: tuple[int, ...]
    second: tuple[int, ...]
    others: tuple[int | None, ...]

    def pair(self, one: int, other: int) -> tuple[Seating, Seating]:
        """Both seatings: ``one`` has the first side, then the second."""
        return self._seated(one, other), self._seated(other, one)

    def _seated(self, one: int, other: int) -> Seating:
        numbers = [
            one if seat in self.first else other if seat in self.second else guest
            for seat, guest in enumerate(self.others)
        ]
        return tuple(number for number in numbers if number is not None)


def draw(
    seats: int, teams: Sequence[int], guests: Sequence[int], rng: random.Random
) -> PairSeating:
    """Random sides, and random guests on the rest, with as few repeats as possible.

    ValueError where there are fewer than two sides, or more and no guests.
    """
    places = sides(seats, teams)
    if len(places) < 2:
        raise ValueError("nobody meets anybody there")
    if len(places) > 2 and not guests:
        raise ValueError("there is no house bot for the other seats")
    drawn = rng.sample(range(len(places)), 2)
    rest = [place for number, place in enumerate(places) if number not in drawn]
    pick = rng.sample(list(guests), len(guests))
    others: list[int | None] = [None] * seats
    for turn, place in enumerate(rest):
        for seat in place:
            others[seat] = pick[turn % len(pick)]
    first, second = sorted(drawn)
    return PairSeating(tuple(places[first]), tuple(places[second]), tuple(others))
