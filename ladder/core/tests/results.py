"""Results by hand and by chance, as rows for `ladder.core.tally`."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from ladder.core.rating import BETA, Belief
from ladder.core.tally import Rows


@dataclass(frozen=True)
class Result:
    """A match by seats: who sits there (entrants), their ranks and teams; ``bots`` if several of
    the entrants are one bot."""

    entrants: Sequence[int]
    ranks: Sequence[int]
    teams: Sequence[int] = field(default=())
    bots: Sequence[int] = field(default=())


def duels(first: int, second: int, won: int, lost: int, tied: int = 0) -> list[Result]:
    ranks = [(1, 2)] * won + [(2, 1)] * lost + [(1, 1)] * tied
    return [Result((first, second), each) for each in ranks]


def rows_of(results: Iterable[Result]) -> Rows:
    table = [
        (number, entrant, bot, rank, team)
        for number, result in enumerate(results)
        for entrant, bot, rank, team in zip(
            result.entrants,
            result.bots or result.entrants,
            result.ranks,
            result.teams or [0] * len(result.ranks),
            strict=True,
        )
    ]
    return Rows(*np.array(table, dtype=np.int64).reshape(-1, 5).T)


def by_chance(seed: int, entrants: int, matches: int) -> list[Result]:
    """Duels, free-for-alls of up to five with ties, and pairs of teams of one to three."""
    dice = random.Random(seed)
    found = []
    for _ in range(matches):
        kind = dice.choice(("duel", "crowd", "teams"))
        if kind == "teams":
            sizes = dice.randint(1, 3), dice.randint(1, 3)
            seats = dice.sample(range(entrants), sum(sizes))
            teams = [1] * sizes[0] + [2] * sizes[1]
            ranks = dice.choice(((1, 2), (2, 1), (1, 1)))
            found.append(Result(seats, [ranks[team - 1] for team in teams], teams))
        else:
            seats = dice.sample(range(entrants), 2 if kind == "duel" else dice.randint(3, 5))
            found.append(Result(seats, [dice.randint(1, 3) for _ in seats]))
    return found


def chance(a: Belief, b: Belief) -> float:
    """The expected score of ``a`` against ``b``, from 0 to 1, by the model that rates them."""
    spread = math.sqrt(2 * BETA**2 + a[1] ** 2 + b[1] ** 2)
    return 1 / (1 + math.exp((b[0] - a[0]) / spread))
