"""How a match counts in a bot's record: its place among the sides, and whether that was a win."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Final:
    """One bot's part in one match.  ``place`` counts sides: of two teams, the second has 2."""

    place: int
    won: bool
    drawn: bool


def final_places(
    ranks: Sequence[int], teams: Sequence[int], bots: Sequence[int]
) -> dict[int, Final]:
    """By bot; the arguments are by seat, as those of `ladder.core.rating.update`.

    A first place alone is won, one shared with another side is drawn.  A bot on several sides has
    the place nearest to the mean of its places, a half going down; it has won only if it was on one
    side alone, or if the first place is shared by its own sides only.
    """
    keys = [(team, 0) if team else (0, seat) for seat, team in enumerate(teams)]
    of_side = dict(zip(keys, ranks, strict=True))
    order = sorted(of_side.values())
    shared = Counter(order)
    best = order[0]
    mine: dict[int, list[int]] = {}
    for bot, key in dict.fromkeys(zip(bots, keys, strict=True)):
        mine.setdefault(bot, []).append(of_side[key])
    final_of = {}
    for bot, own in mine.items():
        mean = math.fsum(1 + order.index(rank) for rank in own) / len(own)
        first = all(rank == best for rank in own)
        alone = shared[best] == len(own)
        final_of[bot] = Final(math.floor(mean + 0.5), first and alone, first and not alone)
    return final_of
