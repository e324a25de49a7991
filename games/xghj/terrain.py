"""Kinds of terrain: a letter and a name for a cell's resource, attack and defence.

The rules use only the numbers.  Kinds help people to write, paint and describe maps.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields

from games.engine import JSON
from games.xghj.ground import MOST_COEFFICIENT

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
