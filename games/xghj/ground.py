"""What a country stands on: the board's resources and coefficients, and how far a bomb reaches.

Places are ``y * cols + x`` with column x and row y from 0; arrays have one element per place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]

MOST_SIDE = 50
MOST_COEFFICIENT = 10_000
"""The largest resource, attack or defence coefficient of a cell: products stay in 64 bits."""
REACH = 4
"""Cells between a bomb and the last column or row that it may reach."""
SPAN = 2 * REACH + 1
UNIT = 10_000
"""What a kernel counts in: ten-thousandths."""


@dataclass(frozen=True, slots=True)
class Ground:
    """The cells of a board; arrays are not to be written to.  An attack coefficient of 0 means
    that nobody can ever take the cell."""

    cols: int
    rows: int
    resource: Numbers
    attack: Numbers
    defence: Numbers

    @property
    def size(self) -> int:
        return self.cols * self.rows

    def place(self, x: int, y: int) -> int:
        return y * self.cols + x

    def point(self, place: int) -> tuple[int, int]:
        """``(x, y)``"""
        y, x = divmod(place, self.cols)
        return x, y

    def inside(self, x: int, y: int) -> bool:
        return 0 <= x < self.cols and 0 <= y < self.rows


@dataclass(frozen=True, slots=True)
class Kernel:
    """What a bomb of size 1 does at each offset: ``weights[dx + 4][dy + 4]`` ten-thousandths."""

    weights: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        """ValueError unless it is 9 x 9 weights from 0 to `UNIT`."""
        if len(self.weights) != SPAN or any(len(row) != SPAN for row in self.weights):
            raise ValueError(f"a kernel has {SPAN} rows of {SPAN} weights")
        if not all(0 <= weight <= UNIT for row in self.weights for weight in row):
            raise ValueError(f"a kernel's weights are from 0 to {UNIT}")


def kernel_of(rows: Sequence[str]) -> Kernel:
    """A kernel from rows of decimals with at most four places.  ValueError for anything else."""
    return Kernel(tuple(tuple(_weight(word) for word in row.split()) for row in rows))


def _weight(word: str) -> int:
    whole, _, part = word.partition(".")
    if not (whole.isdecimal() and len(part) <= 4 and (part.isdecimal() or not part)):
        raise ValueError(f"{word!r:.20} is no weight with at most four decimals")
    return int(whole) * UNIT + int(part.ljust(4, "0"))


STANDARD_KERNEL = kernel_of(
    (
        "0.05 0.1 0.1 0.2 0.4 0.2 0.1 0.1 0.05",
        "0.1 0.1 0.2 0.3 0.7 0.3 0.2 0.1 0.1",
        "0.1 0.2 0.3 0.5 0.8 0.5 0.3 0.2 0.1",
        "0.2 0.3 0.5 0.8 0.9 0.8 0.5 0.3 0.2",
        "0.4 0.7 0.8 0.9 1 0.9 0.8 0.7 0.4",
        "0.2 0.3 0.5 0.8 0.9 0.8 0.5 0.3 0.2",
        "0.1 0.2 0.3 0.5 0.8 0.5 0.3 0.2 0.1",
        "0.1 0.1 0.2 0.3 0.7 0.3 0.2 0.1 0.1",
        "0.05 0.1 0.1 0.2 0.4 0.2 0.1 0.1 0.05",
    )
)
"""The contest's own; its source is in `RULES.md`."""
