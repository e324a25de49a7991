"""Maps as text: rows of tokens or letters, three blocks of numbers, or JSON; and as a grid.

A *token* describes one cell: ``resource/attack/defence``, as in ``1/100/100``.  The grid of a map
(see `games.maps`) has only tokens.  A text may use letters of kinds of terrain instead.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

import numpy as np

from games.engine import JSON
from games.maps import Bounds, Findings, Grid, MapError, in_rows
from games.xghj.ground import MOST_COEFFICIENT, MOST_SIDE, PALETTE, Ground, Terrain, by_letter

LEAST_SIDE = 3
BLOCKS = ("resource", "attack", "defence")
SIDES = Bounds(LEAST_SIDE, MOST_SIDE)
Numbers3 = tuple[int, int, int]
_TOKEN = re.compile(r"(0|[1-9]\d{0,4})/(0|[1-9]\d{0,4})/(0|[1-9]\d{0,4})")
_LEGEND = re.compile(r"=\s*(\S)\s+(\S+)(?:\s+(.*))?")


def read(text: str, terrain: Sequence[Terrain] = PALETTE) -> Ground:
    """The ground that a text describes, in any of its three forms.  `MapError` with every problem's
    row and column, which count from 1."""
    words = text.split(maxsplit=1)
    if not words:
        raise MapError("the map is empty")
    if words[0].startswith("{"):
        return _from_json(text)
    if words[0].isdecimal():
        return _from_blocks(text)
    return _from_rows(text, terrain)


def _from_rows(text: str, terrain: Sequence[Terrain]) -> Ground:
    found = Findings()
    letters = {letter: kind.numbers for letter, kind in by_letter(terrain).items()}
    lines = [line for line in text.split("\n") if line.strip() and line.strip()[0] != "#"]
    letters |= _legend([line for line in lines if line.strip()[0] == "="])
    cells = []
    for row, line in enumerate((line for line in lines if line.strip()[0] != "="), 1):
        cells.append(_row(line, row, letters, found))
        if len(cells[-1]) != len(cells[0]):
            found.add(f"here are {len(cells[-1])} cells, in the first row {len(cells[0])}", row)
        if found.full:
            break
    found.raise_any()
    if not cells:
        raise MapError("the map has no rows")
    return _ground(len(cells[0]), len(cells), [cell for row in cells for cell in row])


def _legend(lines: Sequence[str]) -> dict[str, Numbers3]:
    """The letters that a text itself defines: ``= letter resource/attack/defence name``."""
    found: dict[str, Numbers3] = {}
    for line in lines:
        match = _LEGEND.fullmatch(line.strip())
        try:
            if not match:
                raise ValueError("a letter is explained as in: = F 2/80/120 forest")
            kind = Terrain(match[1], (match[3] or match[1])[:40], "#000000", *_token(match[2]))
        except ValueError as error:
            raise MapError(f"“{line.strip()[:40]}”: {error}") from None
        found[kind.letter] = kind.numbers
    return found


def _row(line: str, row: int, letters: Mapping[str, Numbers3], found: Findings) -> list[Numbers3]:
    """The cells of a line.  In words without a slash, each letter is a cell."""
    cells: list[Numbers3] = []
    for word in line.split():
        for token in [word] if "/" in word else word:
            try:
                cells.append(letters[token] if token in letters else _token(token))
            except ValueError as error:
                cells.append((0, 0, 0))
                if not found.full:
                    found.add(str(error), row, len(cells))
    return cells


def _token(text: str) -> Numbers3:
    """ValueError with the reason for anything but a token."""
    match = _TOKEN.fullmatch(text)
    if not match:
        raise ValueError(f"“{text[:20]}” is neither a terrain's letter nor resource/attack/defence")
    numbers = int(match[1]), int(match[2]), int(match[3])
    for what, number in zip(BLOCKS, numbers, strict=True):
        if number > MOST_COEFFICIENT:
            raise ValueError(f"{what} is at most {MOST_COEFFICIENT}, not {number}")
    return numbers


def _from_blocks(text: str) -> Ground:
    """Columns, rows, and three blocks of numbers: resource, attack and defence, row by row."""
    words, found = text.split(), Findings()
    head = [_number(word) for word in words[:2]]
    cols, rows = (*head, None, None)[:2]
    if cols is None or rows is None:
        raise MapError("the map begins with its number of columns and of rows")
    SIDES.check(cols, rows)
    size = cols * rows
    if len(words) != 2 + 3 * size:
        raise MapError(
            f"{cols} columns and {rows} rows need three blocks of {size} numbers each, "
            f"{3 * size} together; here are {len(words) - 2}"
        )
    numbers = []
    for at, word in enumerate(words[2:]):
        number = _number(word)
        if number is None:
            block, place = divmod(at, size)
            reason = f"“{word[:20]}” is no {BLOCKS[block]} from 0 to {MOST_COEFFICIENT}"
            found.add(reason, place // cols + 1, place % cols + 1)
        numbers.append(number or 0)
        if found.full:
            break
    found.raise_any()
    blocks = [numbers[at * size : (at + 1) * size] for at in range(3)]
    return _ground(cols, rows, list(zip(*blocks, strict=True)))


def _number(word: str) -> int | None:
    """A coefficient, or None for anything else."""
    if not (word.isascii() and word.isdecimal() and len(word) <= 6):
        return None
    return int(word) if int(word) <= MOST_COEFFICIENT else None


def _from_json(text: str) -> Ground:
    """The contest's map editor: arrays by column, ``resources[x][y]`` and ``landscape[x][y]``."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise MapError(f"this begins like JSON, but is none: {error}") from None
    if type(data) is not dict or {"rows", "cols", "resources", "landscape"} - set(data):
        raise MapError("a map in JSON has rows, cols, resources and landscape")
    cols, rows = data["cols"], data["rows"]
    if type(cols) is not int or type(rows) is not int:
        raise MapError("rows and cols are whole numbers")
    SIDES.check(cols, rows)
    for name in ("resources", "landscape"):
        columns = data[name]
        if type(columns) is not list or len(columns) != cols:
            raise MapError(f"{name} has one list for each of the {cols} columns")
        for x, column in enumerate(columns, 1):
            if type(column) is not list or len(column) != rows:
                raise MapError(f"column {x} of {name} has {rows} cells, one for each row")
    found, cells = Findings(), []
    for y in range(rows):
        for x in range(cols):
            cell = _json_cell(data["resources"][x][y], data["landscape"][x][y])
            for what, number in zip(BLOCKS, cell, strict=True):
                if type(number) is not int or not 0 <= number <= MOST_COEFFICIENT:
                    reason = f"{what} is a number from 0 to {MOST_COEFFICIENT}, not {number!r:.20}"
                    found.add(reason, y + 1, x + 1)
            cells.append(cell)
    found.raise_any()
    return _ground(cols, rows, cells)


def _json_cell(resource: JSON, land: JSON) -> tuple[JSON, JSON, JSON]:
    if type(land) is not dict:
        return resource, None, None
    return resource, land.get("Attack"), land.get("Defense")


def _ground(cols: int, rows: int, cells: Sequence[Numbers3]) -> Ground:
    """A ground from its cells, row by row.  `MapError` for a size out of bounds."""
    SIDES.check(cols, rows)
    arrays = np.array(cells, np.int64).T.copy()
    arrays.flags.writeable = False
    return Ground(cols, rows, *arrays)


# The other way.


def tokens(ground: Ground) -> list[str]:
    columns = (ground.resource.tolist(), ground.attack.tolist(), ground.defence.tolist())
    return [f"{r}/{a}/{d}" for r, a, d in zip(*columns, strict=True)]


def grid(ground: Ground) -> JSON:
    """The JSON of a map."""
    return Grid(ground.cols, ground.rows, tokens(ground)).to_json()


def from_grid(board: JSON) -> Ground:
    """The inverse of `grid`.  `MapError` for invalid JSON."""
    sheet = Grid.from_json(board, SIDES)
    return _ground(sheet.width, sheet.height, sheet.read(_token))


def rows_text(ground: Ground) -> str:
    """A line for each row, with blanks between cells: letters for usual kinds, else tokens."""
    letters = {"/".join(map(str, kind.numbers)): kind.letter for kind in PALETTE}
    cells = [letters.get(token, token) for token in tokens(ground)]
    return "".join(" ".join(row) + "\n" for row in in_rows(cells, ground.cols))
