"""Tables of rounds in which all entrants play at once.

Tables have nearly equal sizes.  A local search makes a round: two entrants swap tables if that
reduces repeated meetings or moves them nearer to their own tables, until no swap helps.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

TRIES = 512
"""Of how many entrants, taken together, arrangements are tried for a round of a design: of few
entrants many, as there is more to win, and the best one is taken."""


def sizes(entrants: int, sides: int) -> tuple[int, ...]:
    """The number of entrants at each table: as few tables as possible, the larger ones first."""
    tables = -(-entrants // sides)
    return tuple((entrants + tables - 1 - table) // tables for table in range(tables))


def seats(entrants: int, sides: int) -> Ints:
    """The table of each place; places fill one table after the other."""
    return np.repeat(np.arange(-(-entrants // sides)), sizes(entrants, sides))


def improved(at: Ints, met: Ints, cost: Ints) -> Ints:
    """The tables of an arrangement after all swaps that help.

    ``at`` has the table of each entrant, ``met`` the cost of each pair at one table, ``cost``
    (entrants × tables) the cost of each entrant at each table.
    """
    at = at.copy()
    met = met - np.diag(met.diagonal())
    everyone = np.arange(len(at))
    # Products of whole numbers are fast, and exact, as floats.
    known = met.astype(np.float64)
    while True:
        there = np.zeros(cost.shape)
        there[everyone, at] = 1
        price = (known @ there).astype(np.int64) + cost
        moves = price[:, at] - price[everyone, at][:, None] - met
        gain = moves + moves.T
        gain[at[:, None] == at[None, :]] = 0
        if not _swapped(at, gain):
            return at


def _swapped(at: Ints, gain: Ints) -> bool:
    """Do the swaps that gain most, at most one for each table, so that none changes the gain of
    another.  Returns whether there was any."""
    partners = gain.argmin(axis=1)
    best = gain[np.arange(len(at)), partners]
    used: set[int] = set()
    for a in np.argsort(best, kind="stable").tolist():
        b = int(partners[a])
        tables = {int(at[a]), int(at[b])}
        if best[a] >= 0:
            break
        if not used & tables:
            used |= tables
            at[a], at[b] = at[b], at[a]
    return bool(used)


def total(at: Ints, met: Ints, cost: Ints) -> int:
    """The cost of an arrangement."""
    together = at[:, None] == at[None, :]
    return int(np.triu(met * together, 1).sum() + cost[np.arange(len(at)), at].sum())


def groups(at: Ints) -> tuple[tuple[int, ...], ...]:
    """The entrants of each table."""
    return tuple(
        tuple(int(entrant) for entrant in np.flatnonzero(at == table))
        for table in range(int(at.max()) + 1)
    )


def meetings(entrants: int, tables: Sequence[Sequence[int]]) -> Ints:
    """How often each has sat with each other one."""
    met = np.zeros((entrants, entrants), np.int64)
    for table in tables:
        met[np.ix_(table, table)] += 1
    np.fill_diagonal(met, 0)
    return met


def in_turn(members: Sequence[int], sat: Counter[tuple[int, int]]) -> tuple[int, ...]:
    """The entrants of a game in the order of their sides: each side goes to the entrant that has
    had it least.

    ``sat`` counts by side and entrant; if equal, the better entrant goes first.
    """
    left = list(members)
    order = []
    for side in range(len(left)):
        chosen = min(left, key=lambda each: sat[side, each])
        left.remove(chosen)
        order.append(chosen)
    return tuple(order)


def rounds_for_all(entrants: int, sides: int) -> int:
    """The least number of rounds in which all entrants can meet each other."""
    return -(-(entrants - 1) // (sizes(entrants, sides)[0] - 1))


@lru_cache(maxsize=64)
def design(
    entrants: int, sides: int, rounds: int, seed: int
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Tables by round.  Each entrant sits at one table in each round, and at smaller tables as
    often as the others.  Meetings are as even as the search can make them."""
    rng = random.Random(seed)
    shape = sizes(entrants, sides)
    small = np.array([size < shape[0] for size in shape])
    met = np.zeros((entrants, entrants), np.int64)
    spared = np.zeros(entrants, np.int64)
    sat: Counter[tuple[int, int]] = Counter()
    schedule = []
    for _ in range(rounds):
        # Squares grow by twice what was there and one; a place at a small table weighs as much
        # as to meet a whole table again.
        cost = np.outer(spared * sides * 4, small.astype(np.int64))
        at = _best(2 * met + 1, cost, seats(entrants, sides), rng)
        tables = tuple(in_turn(table, sat) for table in groups(at))
        sat.update((side, who) for table in tables for side, who in enumerate(table))
        met += meetings(entrants, tables)
        spared += small[at]
        schedule.append(tables)
    return tuple(schedule)


def _best(met: Ints, cost: Ints, at: Ints, rng: random.Random) -> Ints:
    tries = []
    for _ in range(max(TRIES // len(at), 1)):
        drawn = np.array(rng.sample(at.tolist(), len(at)), np.int64)
        tries.append(improved(drawn, met, cost))
    return min(tries, key=lambda tried: total(tried, met, cost))
