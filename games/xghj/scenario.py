"""Scenarios: the ground, numbers, points and special rules of a game as data; those that ship."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import TypeVar

from games.engine import JSON
from games.maps import MapError
from games.scenarios import ScenarioError, ScenarioProblem
from games.xghj import maptext, parts
from games.xghj.catalog import PartSpec
from games.xghj.constants import Constants
from games.xghj.ground import (
    MOST_KINDS,
    PALETTE,
    STANDARD_KERNEL,
    Ground,
    Kernel,
    Terrain,
    by_letter,
    kernel_of,
)
from games.xghj.rules import Rules

FOLDER = Path(__file__).parent
STANDARD = "standard"
SHIPPED_MAPS = ("commons", "quarters", "narrows", "field", "track", "campus")
"""Names of files in ``maps/``."""
SHIPPED_SCENARIOS = (STANDARD, "four", "duel", "teaching", "machines", "halls")
"""Names of files in ``scenarios/``."""


@lru_cache
def map_text(name: str) -> str:
    """The text of a shipped map; its name is one of `MAPS`."""
    return (FOLDER / "maps" / f"{name}.txt").read_text()


def shipped_scenario(name: str) -> JSON:
    """A shipped scenario's JSON.  ValueError for an unknown name."""
    if name not in SHIPPED_SCENARIOS:
        raise ValueError(
            f"there is no scenario {name!r:.40}; there are {', '.join(SHIPPED_SCENARIOS)}"
        )
    return json.loads(_scenario_text(name))


@lru_cache
def _scenario_text(name: str) -> str:
    return (FOLDER / "scenarios" / f"{name}.json").read_text()


MOST_POINTS = 100
MOST_PARTS = 16
MOST_TAGS = 8
LONGEST_TITLE = 60
LONGEST_SUMMARY = 2000
_MEMBERS = {"title", "summary", "map", "kernel", "constants", "points", "parts", "terrain"}

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Point:
    """A cell with a name, and tags by which parts find it."""

    name: str
    x: int
    y: int
    tags: tuple[str, ...] = ()

    def to_json(self) -> dict[str, JSON]:
        return {"name": self.name, "x": self.x, "y": self.y, "tags": list(self.tags)}

    @classmethod
    def from_json(cls, data: JSON) -> Point:
        """ValueError with the reason for invalid data."""
        if type(data) is not dict or set(data) - {"tags"} != {"name", "x", "y"}:
            raise ValueError("a point is an object of name, x, y and tags")
        name, tags = data["name"], data.get("tags", [])
        if type(name) is not str or not 1 <= len(name) <= LONGEST_TITLE or not name.isprintable():
            raise ValueError(f"a point's name is a text of at most {LONGEST_TITLE} characters")
        if type(data["x"]) is not int or type(data["y"]) is not int:
            raise ValueError("x and y of a point are whole numbers")
        if type(tags) is not list or len(tags) > MOST_TAGS:
            raise ValueError(f"a point has a list of at most {MOST_TAGS} tags")
        for tag in tags:
            if type(tag) is not str or not parts.is_tag(tag):
                raise ValueError(
                    f"{tag!r:.40} is not a tag: use lowercase letters, digits and hyphens"
                )
        return cls(name, data["x"], data["y"], tuple(dict.fromkeys(tags)))


@dataclass(frozen=True, eq=False)
class Scenario:
    """Everything that a game needs, except the players."""

    title: str
    ground: Ground
    summary: str = ""
    kernel: Kernel = STANDARD_KERNEL
    constants: Constants = field(default_factory=Constants)
    points: tuple[Point, ...] = ()
    parts: tuple[PartSpec, ...] = ()
    terrain: tuple[Terrain, ...] = PALETTE

    @classmethod
    def of_params(cls, params: Mapping[str, JSON], board: JSON = None) -> Scenario:
        """``params["scenario"]`` is the name of a shipped scenario or the JSON of one; by default
        the standard one.  ``params["constants"]`` replace its constants, and a map its ground.

        ValueError with reasons where these do not fit together.
        """
        given = params.get("scenario", STANDARD)
        data = shipped_scenario(given) if type(given) is str else given
        changed = params.get("constants", {})
        if changed and type(data) is dict and type(data.get("constants", {})) is dict:
            data = {**data, "constants": {**data.get("constants", {}), **changed}}
        return cls.from_json(data, board)

    @classmethod
    def from_json(cls, data: JSON, board: JSON = None) -> Scenario:
        """``board`` is a map that replaces its own.  `ScenarioError` with all problems."""
        return _Reader(data).scenario(board)

    def rules(self) -> Rules:
        tagged: dict[str, list[int]] = {}
        for point in self.points:
            for tag in point.tags:
                tagged.setdefault(tag, []).append(self.ground.place(point.x, point.y))
        parts = [spec.part(f"{n} {spec.kind}", tagged) for n, spec in enumerate(self.parts)]
        return Rules(self.ground, self.constants, self.kernel, parts)

    def scene(self) -> dict[str, JSON]:
        """The scenario's members of the scene, besides ground, kernel and numbers."""
        return {
            "title": self.title,
            "points": [point.to_json() for point in self.points],
            "parts": [part.to_json() for part in self.parts],
            "words": self.words(),
            "terrain": [kind.to_json() for kind in self.terrain],
        }

    def words(self) -> list[str]:
        """The special rules in sentences for players."""
        return [part.words() for part in self.rules().parts]


class _Reader:
    """Reads a scenario's JSON member by member and collects the problems."""

    def __init__(self, data: JSON) -> None:
        if type(data) is not dict:
            raise ScenarioError([ScenarioProblem("", "a scenario is an object")])
        self._data = data
        self._problems = [
            ScenarioProblem(name, "there is no such part of a scenario")
            for name in sorted(map(str, set(data) - _MEMBERS))
        ]

    def scenario(self, board: JSON) -> Scenario:
        title = self._text("title", 1, LONGEST_TITLE)
        summary = self._text("summary", 0, LONGEST_SUMMARY)
        terrain = self._terrain()
        ground = self._ground(board, terrain)
        kernel = self._try("kernel", lambda: _kernel(self._data.get("kernel")), STANDARD_KERNEL)
        constants = self._constants()
        points = self._each("points", MOST_POINTS, Point.from_json)
        parts = self._each("parts", MOST_PARTS, PartSpec.from_json)
        if ground is not None:
            self._check_points(ground, points)
        self._check_tags(points, parts)
        if self._problems or ground is None:
            raise ScenarioError(self._problems)
        return Scenario(
            title, ground, summary, kernel, constants, tuple(points), tuple(parts), terrain
        )

    def _wrong(self, path: str, why: str) -> None:
        self._problems.append(ScenarioProblem(path, why))

    def _try(self, path: str, read: Callable[[], T], otherwise: T) -> T:
        try:
            return read()
        except ValueError as error:
            self._wrong(path, str(error))
            return otherwise

    def _text(self, name: str, least: int, most: int) -> str:
        value = self._data.get(name, "")
        if type(value) is str and least <= len(value) <= most:
            return value
        self._wrong(name, f"this is a text of {least} to {most} characters")
        return ""

    def _terrain(self) -> tuple[Terrain, ...]:
        """The usual kinds, with those of the scenario in place of the same letters."""
        own = self._each("terrain", MOST_KINDS, Terrain.from_json)
        return tuple(by_letter((*PALETTE, *own)).values())

    def _ground(self, board: JSON, terrain: Sequence[Terrain]) -> Ground | None:
        given = self._data.get("map") if board is None else board
        return self._try("map", lambda: _ground(given, terrain), None)

    def _constants(self) -> Constants:
        given = self._data.get("constants", {})
        if type(given) is not dict:
            self._wrong("constants", "these are an object")
            return Constants()
        good = {}
        for name, value in given.items():
            one = {name: value}
            if self._try(f"constants.{name}", partial(Constants.from_json, one), None):
                good[name] = value
        return Constants.from_json(good)

    def _each(self, name: str, most: int, read: Callable[[JSON], T]) -> list[T]:
        given = self._data.get(name, [])
        if type(given) is not list or len(given) > most:
            self._wrong(name, f"this is a list of at most {most}")
            return []
        found = []
        for number, item in enumerate(given):
            one = self._try(f"{name}.{number}", partial(read, item), None)
            if one is not None:
                found.append(one)
        return found

    def _check_points(self, ground: Ground, points: Sequence[Point]) -> None:
        taken: set[tuple[int, int]] = set()
        for number, point in enumerate(points):
            where = f"points.{number}"
            if not ground.inside(point.x, point.y):
                self._wrong(where, f"{point.name} lies off the map, at {point.x}, {point.y}")
            elif not ground.attack[ground.place(point.x, point.y)]:
                self._wrong(where, f"{point.name} lies where nobody can ever take it")
            elif (point.x, point.y) in taken:
                self._wrong(where, f"{point.name} lies on another point")
            taken.add((point.x, point.y))

    def _check_tags(self, points: Sequence[Point], parts: Sequence[PartSpec]) -> None:
        counts: dict[str, int] = {}
        for point in points:
            for tag in point.tags:
                counts[tag] = counts.get(tag, 0) + 1
        for number, part in enumerate(parts):
            for tag in part.tags:
                if tag not in counts:
                    self._wrong(f"parts.{number}", f"no point has the tag {tag}")


def _ground(given: JSON, terrain: Sequence[Terrain]) -> Ground:
    """The ground from a map's grid, its text, its rows, or the name of a shipped map."""
    if type(given) is list and all(type(row) is str for row in given):
        return maptext.read("\n".join(given), terrain)
    if type(given) is not str:
        return maptext.from_grid(given)
    if given in SHIPPED_MAPS:
        return maptext.read(map_text(given), terrain)
    if "\n" not in given:
        known = ", ".join(SHIPPED_MAPS)
        raise MapError(f"there is no map {given!r:.40}; there are {known}")
    return maptext.read(given, terrain)


def _kernel(given: JSON) -> Kernel:
    if given is None:
        return STANDARD_KERNEL
    if type(given) is not list or not all(type(row) is str for row in given):
        raise ValueError("a kernel is a list of nine rows of nine decimals")
    return kernel_of(given)
