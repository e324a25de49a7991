"""The second phase of a round: bombs, their influence on every cell, and the battle.

Bombs are placed and paid for in the order of each player's list.  Their influence is the sum of
their sizes times the kernel's weights.  The battle is on arrays over all players and cells at once.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, compress
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from games.bits import Bits
from games.xghj.ground import REACH, SPAN, UNIT, Flags, Ground, Kernel, Numbers
from games.xghj.orders import Bomb
from games.xghj.state import NOBODY, Owners, State

Amounts = NDArray[Any]
"""Whole numbers, also as doubles where doubles are exact."""

_DOUBLE = 2**53
"""Below this a double is an exact whole number."""
_WORD = 2**63
_HALF = 2**31
_CHUNK = 256
"""Bombs at once: their arrays are small enough to need no new memory from the system."""
_SPARSE = 24
"""With fewer bombs than one for this many cells, it is faster to add each bomb by itself."""


@dataclass(frozen=True, slots=True)
class Blasts:
    """Bombs that explode: the owner, place and size of each, as arrays."""

    player: Numbers
    place: Numbers
    size: Numbers


class Rooms:
    """Arrays for reuse: on large boards, allocating an array takes longer than filling it."""

    def __init__(self) -> None:
        self._known: dict[str, Amounts] = {}

    def room(self, name: str, shape: tuple[int, ...], dtype: DTypeLike) -> Amounts:
        """The array of this name, with any content; a new one after a change of shape or type."""
        room = self._known.get(name)
        if room is None or room.shape != shape or room.dtype != dtype:
            room = self._known[name] = np.empty(shape, dtype)
        return room


def exact(most: int) -> np.dtype[Any]:
    """The fastest large type that holds whole numbers up to ``most`` exactly."""
    return np.dtype(np.float64 if most < _DOUBLE else np.int64 if most < _WORD else np.object_)


class Influence:
    """The kernel on one ground.

    Boards have a border as wide as the kernel reaches, for influence off the board.  Their rows
    have an even number of cells.  Where amounts are small, two neighbours share a 64-bit word, so
    that one addition covers both.
    """

    def __init__(self, ground: Ground, kernel: Kernel) -> None:
        self._cols = ground.cols
        self._stride = (ground.cols + SPAN) // 2 * 2
        self._padded = self._stride * (ground.rows + 2 * REACH)
        self._steps, self._windows = _words(kernel, self._stride)
        self._downs, self._acrosses = _alike(kernel)
        self._rooms = Rooms()

    def of(self, blasts: Blasts, players: int, large: np.dtype[Any]) -> Amounts:
        """Each player's exact influence on every cell, ``[player, y, x]``, in ten-thousandths.

        The type is int32 where the sum of all bombs fits into it, otherwise ``large``.  The next
        call overwrites the array.
        """
        y, x = np.divmod(blasts.place, self._cols)
        corners = blasts.player * self._padded + y * self._stride + x
        small = int(blasts.size.sum()) * UNIT < _HALF
        if small and len(corners) * _SPARSE < players * self._padded:
            return self._by_bomb(corners, blasts.size, players)
        bombs = self._rooms.room("bombs", (players, self._padded), np.int32 if small else large)
        bombs.fill(0)
        middles = corners + REACH * (self._stride + 1)
        np.add.at(bombs.reshape(-1), middles, blasts.size.astype(bombs.dtype))
        return self._by_weight(bombs)

    def _by_bomb(self, corners: Numbers, sizes: Numbers, players: int) -> Amounts:
        """Add each bomb's window to its player's board."""
        words = self._rooms.room("words", (players, self._padded // 2), np.int64)
        words.fill(0)
        for begin in range(0, len(corners), _CHUNK):
            some = slice(begin, begin + _CHUNK)
            places = (corners[some, None] >> 1) + self._steps
            amounts = self._windows.take(corners[some] & 1, 0) * sizes[some, None]
            np.add.at(words.reshape(-1), places.ravel(), amounts.ravel())
        cells = words.view(np.int32).reshape(players, -1, self._stride)
        return cells[:, REACH:-REACH, REACH : REACH + self._cols]

    def _by_weight(self, bombs: Amounts) -> Amounts:
        """Add up whole boards of bombs: shifted down, weighted, and shifted across."""
        inner = self._padded - 2 * REACH * self._stride
        shape, dtype, room = (len(bombs), inner), bombs.dtype, self._rooms.room
        downs = []
        for number, steps in enumerate(self._downs):
            first, *others = [bombs[:, at * self._stride :][:, :inner] for at in steps]
            for other in others:
                first = np.add(first, other, out=room(f"down {number}", shape, dtype))
            downs.append(first)
        whole, row, term = (room(name, shape, dtype) for name in ("whole", "row", "term"))
        whole.fill(0)
        # A shift over the end of a row moves amounts onto the border of the row before.
        flat, moved = whole.reshape(-1), row.reshape(-1)
        most = flat.size - 2 * REACH
        for group, weights in self._acrosses:
            np.multiply(downs[0], weights[0], out=row)
            for weight, down in zip(weights[1:], downs[1:], strict=True):
                row += np.multiply(down, weight, out=term)
            for at in group:
                flat[:most] += moved[at : at + most]
        return whole.reshape(len(bombs), -1, self._stride)[:, :, : self._cols]


def _words(kernel: Kernel, stride: int) -> tuple[Numbers, Numbers]:
    """The words that a window covers, and the amounts that a bomb of size 1 adds to them.

    The words are offsets from the word of the window's corner.  There are two rows of amounts: for
    a corner in the first half of its word, and for one in the second half.
    """
    rows, across = np.arange(SPAN), np.arange(SPAN // 2 + 1)
    steps = (rows[:, None] * (stride // 2) + across).ravel()
    halves = np.zeros((2, SPAN, SPAN + 1), np.int32)
    for first in range(2):
        halves[first, :, first : first + SPAN] = np.array(kernel.weights).T
    return steps, halves.view(np.int64).reshape(2, -1)


def _alike(kernel: Kernel) -> tuple[list[list[int]], list[tuple[list[int], list[int]]]]:
    """The rows of a kernel in groups of equal weights, and its columns in groups.

    Each group of columns has a weight for every group of rows.  A symmetric kernel has few groups.
    The numbers are the bomb's offset from the cell that it affects, so their order is reversed.
    """
    downs: dict[tuple[int, ...], list[int]] = {}
    for down, weights in enumerate(zip(*kernel.weights, strict=True)):
        downs.setdefault(weights, []).append(2 * REACH - down)
    acrosses: dict[tuple[int, ...], list[int]] = {}
    for across, weights in enumerate(kernel.weights):
        acrosses.setdefault(weights, []).append(2 * REACH - across)
    one_of_each = [2 * REACH - some[0] for some in downs.values()]
    return list(downs.values()), [
        (group, [weights[down] for down in one_of_each]) for weights, group in acrosses.items()
    ]


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
        return Settled(taken, gained, lost)

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
