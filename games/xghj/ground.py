"""The ground of a game: the board's resources and coefficients, and the kernel of a bomb.

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
"""The largest distance in columns and in rows at which a bomb has influence."""
SPAN = 2 * REACH + 1
UNIT = 10_000
"""Kernels count in ten-thousandths."""


@dataclass(frozen=True, slots=True)
class Ground:
    """The cells of a board, in read-only arrays.

    Nobody can ever take a cell with the attack coefficient 0.
    """

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
    """The influence of a bomb of size 1: ``weights[dx + 4][dy + 4]``, in ten-thousandths."""

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
"""The kernel of the contest; `RULES.md` names its source."""
