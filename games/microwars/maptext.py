"""The text of a map, for people to type.

    turns 200           first, how many turns are played
    points 3 2 12       a unit, by its x and y, that does not begin with the usual points
    ; what follows a semicolon is a comment

    T . . # . . c       then the board, its top row first; blanks between fields may be left out
    C . . # . . t

In problems a row is a line of the text, and a column a character of it; both count from 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from games.maps import MOST_PROBLEMS, MapError, Problem
from games.microwars.layout import MOST_POINTS, Layout, Placed, layout
from games.microwars.units import LONGEST, MOST_TURNS, SPECS, Field, Kind

FREE, BLOCKED, COMMENT = ".", "#", ";"
LETTERS = {"T": (0, Kind.TANK), "C": (0, Kind.CANNON), "t": (1, Kind.TANK), "c": (1, Kind.CANNON)}
"""Owner and kind by letter."""
_SIGNS = {unit: letter for letter, unit in LETTERS.items()}

_WORD = re.compile(r"[^ \t]+")
_DIGITS = re.compile(r"[0-9]{1,5}")
_MOST_SHOWN = 20


@dataclass(slots=True)
class _Sheet:
    """What has been read of a text; ``places`` says where each number of a header stood."""

    turns: int | None = None
    rows: list[list[str]] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    points: dict[Field, int] = field(default_factory=dict)
    places: dict[Field, Problem] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def complain(self, reason: str, row: int | None = None, column: int | None = None) -> None:
        self.problems.append(Problem(reason, row, column))


def read(text: str) -> Layout:
    """The map that a text describes.  `MapError` with all problems, or the first of many."""
    sheet = _Sheet()
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        words = [
            (match[0], match.start() + 1)
            for match in _WORD.finditer(line.partition(COMMENT)[0].rstrip("\r"))
        ]
        if words:
            _read_line(sheet, words, number)
        if len(sheet.problems) >= MOST_PROBLEMS:
            break
    else:
        _check_whole(sheet)
    if sheet.problems:
        raise MapError(sheet.problems)
    assert sheet.turns is not None
    return _layout(sheet)


def _read_line(sheet: _Sheet, words: list[tuple[str, int]], number: int) -> None:
    head = words[0][0].lower()
    if head == "turns":
        _read_turns(sheet, words, number)
    elif head == "points":
        _read_points(sheet, words, number)
    else:
        _read_row(sheet, words, number)


def _read_turns(sheet: _Sheet, words: list[tuple[str, int]], number: int) -> None:
    numbers = _numbers(sheet, words, number, ("turns",), (MOST_TURNS,))
    if numbers is None:
        return
    if sheet.turns is not None:
        sheet.complain("the turns have been given before", number)
    (sheet.turns,) = numbers


def _read_points(sheet: _Sheet, words: list[tuple[str, int]], number: int) -> None:
    limits = (LONGEST, LONGEST, MOST_POINTS)
    numbers = _numbers(sheet, words, number, ("x", "y", "points"), limits)
    if numbers is None:
        return
    x, y, points = numbers
    if (x, y) in sheet.points:
        sheet.complain(f"the points of the unit on ({x}, {y}) have been given before", number)
    sheet.points[x, y] = points
    sheet.places[x, y] = Problem(f"no unit stands on ({x}, {y})", number, words[1][1])


def _numbers(
    sheet: _Sheet,
    words: list[tuple[str, int]],
    number: int,
    names: tuple[str, ...],
    limits: tuple[int, ...],
) -> list[int] | None:
    """The numbers after the first word, each from 1 to its limit; None after a complaint."""
    head, *rest = words
    if len(rest) != len(names):
        sheet.complain(f"after “{head[0]}” come {len(names)} numbers: {' '.join(names)}", number)
        return None
    found = []
    for (word, column), name, limit in zip(rest, names, limits, strict=True):
        if not _DIGITS.fullmatch(word) or not 1 <= int(word) <= limit:
            reason = f"{name} is a whole number from 1 to {limit}, not {_shown(word)}"
            sheet.complain(reason, number, column)
            return None
        found.append(int(word))
    return found


def _read_row(sheet: _Sheet, words: list[tuple[str, int]], number: int) -> None:
    signs = [(sign, at + offset) for word, at in words for offset, sign in enumerate(word)]
    if len(sheet.rows) == LONGEST:
        sheet.complain(f"a board has at most {LONGEST} rows", number)
    if len(signs) > LONGEST:
        sheet.complain(f"a board has at most {LONGEST} columns", number, signs[LONGEST][1])
        signs = signs[:LONGEST]
    for sign, column in signs:
        if sign not in LETTERS and sign not in (FREE, BLOCKED):
            known = " ".join([FREE, BLOCKED, *LETTERS])
            sheet.complain(f"{_shown(sign)} is no field: there are {known}", number, column)
            break
    if sheet.rows and len(signs) != len(sheet.rows[0]):
        reason = f"has {len(signs)} fields, and the rows above have {len(sheet.rows[0])}"
        sheet.complain(reason, number)
    sheet.rows.append([sign for sign, _ in signs])
    sheet.lines.append(number)


def _shown(word: str) -> str:
    return repr(word if len(word) <= _MOST_SHOWN else word[:_MOST_SHOWN] + "…")


def _signs(sheet: _Sheet) -> Iterator[tuple[Field, str]]:
    for y, row in enumerate(reversed(sheet.rows), 1):
        for x, sign in enumerate(row, 1):
            yield (x, y), sign


def _check_whole(sheet: _Sheet) -> None:
    """What can be said only at the end of the text."""
    if sheet.turns is None:
        sheet.complain("how many turns are played is missing: a line like “turns 200”")
    if not sheet.rows:
        sheet.complain("there is no board: rows of . and #, T and C, t and c")
        return
    signs = dict(_signs(sheet))
    sheet.problems += [
        problem for place, problem in sheet.places.items() if signs.get(place) not in LETTERS
    ]
    for owner, name in enumerate(("first", "second")):
        letters = [letter for letter, unit in LETTERS.items() if unit[0] == owner]
        if not set(letters) & set(signs.values()):
            sheet.complain(f"the {name} side has no unit: there is no {' and no '.join(letters)}")
    sheet.problems.sort(key=lambda problem: (problem.row or len(sheet.rows) ** 9, 0))


def _layout(sheet: _Sheet) -> Layout:
    assert sheet.turns is not None
    blocked = [place for place, sign in _signs(sheet) if sign == BLOCKED]
    units: list[Placed] = []
    for (x, y), sign in _signs(sheet):
        if sign in LETTERS:
            owner, kind = LETTERS[sign]
            units.append((owner, kind, x, y, sheet.points.get((x, y), SPECS[kind].points)))
    return layout(len(sheet.rows[0]), len(sheet.rows), sheet.turns, blocked, units)


def write(board: Layout) -> str:
    """The text of a map; `read` gives the map back."""
    ground = board.ground
    signs = {(x, y): _SIGNS[owner, Kind(kind)] for owner, kind, x, y, _ in board.units}
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
