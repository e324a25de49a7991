"""The text of a map, for people to type.

    turns 200           first, how many turns are played
    points 3 2 12       a unit, by its x and y, that does not begin with the usual points
    ; what follows a semicolon is a comment

    T . . # . . c       then the board, its top row first; blanks between fields may be left out
    C . . # . . t

Fields may also be written as the editor does, see `games.microwars.layout`, so that the board
alone says everything.  In problems a row is a line of the text, and a column a field or a word of
it; both count from 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from games.maps import Findings, MapProblem
from games.microwars.layout import (
    BLOCKED,
    FREE,
    LETTERS,
    MOST_POINTS,
    SIGNS,
    TOKEN,
    Cell,
    Layout,
    Said,
    agreed,
    cell_of,
    from_rows,
    no_field,
    shown,
)
from games.microwars.units import LONGEST, MOST_TURNS, SPECS, Field, Kind

COMMENT = ";"

_WORD = re.compile(r"[^ \t]+")
_DIGITS = re.compile(r"[0-9]{1,5}")


@dataclass(slots=True)
class _Sheet:
    """The part of a text that has been read; ``places`` has where each number of a header is."""

    said: list[Said] = field(default_factory=list)
    rows: list[list[Cell]] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    points: dict[Field, int] = field(default_factory=dict)
    places: dict[Field, MapProblem] = field(default_factory=dict)
    found: Findings = field(default_factory=Findings)


def read(text: str) -> Layout:
    """The map that a text describes.  `MapError` with all problems, or the first of many."""
    sheet = _Sheet()
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        words = _WORD.findall(line.partition(COMMENT)[0].rstrip("\r"))
        if words:
            _read_line(sheet, words, number)
        if sheet.found.full:
            sheet.found.raise_any()
    turns = _check_whole(sheet)
    sheet.found.raise_any()
    return from_rows(_with_points(sheet), turns)


def _read_line(sheet: _Sheet, words: list[str], number: int) -> None:
    head = words[0].lower()
    if head == "turns":
        _read_turns(sheet, words, number)
    elif head == "points":
        _read_points(sheet, words, number)
    else:
        _read_row(sheet, words, number)


def _read_turns(sheet: _Sheet, words: list[str], number: int) -> None:
    numbers = _numbers(sheet, words, number, ("turns",), (MOST_TURNS,))
    if numbers is not None:
        sheet.said.append(Said(numbers[0], number))


def _read_points(sheet: _Sheet, words: list[str], number: int) -> None:
    limits = (LONGEST, LONGEST, MOST_POINTS)
    numbers = _numbers(sheet, words, number, ("x", "y", "points"), limits)
    if numbers is None:
        return
    x, y, points = numbers
    if (x, y) in sheet.points:
        sheet.found.add(f"the points of the unit on ({x}, {y}) have been given before", number)
    sheet.points[x, y] = points
    sheet.places[x, y] = MapProblem(f"no unit stands on ({x}, {y})", number, 2)


def _numbers(
    sheet: _Sheet, words: list[str], number: int, names: tuple[str, ...], limits: tuple[int, ...]
) -> list[int] | None:
    """The numbers after the first word, each from 1 to its limit; None after a complaint."""
    head, *rest = words
    if len(rest) != len(names):
        sheet.found.add(f"after “{head}” come {len(names)} numbers: {' '.join(names)}", number)
        return None
    found = []
    for column, (word, name, limit) in enumerate(zip(rest, names, limits, strict=True), 2):
        if not _DIGITS.fullmatch(word) or not 1 <= int(word) <= limit:
            reason = f"{name} is a whole number from 1 to {limit}, not {shown(word)}"
            sheet.found.add(reason, number, column)
            return None
        found.append(int(word))
    return found


def _read_row(sheet: _Sheet, words: list[str], number: int) -> None:
    cells: list[Cell] = []
    bad: tuple[str, int] | None = None
    for token, match in _tokens(words):
        try:
            if match is None:
                raise ValueError(no_field(token))
            cells.append(cell_of(match))
        except ValueError as error:
            bad = bad or (str(error), len(cells) + 1)
            cells.append(Cell(match[1] if match else FREE))
    if len(sheet.rows) == LONGEST:
        sheet.found.add(f"a board has at most {LONGEST} rows", number)
    if len(cells) > LONGEST:
        sheet.found.add(f"a board has at most {LONGEST} columns", number, LONGEST + 1)
        cells = cells[:LONGEST]
    if bad:
        sheet.found.add(bad[0], number, bad[1])
    if sheet.rows and len(cells) != len(sheet.rows[0]):
        reason = f"has {len(cells)} fields, and the rows above have {len(sheet.rows[0])}"
        sheet.found.add(reason, number)
    for column, cell in enumerate(cells, 1):
        if cell.turns is not None:
            sheet.said.append(Said(cell.turns, number, column))
    sheet.rows.append(cells)
    sheet.lines.append(number)


def _tokens(words: list[str]) -> Iterator[tuple[str, re.Match[str] | None]]:
    """The fields of a row, and what is none: a character, with all that belongs to no field."""
    for word in words:
        at = 0
        while at < len(word):
            match = TOKEN.match(word, at)
            end = match.end() if match else at + 1
            yield word[at:end], match
            at = end


def _fields(sheet: _Sheet) -> Iterator[tuple[Field, Cell]]:
    for y, row in enumerate(reversed(sheet.rows), 1):
        for x, cell in enumerate(row, 1):
            yield (x, y), cell


def _check_whole(sheet: _Sheet) -> int:
    """Checks that need the whole text. Returns the number of turns."""
    turns, disagreeing = agreed(sheet.said)
    sheet.found += disagreeing
    if not sheet.rows:
        sheet.found.add("there is no board: rows of . and #, T and C, t and c")
        return turns
    units = {place: cell for place, cell in _fields(sheet) if cell.unit is not None}
    for place, problem in sheet.places.items():
        if place not in units:
            sheet.found.append(problem)
        elif units[place].points is not None:
            reason = f"the points of the unit on {place} stand on the board, too"
            sheet.found.add(reason, problem.row, problem.column)
    for owner, name in enumerate(("first", "second")):
        letters = [letter for letter, unit in LETTERS.items() if unit[0] == owner]
        if not {cell.sign for cell in units.values()} & set(letters):
            sheet.found.add(f"the {name} side has no unit: there is no {' and no '.join(letters)}")
    sheet.found.sort(key=lambda problem: (problem.row is None, problem.row or 0))
    return turns


def _with_points(sheet: _Sheet) -> list[list[Cell]]:
    """The rows with the points that the header gives to units."""
    rows = [row[:] for row in sheet.rows]
    for (x, y), points in sheet.points.items():
        rows[len(rows) - y][x - 1] = replace(rows[len(rows) - y][x - 1], points=points)
    return rows


def write(board: Layout) -> str:
    """The text of a map; `read` gives the map back."""
    ground = board.ground
    signs = {(x, y): SIGNS[owner, Kind(kind)] for owner, kind, x, y, _ in board.units}
    signs |= dict.fromkeys(ground.blocked, BLOCKED)
    unusual = [
        f"points {x} {y} {points}\n"
        for _, kind, x, y, points in board.units
        if points != SPECS[Kind(kind)].points
    ]
    rows = [
        " ".join(signs.get((x, y), FREE) for x in range(1, ground.width + 1)) + "\n"
        for y in range(ground.height, 0, -1)
    ]
    return "".join([f"turns {board.turns}\n", *unusual, "\n", *rows])
