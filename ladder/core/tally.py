"""Sums of results: how often two sides met, and what share of that each one won.

Matches come as rows, one for each seat.  The sums are of whole numbers, so that they do not depend
on the order of the matches.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ladder.core.rating import sides_of

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Rows:
    """Seats of matches, each an array of shape (seats of all matches,).

    Rows of one match have the same number ``match`` and stand in the order of its seats;
    ``entrant`` has the seat, ``bot`` is the bot whose program it is, ``rank`` counts from 1 (equal
    ranks are ties), ``team`` is 0 for none.
    """

    match: Ints
    entrant: Ints
    bot: Ints
    rank: Ints
    team: Ints


@dataclass(frozen=True, slots=True)
class Block:
    """Pairs of sides of at most k members; m pairs, none of them twice.

    ``first`` and ``second`` have shape (m, k), with the number of entrants where there are fewer
    members; ``weight`` and ``won`` have shape (m,): the total weight of their meetings, and the
    part of it that the first side won.
    """

    first: Ints
    second: Ints
    weight: Floats
    won: Floats

    def lead(self, strength: Floats) -> Floats:
        """By how much the first sides are stronger; the last ``strength`` is 0 and stands for no
        member."""
        first: Floats = strength[self.first].sum(axis=1)
        second: Floats = strength[self.second].sum(axis=1)
        return first - second


def summed(places: Ints, values: NDArray[Any], size: int) -> Floats:
    """The sums of ``values`` by place, for places from 0 to ``size`` - 1."""
    return np.bincount(places, values, size).astype(np.float64, copy=False)


def tally(rows: Rows, entrants: int) -> list[Block]:
    """The pairs of all matches; ``entrants`` is how many there are.

    Matches without two different bots give none.
    """
    order = np.argsort(rows.match, kind="stable")
    starts = np.flatnonzero(np.diff(rows.match[order], prepend=-1))
    sizes = np.diff(np.append(starts, order.size))
    simple: list[Ints] = []
    teams: dict[int, list[Ints]] = {}
    for size in np.unique(sizes):
        places = order[starts[sizes == size][:, None] + np.arange(size)]
        plain = _is_plain(rows, places)
        simple.append(_pairs(rows.entrant[places[plain]], rows.rank[places[plain]]))
        for match in places[~plain]:
            for width, pair in _odd(rows, match, entrants):
                teams.setdefault(width, []).append(pair)
    if 1 in teams:
        simple.append(np.stack(teams.pop(1)))
    blocks = [_block(1, np.concatenate(simple))] if any(len(s) for s in simple) else []
    blocks += [_block(width, np.stack(pairs)) for width, pairs in sorted(teams.items())]
    return blocks


def _is_plain(rows: Rows, places: Ints) -> NDArray[np.bool_]:
    """Which matches have neither teams nor a bot on several seats."""
    bots = np.sort(rows.bot[places], axis=1)
    twice = (bots[:, 1:] == bots[:, :-1]).any(axis=1)
    plain: NDArray[np.bool_] = ~(twice | (rows.team[places] != 0).any(axis=1))
    return plain


def _pairs(entrants: Ints, ranks: Ints) -> Ints:
    """All pairs of plain matches of one size: first, second, sides, twice what the first won."""
    size = entrants.shape[1]
    blocks = []
    for a in range(size):
        for b in range(a + 1, size):
            first, second = entrants[:, a], entrants[:, b]
            twice = 1 + np.sign(ranks[:, b] - ranks[:, a])
            turn = first > second
            blocks.append(
                np.stack(
                    [
                        np.where(turn, second, first),
                        np.where(turn, first, second),
                        np.full(len(first), size),
                        np.where(turn, 2 - twice, twice),
                    ],
                    axis=1,
                )
            )
    return np.concatenate(blocks) if blocks else np.empty((0, 4), dtype=np.int64)


def _odd(rows: Rows, match: Ints, nobody: int) -> Iterator[tuple[int, Ints]]:
    """The pairs of a match with teams or with a bot on several seats, with the width of a side."""
    teams, bots = rows.team[match].tolist(), rows.bot[match].tolist()
    ranks, entrants = rows.rank[match].tolist(), rows.entrant[match].tolist()
    sides = sides_of(teams, bots)
    means = [sum(ranks[s] for s in side.seats) / len(side.seats) for side in sides]
    members = [sorted(entrants[s] for s in side.members) for side in sides]
    for a in range(len(sides)):
        for b in range(a + 1, len(sides)):
            twice = 1 + (means[b] > means[a]) - (means[b] < means[a])
            width = max(len(members[a]), len(members[b]))
            first, second = (
                side + [nobody] * (width - len(side)) for side in (members[a], members[b])
            )
            if first > second:
                first, second, twice = second, first, 2 - twice
            yield width, np.array([*first, *second, len(sides), twice], dtype=np.int64)


def _block(width: int, pairs: Ints) -> Block:
    """The pairs with the equal ones added up, in an order of their own."""
    sides = 2 * width
    # The same pair in matches of several sizes: their whole numbers first, their weights then.
    keys, where = _distinct(pairs[:, : sides + 1])
    count = np.bincount(where, minlength=len(keys))
    twice = summed(where, pairs[:, sides + 1], len(keys))
    share = 2.0 / keys[:, sides]
    who, group = _distinct(keys[:, :sides])
    return Block(
        first=who[:, :width],
        second=who[:, width:],
        weight=summed(group, share * count, len(who)),
        won=summed(group, share * twice / 2, len(who)),
    )


def _distinct(rows: Ints) -> tuple[Ints, Ints]:
    """The different rows in order, and for every row its place among them."""
    bounds = [int(high) + 1 for high in rows.max(axis=0)]
    if math.prod(bounds) >= 1 << 62:
        distinct, where = np.unique(rows, axis=0, return_inverse=True)
        return distinct, where.reshape(-1)
    # As single numbers they are sorted many times faster.
    flat = np.ravel_multi_index(tuple(rows.T), bounds)
    keys, where = np.unique(flat, return_inverse=True)
    return np.stack(np.unravel_index(keys, bounds), axis=1), where
