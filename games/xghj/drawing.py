"""Random maps: smooth patches of water, hills and poor land, and rich cells, all symmetric.

The code uses only whole numbers, and only `Random.random` of the generator, so that a seed gives
the same map on every machine.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from games import grids
from games.xghj.ground import PALETTE, Flags, Ground, Numbers

NONE, LEFT_RIGHT, HALF_TURN, ALL_SIDES = range(4)
"""Symmetries: a board is its own mirror image, or the same after half a turn, or both ways."""
_STEPS = 1 << 20
_PATCH = 2
"""Half the side of the square over which water, hills and poor land are smoothed, twice."""
_USUAL = {kind.name: number for number, kind in enumerate(PALETTE)}


@dataclass(frozen=True, slots=True)
class Wishes:
    """Shares of the cells in percent; ``symmetry`` is one of the above."""

    cols: int
    rows: int
    symmetry: int = ALL_SIDES
    water: int = 10
    hills: int = 12
    poor: int = 12
    rich: int = 4


def draw(wishes: Wishes, seed: int) -> Ground:
    """A random map on which all cells that can be taken are connected."""
    random = Random(seed)
    same = _images(wishes)
    kinds = np.full(same.shape[1], _USUAL["plain"], np.int64)
    free = np.ones(kinds.size, np.bool_)
    for share, names in (
        (wishes.water, ("river", "river", "cliff")),
        (wishes.hills, ("slope", "slope", "stairs")),
        (wishes.poor, ("grass", "grass", "mud")),
    ):
        field = _smooth(_noise(random, same), wishes)
        _paint(kinds, free, field, kinds.size * share // 100, names)
    _paint(kinds, free, _noise(random, same), kinds.size * wishes.rich // 100, ("court", "hall"))
    _bridge(kinds, same, wishes)
    blocks = np.array([PALETTE[number].numbers for number in kinds.tolist()], np.int64).T.copy()
    return Ground(wishes.cols, wishes.rows, *blocks)


def _images(wishes: Wishes) -> Numbers:
    """The symmetric images of each place, including itself: ``[image, place]``."""
    board = np.arange(wishes.cols * wishes.rows).reshape(wishes.rows, wishes.cols)
    turned = {
        NONE: [],
        LEFT_RIGHT: [board[:, ::-1]],
        HALF_TURN: [board[::-1, ::-1]],
        ALL_SIDES: [board[:, ::-1], board[::-1], board[::-1, ::-1]],
    }[wishes.symmetry]
    return np.array([board.ravel(), *(image.ravel() for image in turned)])


def _noise(random: Random, same: Numbers) -> Numbers:
    """A random number for every place, the same for all its images."""
    numbers = np.array([int(random.random() * _STEPS) for _ in range(same.shape[1])], np.int64)
    alike: Numbers = numbers[same.min(0)]
    return alike


def _smooth(field: Numbers, wishes: Wishes) -> Numbers:
    """Sums over a square around every place, twice."""
    board = field.reshape(wishes.rows, wishes.cols)
    span = 2 * _PATCH + 1
    for axis in (0, 1, 0, 1):
        padding = [(0, 0), (0, 0)]
        padding[axis] = (_PATCH, _PATCH)
        padded = np.pad(board, padding, mode="edge")
        board = sliding_window_view(padded, span, axis).sum(-1)
    return board.ravel()


def _paint(kinds: Numbers, free: Flags, field: Numbers, count: int, names: Sequence[str]) -> None:
    """Paint about ``count`` free places, those with the highest numbers in ``field``.

    The first of ``names`` is the kind for the lowest numbers.  Equal numbers get the same kind.
    """
    ranked = np.sort(field[free])[::-1]
    if not count or not len(ranked):
        return
    chosen = ranked[: min(count, len(ranked))]
    for at, name in enumerate(reversed(names)):
        least = chosen[(at + 1) * len(chosen) // len(names) - 1]
        here = free & (field >= least)
        kinds[here] = _USUAL[name]
        free &= ~here


def _bridge(kinds: Numbers, same: Numbers, wishes: Wishes) -> None:
    """Lay roads until all cells that can be taken are connected."""
    attack = np.array([kind.attack for kind in PALETTE], np.int64)
    while True:
        board = (attack[kinds] > 0).reshape(wishes.rows, wishes.cols)
        labels, count = grids.components(board)
        if count <= 1:
            return
        way = _way(labels.tolist(), wishes)
        kinds[np.unique(same[:, way])] = _USUAL["road"]


def _way(labels: Sequence[int], wishes: Wishes) -> list[int]:
    """The places of a shortest way from component 0 to another one, without its two ends."""
    start = [place for place, label in enumerate(labels) if label == 0]
    came: dict[int, int] = dict.fromkeys(start, -1)
    waiting = deque(start)
    while waiting:
        here = waiting.popleft()
        if labels[here] > 0:
            break
        for there in grids.neighbours(here, wishes.cols, wishes.rows):
            if there not in came:
                came[there] = here
                waiting.append(there)
    way = []
    here = came[here]
    while labels[here] != 0:
        way.append(here)
        here = came[here]
    return way
