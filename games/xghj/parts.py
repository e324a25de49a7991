"""The parts of a scenario: small rules that change more than numbers.

A part reads the state and may keep JSON in ``state.memory`` under its own name.  It uses only
random generators that `ScenarioPart.random` seeds.  A part names its points by their tags; a goal
may need some of each tag, which people write as "2 south + 1 north or 2 park" (`Ways`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Protocol

from games.engine import JSON
from games.scenarios import PartField
from games.xghj.ground import Numbers
from games.xghj.state import State

TAG = re.compile(r"[a-z][a-z0-9-]{0,23}")
MOST_WAYS = 16
LONGEST_WAYS = 200
"""Characters, where people write them in a form."""
_NEED = re.compile(r"(\d{1,3}) +(\S+)")


@dataclass(frozen=True, slots=True)
class Ways:
    """Alternatives, each with the number needed of some tags."""

    ways: tuple[Mapping[str, int], ...]

    @property
    def tags(self) -> list[str]:
        """All tags of all ways, in the order of the text."""
        return list(dict.fromkeys(tag for way in self.ways for tag in way))

    def met(self, owned: Mapping[str, int]) -> bool:
        """Whether ``owned``, the number of owned points by tag, satisfies one of the ways."""
        return any(all(owned[tag] >= need for tag, need in way.items()) for way in self.ways)

    def words(self) -> str:
        """The inverse of `read`."""
        return " or ".join(
            " + ".join(f"{need} {tag}" for tag, need in way.items()) for way in self.ways
        )


def read_ways(text: str) -> Ways:
    """The ways that a text describes.  ValueError with the reason where it does not."""
    ways = []
    for choice in re.split(r"(?<!\s)\s+or\s+", text.strip()):
        way: dict[str, int] = {}
        for part in choice.split("+"):
            found = _NEED.fullmatch(part.strip())
            if not found or not is_tag(found[2]) or not int(found[1]):
                raise ValueError(f"“{part.strip()[:40]}” is no number with a tag, such as 2 gate")
            if found[2] in way:
                raise ValueError(f"the tag {found[2]} is named twice in “{choice[:60]}”")
            way[found[2]] = int(found[1])
        ways.append(way)
    if len(ways) > MOST_WAYS:
        raise ValueError(f"there are at most {MOST_WAYS} ways")
    return Ways(tuple(ways))


def is_tag(text: str) -> bool:
    """Tags are lowercase letters, digits and hyphens; *or* is no tag, as it separates ways."""
    return TAG.fullmatch(text) is not None and text != "or"


class PointRules(Protocol):
    """The methods of the rules that parts use."""

    def counts(self, state: State, place: int) -> bool:
        """Whether a point is in working order."""

    def owned(self, state: State, player: int, places: Sequence[int]) -> int:
        """The number of these points that the player owns and that are in working order."""


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
    fields: ClassVar[tuple[PartField, ...]] = ()
    """A text holds `Ways`."""

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
