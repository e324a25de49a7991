"""Placing and paying for bombs: each player's list, in its order."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from itertools import chain, compress

import numpy as np

from games.xghj.ground import Flags, Ground, Numbers
from games.xghj.influence import Blasts
from games.xghj.orders import Bomb
from games.xghj.state import State


def place(
    state: State,
    listed: Sequence[Sequence[Bomb]],
    friendly: Sequence[Sequence[bool]],
    ground: Ground,
    cost: int,
) -> tuple[list[list[Bomb]], Blasts]:
    """Place and pay for every bomb that is allowed and that the player can still afford.

    The others are skipped and cost nothing.  ``listed`` are the bombs by player.  A player may
    place bombs on the land of those owners for which ``friendly[player][owner]`` is true.
    """
    counts = [len(row) for row in listed]
    # The fastest way to make an array of them.
    numbers = struct.pack(f"{3 * sum(counts)}q", *chain.from_iterable(chain.from_iterable(listed)))
    x, y, size = np.frombuffer(numbers, np.int64).reshape(-1, 3).T.copy()
    player = np.repeat(np.arange(len(counts)), counts)
    # As unsigned numbers, negative ones are very large.
    inside = (x.view(np.uint64) < ground.cols) & (y.view(np.uint64) < ground.rows)
    at = np.where(inside, y * ground.cols + x, 0)
    allowed = np.array([[*row, False] for row in friendly], np.bool_)
    good = inside & (size > 0) & allowed[player, state.owner[at]]
    price = np.where(good, size, 0) * cost
    _pay(state, good, price, counts, np.bincount(player, price, len(counts)).tolist())
    if good.all():
        return [list(row) for row in listed], Blasts(player, at, size)
    kept = iter(good.tolist())
    bombs = [list(compress(row, kept)) for row in listed]
    return bombs, Blasts(player[good], at[good], size[good])


def _pay(
    state: State, good: Flags, price: Numbers, counts: Sequence[int], wanted: Sequence[float]
) -> None:
    """Take the prices from the savings; bombs that a player cannot afford are no longer ``good``.

    ``wanted`` are the sums of the prices by player, which are small enough to be exact doubles.
    """
    begin = 0
    for player, count in enumerate(counts):
        spent, money = int(wanted[player]), state.saving[player]
        if spent > money:
            spent = 0
            for number, one in enumerate(price[begin : begin + count].tolist(), begin):
                if spent + one <= money:
                    spent += one
                else:
                    good[number] = False
        state.saving[player] = money - spent
        begin += count
