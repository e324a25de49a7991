"""Maps: what a game with maps declares to the platform.

A map has two forms.  People write and upload its *text*, in the game's own format.  `Setup.map`
holds its *JSON*.  A `MapFormat` turns one into the other, reports the errors of a text with their
places, generates maps from a seed, and checks whether a ruleset can be played on a map.

Maps that are grids have the JSON ``{"width": w, "height": h, "cells": [token, ...]}``, row by row.
A token is the text of one cell.  The site's editor works on these cells.  The game's
``static/map.js`` defines the brushes of the editor and draws the map (see `MapFormat.grid`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, TypeVar

from games.engine import JSON, Ruleset
from games.options import NumberOption

_Cell = TypeVar("_Cell")


@dataclass(frozen=True, slots=True)
class MapProblem:
    """An error in a map.  ``row`` and ``column`` are those of a cell and count from 1; None where
    the problem belongs to no cell."""

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
"""The largest number of problems that `MapError` reports of one map."""


class MapError(ValueError):
    """A map cannot be used; ``problems`` (at least one) say why, in the order of the text."""

    def __init__(self, problems: Sequence[MapProblem] | str) -> None:
        self.problems: tuple[MapProblem, ...] = (
            (MapProblem(problems),)
            if isinstance(problems, str)
            else tuple(problems[:MOST_PROBLEMS])
        )
        super().__init__("; ".join(str(problem) for problem in self.problems))


class Findings(list[MapProblem]):
    """The problems of a map, while it is read."""

    def add(self, reason: str, row: int | None = None, column: int | None = None) -> None:
        self.append(MapProblem(reason, row, column))

    @property
    def full(self) -> bool:
        """Whether `MapError` would report no further problems."""
        return len(self) >= MOST_PROBLEMS

    def raise_any(self) -> None:
        """`MapError` where there are problems."""
        if self:
            raise MapError(self)


@dataclass(frozen=True, slots=True)
class Bounds:
    """How many rows and columns maps of a game have: from ``least`` to ``most``, inclusive."""

    least: int
    most: int

    def check(self, width: int, height: int) -> None:
        """`MapError` for a size out of bounds."""
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
        """`MapError` unless this is a grid within the bounds.  The tokens are not checked."""
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
        """Apply ``read`` to every token and return the results.

        `MapError` with the places of the tokens for which ``read`` raises a ValueError.
        """
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


def in_rows(cells: Sequence[_Cell], width: int) -> list[Sequence[_Cell]]:
    """The cells of a board, row by row, of which each has ``width``."""
    return [cells[at : at + width] for at in range(0, len(cells), width)]


@dataclass(frozen=True, slots=True)
class StockMap:
    """A map that ships with the game, as text in a file.  ``name`` is unique within the game."""

    name: str
    title: str
    path: Path
    summary: str = ""


def stock_maps(folder: Path, *maps: tuple[str, str, str]) -> tuple[StockMap, ...]:
    """Maps from the files ``NAME.txt`` of a folder, each given by name, title and summary."""
    return tuple(
        StockMap(name, title, folder / f"{name}.txt", summary) for name, title, summary in maps
    )


@dataclass(frozen=True, slots=True)
class Fact:
    """A labelled value that a map's page shows: "Size: 20 x 30"."""

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
    Otherwise it exports only ``draw(ctx, map, {x, y, width, height, theme, palette, layer})``.
    Both may export ``layers`` (``[{id, title}]``), parts of the picture that people can choose
    where a map is shown large.  ``layer`` is the id of the chosen one; null or absent: all."""
    most_bytes: ClassVar[int] = 1 << 20
    """UTF-8 bytes of the longest text."""
    options: ClassVar[tuple[NumberOption, ...]] = ()
    """The options of `generate`."""
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

    def convert(self, data: JSON) -> JSON:
        """The map of a JSON document: of this module's kind, or as another site writes it where a
        game reads that.  `MapError`."""
        self.check(data)
        return data

    @abstractmethod
    def fits(self, board: JSON, ruleset: Ruleset) -> None:
        """`MapError` with the reason unless the ruleset can be played on this map."""

    @abstractmethod
    def generate(self, options: Mapping[str, int], seed: int) -> JSON:
        """A random map.  Options left out have their defaults.  `MapError` where the options
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
        """The most important values of a map, for its page."""
