"""The parts of a scenario: small rules that change more than numbers.

A part reads the state and may keep JSON in ``state.memory`` under its own name.  It uses only
random generators that `ScenarioPart.random` seeds.  A part names its points by their tags.
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
    """The methods of the rules that parts use."""

    def counts(self, state: State, place: int) -> bool:
        """Whether a point is in working order."""

    def owned(self, state: State, player: int, places: Sequence[int]) -> int:
        """The number of these points that the player owns and that are in working order."""


@dataclass(frozen=True, slots=True)
class PartParameter:
    """A parameter of a part.  ``sort`` is "number" (``low`` to ``high``), "tag" (the tag of a
    point) or "ways" (see `games.xghj.ways`)."""

    name: str
    title: str
    sort: str
    default: JSON
    low: int = 0
    high: int = 0
    help: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign that a part shows on a cell.

    ``kind`` is a word for its appearance, ``player`` the country that it concerns, if any.  All
    players see ``public`` marks.  Only players who know the cell's owner see the others.
    """

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
"""Each tag → the places of the points that have it."""


class ScenarioPart:
    """The base of all parts, which by itself changes nothing.

    The rules call each method at a certain moment of the game.  ``name`` is the part's key in
    ``state.memory``; ``places`` are those of all points with its tags.
    """

    kind: ClassVar[str] = ""
    title: ClassVar[str] = ""
    help: ClassVar[str] = ""
    fields: ClassVar[tuple[PartParameter, ...]] = ()

    def __init__(self, name: str, tagged: Tagged, values: Mapping[str, JSON]) -> None:
        """``values`` has a valid value for each of ``fields``."""
        self.name = name
        self.values = dict(values)
        self.places: tuple[int, ...] = tuple(tagged.get(values.get("tag", ""), ()))

    def words(self) -> str:
        """The rule in a sentence for players."""
        return ""

    def begin(self, rules: PointRules, state: State) -> None:
        """Runs once, before round 0."""

    def before_round(self, rules: PointRules, state: State) -> None:
        """Runs before the round ``state.round``.  Players may know everything that it decides."""

    def resources(self, rules: PointRules, state: State, resource: Numbers) -> Numbers:
        """The resources of all cells, from those without this part; must not change its input."""
        return resource

    def income(self, rules: PointRules, state: State, player: int, income: int) -> int:
        """The player's income of a round, from the income without this part."""
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
        """Runs after eliminations; ``state.round`` is already the next round."""

    def reached(self, rules: PointRules, state: State) -> list[int]:
        """The players who have reached the goal of this part."""
        return []

    def marks(self, rules: PointRules, state: State) -> list[Mark]:
        """The marks that the part shows on the board now."""
        return []

    # Helpers for parts.

    def owned(self, rules: PointRules, state: State, player: int) -> int:
        """The number of the part's points that the player owns and that are in working order."""
        return rules.owned(state, player, self.places)

    def random(self, state: State) -> Random:
        """A generator for this part and this round.

        Use only `Random.random`: its results stay the same in all versions of Python.
        """
        return Random(f"{state.memory.get('seed', 0)}/{state.round}/{self.name}")


def owner_of(state: State, place: int) -> int | None:
    """The owner of a cell, or None."""
    owner = int(state.owner[place])
    return None if owner < 0 else owner
