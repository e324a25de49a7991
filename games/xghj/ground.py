"""The ground of a game: the board's resources and coefficients, the kernel of a bomb, and kinds of
terrain: a letter and a name for a cell's numbers, which help people to write and paint maps.

Places are ``y * cols + x`` with column x and row y from 0; arrays have one element per place.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields

import numpy as np
from numpy.typing import NDArray

from games.engine import JSON

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


STANDARD_ROWS = (
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
STANDARD_KERNEL = kernel_of(STANDARD_ROWS)
"""The kernel of the contest; `RULES.md` names its source."""


LONGEST_NAME = 40
MOST_KINDS = 40
_LETTER = re.compile(r"[!-~]")
_COLOUR = re.compile(r"#[0-9a-f]{6}")
RESERVED = "0123456789/#={\"'"
"""These characters have another meaning in a map's text."""


@dataclass(frozen=True, slots=True)
class Terrain:
    """One kind: ``colour`` is "#rrggbb", the numbers are those of `Ground`."""

    letter: str
    name: str
    colour: str
    resource: int
    attack: int
    defence: int

    def __post_init__(self) -> None:
        """ValueError with the reason for invalid values."""
        if not _LETTER.fullmatch(self.letter) or self.letter in RESERVED:
            raise ValueError(f"{self.letter!r:.20} cannot be the letter of a terrain")
        if not 1 <= len(self.name) <= LONGEST_NAME or not self.name.isprintable():
            raise ValueError(f"a terrain's name has 1 to {LONGEST_NAME} characters")
        if not _COLOUR.fullmatch(self.colour):
            raise ValueError(f"a colour is written as #1a2b3c, not {self.colour!r:.20}")
        for what in ("resource", "attack", "defence"):
            value = getattr(self, what)
            if type(value) is not int or not 0 <= value <= MOST_COEFFICIENT:
                raise ValueError(f"{what} is a number from 0 to {MOST_COEFFICIENT}")

    @property
    def numbers(self) -> tuple[int, int, int]:
        return self.resource, self.attack, self.defence

    def to_json(self) -> dict[str, JSON]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: JSON) -> Terrain:
        """ValueError with the reason for invalid data."""
        if type(data) is not dict:
            raise ValueError(f"a terrain is an object, not {data!r:.40}")
        known = {field.name: field.type for field in fields(cls)}
        if wrong := sorted(set(data) ^ set(known)):
            raise ValueError(f"a terrain has {', '.join(known)}; look at {wrong[0]!r:.40}")
        for name in ("letter", "name", "colour"):
            if type(data[name]) is not str:
                raise ValueError(f"a terrain's {name} is a text, not {data[name]!r:.40}")
        return cls(**data)


PALETTE = (
    Terrain(".", "plain", "#b9cf8f", 1, 100, 100),
    Terrain("+", "road", "#c9bfae", 1, 150, 50),
    Terrain("s", "slope", "#a58f63", 1, 60, 140),
    Terrain("t", "stairs", "#866f4b", 1, 40, 180),
    Terrain("~", "river", "#5b9bd0", 0, 0, 100),
    Terrain("^", "cliff", "#77757c", 0, 0, 200),
    Terrain("H", "hall", "#d8973c", 5, 100, 120),
    Terrain("c", "court", "#e3c46b", 3, 100, 100),
    Terrain(",", "grass", "#86b573", 0, 100, 100),
    Terrain("m", "mud", "#7d6650", 0, 50, 50),
)
"""The usual kinds.  Roads are easy to take and hard to hold; slopes and stairs are the reverse.
Halls and courts are rich, grass and mud are poor.  Nobody can ever take a river or a cliff."""


def by_letter(kinds: Sequence[Terrain]) -> Mapping[str, Terrain]:
    """Later kinds replace earlier ones of the same letter."""
    return {kind.letter: kind for kind in kinds}
