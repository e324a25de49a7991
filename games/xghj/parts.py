"""What a scenario may change beyond numbers: named parts, each a small rule.

A part sees the state and may keep JSON in ``state.memory`` under its own name; it draws only from
generators that are seeded by ``state.memory["seed"]`` and the round.  Parts speak of the points of
a scenario by their tags.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Protocol

from games.engine import JSON
from games.xghj.ground import Numbers
from games.xghj.state import State


class PointRules(Protocol):
    """What parts ask of the rules."""

    def counts(self, state: State, place: int) -> bool:
        """Whether a point is in working order."""

    def owned(self, state: State, player: int, places: Sequence[int]) -> int:
        """How many of these points, in working order, the player owns."""


@dataclass(frozen=True, slots=True)
class PartParameter:
    """Something that a part is told.  ``sort`` is "number" (``low`` to ``high``), "tag" (one that
    a point has) or "ways" (see `games.xghj.ways`)."""

    name: str
    title: str
    sort: str
    default: JSON
    low: int = 0
    high: int = 0
    help: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """What a part shows on a cell: ``kind`` is a word for how it looks, ``player`` whom it is
    about, if anybody.  What is ``public`` everybody learns, the rest who sees the cell's owner."""

    place: int
    kind: str
    text: str
    player: int | None = None
    public: bool = False

    def to_json(self) -> dict[str, JSON]:
        return {
            "place": self.place,
            "kind": self.kind,
            "text": self.text,
            "player": self.player,
        }


Tagged = Mapping[str, Sequence[int]]
"""The places of the points that have a tag, by tag."""


class ScenarioPart:
    """A rule that changes nothing; each method is called at one moment of the game.

    ``name`` is its key in ``state.memory``; ``places`` are those of the points with its tag, or of
    all tags that it names.
    """

    kind: ClassVar[str] = ""
    title: ClassVar[str] = ""
    help: ClassVar[str] = ""
    fields: ClassVar[tuple[PartParameter, ...]] = ()

    def __init__(self, name: str, tagged: Tagged, values: Mapping[str, JSON]) -> None:
        """``values`` has every field, each as its sort wants it."""
        self.name = name
        self.values = dict(values)
        self.places: tuple[int, ...] = tuple(tagged.get(values.get("tag", ""), ()))

    def words(self) -> str:
        """The rule in a sentence for players."""
        return ""

    def begin(self, rules: PointRules, state: State) -> None:
        """Before anybody stands on the board."""

    def before_round(self, rules: PointRules, state: State) -> None:
        """``state.round`` is the round that comes; what is settled here everybody may know."""

    def resources(self, rules: PointRules, state: State, resource: Numbers) -> Numbers:
        """What every cell yields; ``resource`` is not to be written to."""
        return resource

    def income(self, rules: PointRules, state: State, player: int, income: int) -> int:
        """What the player gets in a round, from what he would get without this part."""
        return income

    def counts(self, rules: PointRules, state: State, place: int) -> bool:
        """Whether the point at this place is in working order."""
        return True

    def sees_all(self, rules: PointRules, state: State, player: int) -> bool:
        """Whether the player sees the whole board now."""
        return False

    def knows_all(self, rules: PointRules, state: State, player: int) -> bool:
        """Whether the player knows everything of every country now."""
        return False

    def after_round(self, rules: PointRules, state: State) -> None:
        """After eliminations; ``state.round`` counts the next round already."""

    def reached(self, rules: PointRules, state: State) -> list[int]:
        """The players who have met a goal."""
        return []

    def marks(self, rules: PointRules, state: State) -> list[Mark]:
        """What the part shows on the board now."""
        return []

    # For parts.

    def owned(self, rules: PointRules, state: State, player: int) -> int:
        """How many of its points, in working order, the player owns."""
        return rules.owned(state, player, self.places)

    def random(self, state: State) -> Random:
        """A generator of this part's own for the round; only `Random.random` is to be used, which
        stays the same from one Python to the next."""
        return Random(f"{state.memory.get('seed', 0)}/{state.round}/{self.name}")


def owner_of(state: State, place: int) -> int | None:
    """Who owns a cell, or None."""
    owner = int(state.owner[place])
    return None if owner < 0 else owner
