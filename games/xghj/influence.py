"""What bombs amount to on every cell: each is laid over the board by the kernel's weights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from games.xghj.ground import REACH, SPAN, UNIT, Ground, Kernel, Numbers

Amounts = NDArray[Any]
"""Whole numbers, also in doubles where these hold them exactly."""

_DOUBLE = 2**53
"""Below this a double is an exact whole number."""
_WORD = 2**63
_HALF = 2**31
_CHUNK = 256
"""Bombs at once: what is made for them stays small enough to be had without asking the system."""
_SPARSE = 24
"""Where there are fewer bombs than one for so many cells, each is added to the board by itself."""


@dataclass(frozen=True, slots=True)
class Blasts:
    """Bombs that go off: whose, where, and how large, one element each."""

    player: Numbers
    place: Numbers
    size: Numbers


class Rooms:
    """Arrays that are used again and again: on large boards, to get new ones takes longer than to
    fill them."""

    def __init__(self) -> None:
        self._known: dict[str, Amounts] = {}

    def room(self, name: str, shape: tuple[int, ...], dtype: DTypeLike) -> Amounts:
        """An array with any content, the same one every time."""
        room = self._known.get(name)
        if room is None or room.shape != shape or room.dtype != dtype:
            room = self._known[name] = np.empty(shape, dtype)
        return room


def exact(most: int) -> np.dtype[Any]:
    """The quickest of the large numbers that hold whole ones up to ``most`` exactly."""
    return np.dtype(np.float64 if most < _DOUBLE else np.int64 if most < _WORD else np.object_)


class Influence:
    """The kernel on one ground.

    Boards have a border as wide as the kernel reaches, into which bombs may spill, and rows of an
    even number of cells.  So where amounts are small, two neighbours make one word, and one sum
    adds to both of them.
    """

    def __init__(self, ground: Ground, kernel: Kernel) -> None:
        self._cols = ground.cols
        self._stride = (ground.cols + SPAN) // 2 * 2
        self._padded = self._stride * (ground.rows + 2 * REACH)
        self._steps, self._windows = _words(kernel, self._stride)
        self._downs, self._acrosses = _alike(kernel)
        self._rooms = Rooms()

    def of(self, blasts: Blasts, players: int, large: np.dtype[Any]) -> Amounts:
        """Everybody's influence on every cell, ``[player, y, x]``, in ten-thousandths of a bomb,
        exactly: in half words where all of it would fit on one cell, else in ``large`` numbers.
        It is only good until the next call."""
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
        """Each bomb's window is added to its player's board."""
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
        """Whole boards of bombs are added up: moved down, weighted, and moved across."""
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
        # What moves over the end of a row falls on the border of the one before.
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
    """The words that a window covers, as steps from that of its corner, and what a bomb of size 1
    adds to each: of a corner in the first half of its word, and in the second."""
    rows, across = np.arange(SPAN), np.arange(SPAN // 2 + 1)
    steps = (rows[:, None] * (stride // 2) + across).ravel()
    halves = np.zeros((2, SPAN, SPAN + 1), np.int32)
    for first in range(2):
        halves[first, :, first : first + SPAN] = np.array(kernel.weights).T
    return steps, halves.view(np.int64).reshape(2, -1)


def _alike(kernel: Kernel) -> tuple[list[list[int]], list[tuple[list[int], list[int]]]]:
    """The rows of a kernel in groups of equal weights, and its columns in groups, each with a
    weight for every group of the former.  A symmetric kernel has few.

    They are numbered by where the bomb is that reaches a cell so: the last one comes first.
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
