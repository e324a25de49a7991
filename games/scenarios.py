"""Scenarios: rulesets that people make from parts which a game offers, without code.

A `ScenarioFormat` says in data what a scenario of its game consists of, so that the site can make a
form of it: numbers, points on the map, and parts, each a small rule.  A scenario is the JSON object

    {"title": str, "summary": str, "constants": {name: int},
     "points": [{"name": str, "x": int, "y": int, "tags": [str, ...]}, ...],
     "parts": [{"kind": str, field: value, ...}, ...]}

with only those constants that are not as usual.  It is played by a ruleset of the game, its *base*,
on a map of its own: who plays, and with which limits, is the base's to say.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from games.engine import JSON

MOST_PROBLEMS = 40
"""No more problems than so many are told of one scenario."""


class Sort(StrEnum):
    """What a field of a part is: the JSON of its value."""

    NUMBER = "number"
    """An int from ``low`` to ``high``."""
    CHOICE = "choice"
    """The ``value`` of one of its choices."""
    POINT = "point"
    """The name of one of the scenario's points."""
    TAG = "tag"
    """A str, by which points are grouped."""
    TAGS = "tags"
    """A list of them."""
    TEXT = "text"
    """A str of at most ``high`` characters."""


@dataclass(frozen=True, slots=True)
class Constant:
    """A whole number of the rules, which is ``default`` where a scenario does not say it."""

    name: str
    title: str
    low: int
    high: int
    default: int
    help: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the values of a field."""

    value: str
    title: str


@dataclass(frozen=True, slots=True)
class PartField:
    """Something that a part is told."""

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
    """A few lines that people write: rows of numbers, say, or one kind of something a line.

    ``usual`` is what holds where a scenario has none of its own under ``sheets``.
    """

    name: str
    title: str
    usual: tuple[str, ...]
    help: str = ""


@dataclass(frozen=True, slots=True)
class ScenarioProblem:
    """Something that is wrong with a scenario.  ``path`` leads to it, with dots: "points.2",
    "constants.speed", "parts.0", "sheets.kinds"; "map" is the board, and empty is the whole."""

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
    """Names of the rulesets by which a scenario may be played; the first one is the default."""
    constants: ClassVar[tuple[Constant, ...]] = ()
    parts: ClassVar[tuple[PartKind, ...]] = ()
    sheets: ClassVar[tuple[Sheet, ...]] = ()
    most_points: ClassVar[int] = 0
    """0: a scenario has no points."""
    most_parts: ClassVar[int] = 16
    tag_pattern: ClassVar[str] = "[a-z][a-z0-9-]{0,23}"
    """What tags look like, as a regular expression that Python and browsers read alike."""
    help: ClassVar[str] = ""
    """What a scenario of the game is made of, in a sentence or two."""

    @abstractmethod
    def check(self, scenario: JSON, board: JSON) -> None:
        """`ScenarioError` with all that is wrong, unless this can be played on the board."""

    @abstractmethod
    def params(self, scenario: JSON) -> Mapping[str, JSON]:
        """What `Setup.params` holds beside those of the base.  The scenario passed `check`."""

    def describe(self, scenario: JSON, board: JSON) -> Sequence[str]:
        """What is special about a scenario that passed `check`, in sentences for players."""
        given = scenario.get("constants", {})
        return [
            f"{each.title}: {given[each.name]} instead of {each.default}."
            for each in self.constants
            if given.get(each.name, each.default) != each.default
        ]
