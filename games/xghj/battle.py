"""The second phase of a round: bombs, placed and paid for in the order of each player's list, and
the battle, on arrays over all players and cells at once.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, compress
from typing import Any

import numpy as np

from games.bits import Bits
from games.xghj.ground import UNIT, Flags, Ground, Kernel, Numbers
from games.xghj.influence import Amounts, Blasts, Influence, Rooms, exact
from games.xghj.orders import Bomb
from games.xghj.state import NOBODY, Owners, State


def place_bombs(
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


@dataclass(frozen=True, slots=True)
class Settled:
    """The result of a battle: the owners, the cells that each player has taken (``gained``), and
    those that became free (``lost``)."""

    owner: Owners
    gained: list[int]
    lost: int
    battle: Battle
    blasts: Blasts

    @property
    def influence(self) -> Amounts:
        """`Battle.influence` of this battle."""
        return self.battle.influence(self.blasts, len(self.gained))


@dataclass(frozen=True, slots=True)
class Fronts:
    """The cells where each player can act, as sets by player.

    A player defends ``supplied`` cells, which are the player's own or an ally's.  A player attacks
    ``hostile`` cells, which are an enemy's or free, and advances from ``access`` cells.
    """

    supplied: Sequence[int]
    hostile: Sequence[int]
    access: Sequence[int]


class Battle:
    """The battle on one ground: an attack must exceed the defence by more than ``limit``."""

    def __init__(self, ground: Ground, kernel: Kernel, limit: int, bits: Bits) -> None:
        self._ground, self._bits = ground, bits
        self._limit = limit * UNIT
        self._influence = Influence(ground, kernel)
        self._doubles = ground.attack.astype(np.float64), ground.defence.astype(np.float64)
        self._rooms = Rooms()
        self._most = max(1, int(ground.attack.max()), int(ground.defence.max())) * UNIT

    def fight(self, owner: Owners, blasts: Blasts, fronts: Fronts) -> Settled:
        """Fight the battle from the present owners, all cells at once."""
        players = len(fronts.access)
        # The type must hold the largest sum: all bombs on one cell.
        dtype = exact(int(blasts.size.sum()) * self._most + self._limit)
        attack, defence = self._forces(blasts, fronts, dtype)
        best = attack.max(0)
        attack_of, defence_of = self._coefficients(dtype)
        # A cell's coefficient is the same for all attackers.
        (hit,) = np.nonzero(best * attack_of > defence * defence_of + self._limit)
        leading = attack[:, hit] == best[hit]
        alone = leading.sum(0) == 1
        place, winner = hit[alone], leading.argmax(0)[alone]
        sets = self._bits.of_cells(players, winner, place)
        gained = [
            self._bits.flood(self._bits.spread(base) & cells, cells) if cells else 0
            for base, cells in zip(fronts.access, sets, strict=True)
        ]
        if gained != sets:
            reached = self._bits.have(gained, winner, place)
            place, winner = place[reached], winner[reached]
        taken = owner.copy()
        taken[place] = winner
        lost = self._abandon(taken, hit[~alone])
        return Settled(taken, gained, lost, self, blasts)

    def _forces(
        self, blasts: Blasts, fronts: Fronts, large: np.dtype[Any]
    ) -> tuple[Amounts, Amounts]:
        """Each player's attack on every cell, ``[player, place]``, and the defence of every cell,
        both without the cell's coefficients."""
        players = len(fronts.access)
        influence = self._influence.of(blasts, players, large)
        supplied, hostile = self._bits.tables([*fronts.supplied, *fronts.hostile]).reshape(
            2, *influence.shape
        )
        product = self._rooms.room("product", influence.shape, influence.dtype)
        defence = np.multiply(influence, supplied, out=product).sum(0, dtype=influence.dtype)
        attack = np.multiply(influence, hostile, out=product)
        return attack.reshape(players, -1), defence.ravel()

    def _abandon(self, owner: Owners, places: Numbers) -> int:
        """Free these places, and return them as a set."""
        if not places.size:
            return 0
        owner[places] = NOBODY
        (free,) = self._bits.of_cells(1, np.zeros_like(places), places)
        return free

    def _coefficients(self, dtype: np.dtype[Any]) -> tuple[Amounts, Amounts]:
        if dtype == np.float64:
            return self._doubles
        return self._ground.attack.astype(dtype), self._ground.defence.astype(dtype)

    def influence(self, blasts: Blasts, players: int) -> Amounts:
        """Each player's exact influence on every cell, ``[player, place]``, in ten-thousandths."""
        large = exact(int(blasts.size.sum()) * UNIT)
        return self._influence.of(blasts, players, large).reshape(players, -1).copy()
