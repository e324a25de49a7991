"""Scenarios: rulesets that people make from parts which a game offers, without code.

A `ScenarioFormat` describes the scenarios of its game as data, from which the site makes a form:
numbers, points on the map, and parts, each a small rule.  A scenario is the JSON object

    {"title": str, "summary": str, "constants": {name: int},
     "points": [{"name": str, "x": int, "y": int, "tags": [str, ...]}, ...],
     "parts": [{"kind": str, field: value, ...}, ...]}

with only those constants that differ from their defaults.  It is played by a ruleset of the game,
its *base*, on a map of its own.  The base decides the seats, teams and limits.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from games.engine import JSON
from games.options import NumberOption

MOST_PROBLEMS = 40
"""The largest number of problems that `ScenarioError` reports of one scenario."""


class Sort(StrEnum):
    """The type of a field of a part: the JSON that its value has."""

    NUMBER = "number"
    """An int from ``low`` to ``high``."""
    CHOICE = "choice"
    """The ``value`` of one of its choices."""
    POINT = "point"
    """The name of one of the scenario's points."""
    TAG = "tag"
    """A str that marks a group of points."""
    TAGS = "tags"
    """A list of tags."""
    TEXT = "text"
    """A str of at most ``high`` characters."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the values of a field."""

    value: str
    title: str


@dataclass(frozen=True, slots=True)
class PartField:
    """A parameter of a part."""

    name: str
    title: str
    sort: Sort
    default: JSON
    low: int = 0
    high: int = 0
    choices: tuple[Choice, ...] = ()
    help: str = ""


@dataclass(frozen=True, slots=True)
class PartKind:
    """A small rule that a scenario may have, more than once."""

    kind: str
    title: str
    help: str = ""
    fields: tuple[PartField, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table that people write as lines of text: rows of numbers, for example.

    ``usual`` are the lines for scenarios that have no such table under ``sheets``.
    """

    name: str
    title: str
    usual: tuple[str, ...]
    help: str = ""


@dataclass(frozen=True, slots=True)
class ScenarioProblem:
    """An error in a scenario.  ``path`` names the place, with dots: "points.2", "constants.speed",
    "parts.0", "sheets.kinds".  "map" is the board; an empty path is the whole scenario."""

    path: str
    reason: str

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}" if self.path else self.reason


class ScenarioError(ValueError):
    """A scenario cannot be played; ``problems`` (at least one) say why."""

    def __init__(self, problems: Sequence[ScenarioProblem]) -> None:
        self.problems: tuple[ScenarioProblem, ...] = tuple(problems[:MOST_PROBLEMS])
        super().__init__("; ".join(str(problem) for problem in self.problems))


class ScenarioFormat(ABC):
    """The scenarios of one game.  No method does I/O; equal arguments give equal results."""

    bases: ClassVar[tuple[str, ...]]
    """Names of the rulesets that may play a scenario; the first one is the default."""
    constants: ClassVar[tuple[NumberOption, ...]] = ()
    parts: ClassVar[tuple[PartKind, ...]] = ()
    sheets: ClassVar[tuple[Sheet, ...]] = ()
    most_points: ClassVar[int] = 0
    """0: a scenario has no points."""
    most_parts: ClassVar[int] = 16
    tag_pattern: ClassVar[str] = "[a-z][a-z0-9-]{0,23}"
    """The form of a tag, as a regular expression that means the same in Python and in browsers."""
    help: ClassVar[str] = ""
    """One or two sentences on the parts of a scenario of this game."""

    @abstractmethod
    def check(self, scenario: JSON, board: JSON) -> None:
        """`ScenarioError` with all problems, unless this can be played on the board."""

    @abstractmethod
    def params(self, scenario: JSON) -> Mapping[str, JSON]:
        """The params for `Setup.params` that come on top of the base's own.

        The scenario has passed `check`.
        """

    def describe(self, scenario: JSON, board: JSON) -> Sequence[str]:
        """The differences from the base, in sentences for players; the scenario passed `check`."""
        given = scenario.get("constants", {})
        return [
            f"{each.title}: {given[each.name]} instead of {each.default}."
            for each in self.constants
            if given.get(each.name, each.default) != each.default
        ]
