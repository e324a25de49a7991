"""Maps: what a game with maps declares to the platform.

A map has two forms.  Its *text* is what people write and upload, in the game's own format; its
*JSON* is what `Setup.map` holds.  A `MapFormat` turns one into the other, says precisely what is
wrong with a text, makes maps from a seed, and knows which rulesets a map can serve.

Maps that are grids have the JSON ``{"width": w, "height": h, "cells": [token, ...]}``, row by row:
a token is what the text has for one cell.  The site's editor works on those cells; what it may
paint, and how a map looks, is in the game's ``static/map.js`` (see `MapFormat.grid`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, TypeVar

from games.engine import JSON, Ruleset

_Cell = TypeVar("_Cell")


@dataclass(frozen=True, slots=True)
class MapProblem:
    """Something that is wrong with a map.  ``row`` and ``column`` are those of a cell and count
    from 1; None where the problem has no place."""

    reason: str
    row: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        places = {"row": self.row, "column": self.column}
        where = ", ".join(f"{name} {number}" for name, number in places.items() if number)
        return f"{where}: {self.reason}" if where else self.reason

    def to_json(self) -> dict[str, JSON]:
        return {"reason": self.reason, "row": self.row, "column": self.column}


MOST_PROBLEMS = 20
"""No more problems than so many are told of one map."""


class MapError(ValueError):
    """A map cannot be used; ``problems`` (at least one) say why, in the order of the text."""

    def __init__(self, problems: Sequence[MapProblem] | str) -> None:
        self.problems: tuple[MapProblem, ...] = (
            (MapProblem(problems),)
            if isinstance(problems, str)
            else tuple(problems[:MOST_PROBLEMS])
        )
        super().__init__("; ".join(str(problem) for problem in self.problems))


class Findings:
    """What is found wrong with a map while it is read."""

    def __init__(self) -> None:
        self.problems: list[MapProblem] = []

    def add(self, reason: str, row: int | None = None, column: int | None = None) -> None:
        self.problems.append(MapProblem(reason, row, column))

    @property
    def full(self) -> bool:
        """Whether no more problems are told anyway."""
        return len(self.problems) >= MOST_PROBLEMS

    def raise_any(self) -> None:
        """`MapError` where something was found."""
        if self.problems:
            raise MapError(self.problems)


@dataclass(frozen=True, slots=True)
class Bounds:
    """How many rows and columns maps of a game have, both included."""

    least: int
    most: int

    def check(self, width: int, height: int) -> None:
        """`MapError` for a size that no map has."""
        found = Findings()
        for what, number in (("columns", width), ("rows", height)):
            if not self.least <= number <= self.most:
                found.add(f"{number} {what}: a map has {self.least} to {self.most}")
        found.raise_any()


@dataclass(frozen=True, slots=True)
class Grid:
    """A map that is a grid: the tokens of its cells, row by row."""

    width: int
    height: int
    cells: Sequence[str]

    @classmethod
    def from_json(cls, board: JSON, bounds: Bounds) -> Grid:
        """`MapError` for what is no grid of such a size; tokens may still be anything."""
        if not isinstance(board, dict) or set(board) != {"width", "height", "cells"}:
            raise MapError("a map is an object of width, height and cells")
        width, height, cells = board["width"], board["height"], board["cells"]
        if type(width) is not int or type(height) is not int:
            raise MapError("width and height are whole numbers")
        bounds.check(width, height)
        if not isinstance(cells, list) or not all(isinstance(cell, str) for cell in cells):
            raise MapError("cells are a list of texts")
        if len(cells) != width * height:
            raise MapError(f"{width} x {height} cells are {width * height}, not {len(cells)}")
        return cls(width, height, tuple(cells))

    def read(self, read: Callable[[str], _Cell]) -> list[_Cell]:
        """What every token says.  `MapError` with the places of those for which ``read`` raises a
        ValueError."""
        cells: list[_Cell] = []
        found = Findings()
        for place, token in enumerate(self.cells):
            try:
                cells.append(read(token))
            except ValueError as error:
                row, column = divmod(place, self.width)
                found.add(str(error), row + 1, column + 1)
                if found.full:
                    break
        found.raise_any()
        return cells

    def to_json(self) -> JSON:
        return {"width": self.width, "height": self.height, "cells": list(self.cells)}


@dataclass(frozen=True, slots=True)
class Option:
    """A whole number that a generated map depends on: a field of the form, with its bounds."""

    name: str
    title: str
    low: int
    high: int
    default: int
    help: str = ""


@dataclass(frozen=True, slots=True)
class StockMap:
    """A map that ships with the game, as text in a file.  ``name`` is unique within the game."""

    name: str
    title: str
    path: Path
    summary: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """A figure that a map's page shows: "Size: 20 x 30"."""

    title: str
    value: str


class MapFormat(ABC):
    """The maps of one game.  No method does I/O; equal arguments give equal results."""

    grid: ClassVar[bool] = True
    """Whether the JSON is the grid of this module, so that the editor can paint it.

    Then ``static/map.js`` exports ``separator`` (between the tokens of a row in the text),
    ``blank`` (the token of a new cell), ``brushes`` (``{id, title, token?, values?: [{name, title,
    low, high, default, choices?: [{value, title}]}]}``), ``paint(token, brush, values)``,
    ``describe(token)`` in words, and ``draw(ctx, grid, {x, y, size, theme, palette, layer,
    rect?})`` with ``size`` CSS pixels a cell; ``rect`` (``x0, y0, x1, y1``, half open) limits it
    to some cells.
    Else it exports only ``draw(ctx, map, {x, y, width, height, theme, palette, layer})``.
    Either may export ``layers`` (``[{id, title}]``), parts of what there is to see: large pictures
    then offer them, and ``layer`` is the chosen one's id; null, or left out, means everything."""
    most_bytes: ClassVar[int] = 1 << 20
    """UTF-8 bytes of the longest text."""
    options: ClassVar[tuple[Option, ...]] = ()
    """What a generated map can be told."""
    stock: ClassVar[tuple[StockMap, ...]] = ()
    help: ClassVar[str] = ""
    """The format in a few lines of Markdown, shown beside the editor."""

    @abstractmethod
    def parse(self, text: str) -> JSON:
        """The map that a text describes.  `MapError` with every problem's place."""

    @abstractmethod
    def write(self, board: JSON) -> str:
        """The text of a map; `parse` gives the map back."""

    @abstractmethod
    def check(self, board: JSON) -> None:
        """`MapError` unless this JSON is a map that `parse` might have given."""

    @abstractmethod
    def fits(self, board: JSON, ruleset: Ruleset) -> None:
        """`MapError` with the reason unless the ruleset can be played on this map."""

    @abstractmethod
    def generate(self, options: Mapping[str, int], seed: int) -> JSON:
        """A map by chance.  Options left out have their defaults.  `MapError` where the options
        are out of bounds or cannot be satisfied."""

    def chosen(self, options: Mapping[str, int]) -> dict[str, int]:
        """All options, with the defaults of those left out.  `MapError` for unknown ones and for
        values out of bounds."""
        known = {option.name: option for option in self.options}
        for name, value in options.items():
            if name not in known:
                raise MapError(f"there is no option {name!r:.40}")
            option = known[name]
            if type(value) is not int or not option.low <= value <= option.high:
                raise MapError(f"{option.title} must be {option.low} to {option.high}")
        return {name: options.get(name, option.default) for name, option in known.items()}

    @abstractmethod
    def facts(self, board: JSON) -> Sequence[Fact]:
        """What is worth knowing about a map at a glance."""
