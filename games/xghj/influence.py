"""The influence of bombs on every cell: the sum of their sizes times the kernel's weights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from games.xghj.ground import REACH, SPAN, UNIT, Ground, Kernel, Numbers

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
