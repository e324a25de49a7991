"""Arithmetic of tables: places, the order of entrants that left, win rates; and how a match
counts in a bot's record."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Left(StrEnum):
    """How an entrant left a contest before its end, in the order of tables; empty if it did not."""

    STAYED = ""
    WITHDREW = "withdrew"
    DISQUALIFIED = "disqualified"

    @property
    def columns(self) -> dict[str, bool]:
        """Whether it left in each way, as files and JSON say it."""
        return {how.value: self is how for how in (Left.DISQUALIFIED, Left.WITHDREW)}


def order(left: Left, *figures: Any) -> tuple[Any, ...]:
    """The sort key of a line of a table, in every format; the smallest key is the first line.

    Entrants that play on are ordered by their ``figures``, of which less is better.  Those that
    withdrew come behind them, by the same figures.  Those that were disqualified are last, and all
    of them are equal.
    """
    behind = list(Left).index(left)
    return (behind,) if left is Left.DISQUALIFIED else (behind, *figures)


def places(values: Sequence[Any], *, least_first: bool = False) -> list[int]:
    """The place of each value, the largest first; equal values share the better place: 1 2 2 4."""
    first: dict[Any, int] = {}
    for place, value in enumerate(sorted(values, reverse=not least_first), 1):
        first.setdefault(value, place)
    return [first[value] for value in values]


def win_rate(wins: int, draws: int, losses: int) -> float | None:
    """The share of points won, from 0 to 1, where a draw is half a win; None before any match."""
    played = wins + draws + losses
    return (wins + draws / 2) / played if played else None


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
