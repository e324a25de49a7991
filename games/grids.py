"""Boards that are grids: random draws, distances and connectivity.

A board is a two-dimensional array of flags, True where a cell is open.  A step leads from an open
cell to one of its four neighbours.  A place is a cell's index ``row * width + column``.  Returned
arrays have one element per place, row by row.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Flags = NDArray[np.bool_]
Numbers = NDArray[np.int32]
Indices = NDArray[np.int64]
T = TypeVar("T")

NOWHERE = -1
"""Stands for "none": no distance (unreachable), no component, no start."""
_TIE = -2


def shuffled(rng: random.Random, pool: Iterable[T]) -> Iterator[T]:
    """The elements of the pool in random order, drawn lazily.

    This uses only `Random.random`: Python promises that its results stay the same in all versions,
    so that a seed always gives the same game.
    """
    rest = list(pool)
    for left in range(len(rest), 0, -1):
        chosen = int(rng.random() * left)
        rest[chosen], rest[left - 1] = rest[left - 1], rest[chosen]
        yield rest.pop()


def draw(rng: random.Random, pool: Iterable[T], count: int) -> list[T]:
    """``count`` different elements of the pool in random order; fewer where it has no more."""
    return list(islice(shuffled(rng, pool), count))


def neighbours(place: int, width: int, height: int) -> list[int]:
    """The places above, left, right and below that are on the board."""
    row, column = divmod(place, width)
    near = []
    if row > 0:
        near.append(place - width)
    if column > 0:
        near.append(place - 1)
    if column < width - 1:
        near.append(place + 1)
    if row < height - 1:
        near.append(place + width)
    return near


# The functions pad a board with a closed column on its right and closed rows above and below, so
# that the neighbours of a cell are at fixed offsets and need no bounds checks.


def _stride(board: Flags) -> int:
    return int(board.shape[1]) + 1


def _padded(board: Flags) -> Flags:
    height, width = board.shape
    padded = np.zeros((height + 2, width + 1), np.bool_)
    padded[1:-1, :-1] = board
    return padded.ravel()


def _indices(board: Flags, places: Sequence[int]) -> Indices:
    inner = np.array(places, np.int64)
    inner += inner // int(board.shape[1]) + _stride(board)
    return inner


def _next_to(frontier: Indices, stride: int) -> Indices:
    """The neighbours of the cells in a frontier: first all above, then left, right and below."""
    return np.concatenate((frontier - stride, frontier - 1, frontier + 1, frontier + stride))


def one_of_each(cells: Indices, scratch: Indices) -> Flags:
    """Flags that mark one occurrence of every value.

    ``scratch`` has the board's size; its content does not matter.
    """
    numbers = np.arange(cells.size)
    scratch[cells] = numbers
    marks: Flags = scratch[cells] == numbers
    return marks


def distances(board: Flags, starts: Sequence[int]) -> Numbers:
    """Steps to every place from each start: one row per start, `NOWHERE` where unreachable."""
    padded, stride = _padded(board), _stride(board)
    unseen = np.tile(padded, len(starts))
    steps = np.full(unseen.size, NOWHERE, np.int32)
    scratch = np.empty(unseen.size, np.int64)
    frontier = _indices(board, starts) + np.arange(len(starts)) * padded.size
    level = 0
    while frontier.size:
        steps[frontier] = level
        unseen[frontier] = False
        reached = _next_to(frontier, stride)
        reached = reached[unseen[reached]]
        frontier = reached[one_of_each(reached, scratch)]
        level += 1
    inner = steps.reshape(len(starts), board.shape[0] + 2, stride)[:, 1:-1, :-1]
    return inner.reshape(len(starts), board.size)


def nearest(board: Flags, starts: Sequence[int]) -> Numbers:
    """The number of the start that is strictly nearest to each place, in steps.

    `NOWHERE` where two starts are equally near, and where no start reaches the place.  O(cells).
    """
    padded, stride = _padded(board), _stride(board)
    owners = np.full(padded.size, NOWHERE, np.int32)
    scratch = np.empty(padded.size, np.int64)
    frontier = _indices(board, starts)
    owners[frontier] = np.arange(len(starts))
    padded[frontier] = False
    while frontier.size:
        claims = np.tile(owners[frontier], 4)
        reached = _next_to(frontier, stride)
        free = padded[reached]
        reached, claims = reached[free], claims[free]
        owners[reached] = claims
        owners[reached[owners[reached] != claims]] = _TIE
        frontier = reached[one_of_each(reached, scratch)]
        padded[frontier] = False
    owners[owners == _TIE] = NOWHERE
    return owners.reshape(-1, stride)[1:-1, :-1].ravel()


def components(board: Flags) -> tuple[Numbers, int]:
    """The number of each open place's component, from 0 in the order of their first places
    (`NOWHERE` for closed places), and how many components there are.  O(cells)."""
    padded, stride = _padded(board), _stride(board)
    unseen = bytearray(padded.tobytes())
    labels = [NOWHERE] * len(unseen)
    count = 0
    for start in np.flatnonzero(padded).tolist():
        if not unseen[start]:
            continue
        unseen[start] = False
        waiting = [start]
        while waiting:
            here = waiting.pop()
            labels[here] = count
            for there in (here - stride, here - 1, here + 1, here + stride):
                if unseen[there]:
                    unseen[there] = False
                    waiting.append(there)
        count += 1
    inner: Numbers = np.array(labels, np.int32).reshape(-1, stride)[1:-1, :-1].ravel()
    return inner, count


def cut_places(board: Flags) -> Flags:
    """The cut vertices: closing such a place disconnects two other open places.  O(cells)."""
    padded, stride = _padded(board), _stride(board)
    order, parents, sequence = _depth_first(padded, stride)
    lows = _lowest_neighbours(padded, order, stride).tolist()
    cuts = bytearray(padded.size)
    branches: dict[int, int] = {}
    for here in reversed(sequence):
        parent = parents[here]
        if parent == NOWHERE:
            cuts[here] = branches.get(here, 0) > 1
            continue
        branches[parent] = branches.get(parent, 0) + 1
        if lows[here] >= order[parent]:
            cuts[parent] = True
        elif lows[here] < lows[parent]:
            lows[parent] = lows[here]
    return np.frombuffer(cuts, np.bool_).reshape(-1, stride)[1:-1, :-1].ravel()


def _depth_first(padded: Flags, stride: int) -> tuple[list[int], list[int], list[int]]:
    """A depth-first forest: each cell's number in the order of visits (closed: 0, else from 1)
    and its parent (`NOWHERE` for roots), and the cells in that order."""
    is_open = padded.tobytes()
    order = [0] * len(is_open)
    parents = [NOWHERE] * len(is_open)
    sequence: list[int] = []
    for root in np.flatnonzero(padded).tolist():
        waiting = [] if order[root] else [root]
        while waiting:
            here = waiting.pop()
            if order[here]:
                continue
            sequence.append(here)
            order[here] = len(sequence)
            for there in (here - stride, here - 1, here + 1, here + stride):
                if is_open[there] and not order[there]:
                    # The last cell that sets the parent is also the one that visits it from.
                    parents[there] = here
                    waiting.append(there)
    return order, parents, sequence


def _lowest_neighbours(padded: Flags, order: Sequence[int], stride: int) -> Indices:
    """The earliest visit among each cell and its open neighbours."""
    visits = np.where(padded, np.asarray(order, np.int64), padded.size + 1)
    lows = visits.copy()
    inner = slice(stride, -stride)
    for offset in (-stride, -1, 1, stride):
        shifted = visits[stride + offset : visits.size - stride + offset]
        np.minimum(lows[inner], shifted, out=lows[inner])
    return lows


class Flooding:
    """A board whose places close one after the other."""

    def __init__(self, board: Flags) -> None:
        """Copies the board."""
        self._width = int(board.shape[1])
        self._stride = _stride(board)
        self._open = bytearray(_padded(board).tobytes())

    def _index(self, place: int) -> int:
        return place + place // self._width + self._stride

    def close(self, place: int) -> None:
        self._open[self._index(place)] = False

    def reopen(self, place: int) -> None:
        self._open[self._index(place)] = True

    def exits(self, place: int) -> list[int]:
        """The open neighbours of a place."""
        here, stride, is_open = self._index(place), self._stride, self._open
        sides = (
            (here - stride, -self._width),
            (here - 1, -1),
            (here + 1, 1),
            (here + stride, self._width),
        )
        return [place + offset for cell, offset in sides if is_open[cell]]

    def severs(self, place: int) -> bool:
        """Whether closing this place would disconnect two open places that are connected now.

        Usually the eight cells around it decide that.  Otherwise a search starts from each side,
        all by turns, until they meet or one is exhausted: O(cells) at worst, usually a few cells.
        """
        here = self._index(place)
        sides = self._sides(here)
        return len(sides) > 1 and not self._meet(sides, here)

    def _sides(self, here: int) -> list[int]:
        """One open neighbour for each group of them that is connected around the cell.

        None where a closed circle of cells connects all four.
        """
        stride, is_open = self._stride, self._open
        sides = (-stride, 1, stride, -1)
        corners = (-stride - 1, 1 - stride, stride + 1, stride - 1)
        found = []
        for number, side in enumerate(sides):
            linked = is_open[here + corners[number]] and is_open[here + sides[number - 1]]
            if is_open[here + side] and not linked:
                found.append(here + side)
        return found

    def _meet(self, sides: list[int], closed: int) -> bool:
        """Whether all these cells are connected without the closed one."""
        stride, is_open = self._stride, self._open
        owners = {closed: NOWHERE} | {cell: side for side, cell in enumerate(sides)}
        leaders = list(range(len(sides)))
        fronts = {side: [cell] for side, cell in enumerate(sides)}
        while len(fronts) > 1:
            side, front = next(iter(fronts.items()))
            if not front:
                return False
            # Removed here and added again at the end, so that the sides take turns.
            del fronts[side]
            reached: list[int] = []
            for here in front:
                for there in (here - stride, here - 1, here + 1, here + stride):
                    if not is_open[there]:
                        continue
                    owner = owners.setdefault(there, NOWHERE - 1)
                    if owner == NOWHERE - 1:
                        owners[there] = side
                        reached.append(there)
                    elif owner != NOWHERE and leaders[owner] != side:
                        met = leaders[owner]
                        leaders = [side if leader == met else leader for leader in leaders]
                        reached += fronts.pop(met)
            fronts[side] = reached
        return True
