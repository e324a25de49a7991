"""The text of a map: a token for every tile, separated by commas.

    token = [ "L_" ] body                       L_: the tile is always visible
    body  = " "                                 blank
          | "m" | "s"                           mountain, swamp
          | "n" number                          blank with neutral units
          | number                              city with neutral units
          | "g" [ mark [ priority ] ]           candidate for a capital
    mark = "A" to "Z" | " "    priority = 1 to 99    number = 32 bits, signed

The tokens of a board come in three forms: one line with a separate size (`parse_tokens`), a text
of rows for people (`read`), and the cells of a grid (`from_grid`).
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from games.engine import JSON
from games.generals.terrain import (
    HIGHEST,
    LEAST_UNITS,
    LONGEST,
    MOST_UNITS,
    SHORTEST,
    Candidate,
    Kind,
    Terrain,
)
from games.maps import Bounds, Findings, Grid, MapError, MapProblem, in_rows

_HEADER = re.compile(r"([0-9]{1,9})x([0-9]{1,9})")
_MOST_SHOWN = 24
_BOM = "\ufeff"
_SIDES = Bounds(SHORTEST, LONGEST)

Offer = tuple[str | None, int]
"""Mark and priority of a candidate."""
Tile = tuple[Kind, int, bool, Offer | None]
"""Kind, neutral units, whether it is lit, and the offer if the tile is a candidate."""


_TOKEN = re.compile(
    r"(?P<lit>L_)?(?:(?P<plain>[ ms])"
    r"|(?P<blank>n?)(?P<sign>-?)(?=[0-9])0*+(?P<units>[0-9]{0,10})"
    r"|g(?:(?P<mark>[A-Z ])(?P<priority>[1-9][0-9]?)?)?)"
)
_PLAIN = {" ": Kind.BLANK, "m": Kind.MOUNTAIN, "s": Kind.SWAMP}


def parse_token(token: str) -> Tile | None:
    """The tile, or None if the token is not valid; `explain` has the reason."""
    found = _TOKEN.fullmatch(token)
    if found is None:
        return None
    lit = found["lit"] is not None
    if found["plain"]:
        return (_PLAIN[found["plain"]], 0, lit, None)
    if found["units"] is not None:
        units = int(f"{found['sign']}0{found['units']}")
        kind = Kind.BLANK if found["blank"] else Kind.CITY
        return (kind, units, lit, None) if LEAST_UNITS <= units <= MOST_UNITS else None
    return (Kind.BLANK, 0, lit, (found["mark"], int(found["priority"] or HIGHEST)))


class _Known(dict[str, Tile | None]):
    """A cache of parsed tokens, as most tiles of a board are alike."""

    def __missing__(self, token: str) -> Tile | None:
        tile = self[token] = parse_token(token)
        return tile


@dataclass(frozen=True, slots=True)
class Sheet:
    """A map as valid tokens in their original spelling, ``width`` per row."""

    width: int
    height: int
    tokens: tuple[str, ...]
    known: _Known = field(default_factory=_Known, compare=False, repr=False)

    def terrain(self) -> Terrain:
        tiles = list(map(self.known.__getitem__, self.tokens))
        candidates = tuple(
            Candidate(place, *tile[3])
            for place, tile in enumerate(tiles)
            if tile is not None and tile[3] is not None
        )
        kinds, units, lit, _ = zip(*(tile for tile in tiles if tile is not None), strict=True)
        return Terrain(
            self.height,
            self.width,
            np.array(kinds, np.uint8),
            np.array(units, np.int64),
            np.array(lit, np.bool_),
            candidates,
        )

    def grid(self) -> JSON:
        return Grid(self.width, self.height, self.tokens).to_json()

    def text(self) -> str:
        """A line for every row."""
        return "".join(",".join(row) + "\n" for row in in_rows(self.tokens, self.width))


def parse_tokens(value: str, width: int, height: int) -> Terrain:
    """The terrain of one line of exactly ``width * height`` tokens.  `MapError`."""
    return _sheet_of_line(value, width, height).terrain()


def from_grid(board: JSON) -> Terrain:
    """The terrain of a grid.  `MapError`."""
    return sheet_of_grid(board).terrain()


def read(text: str) -> Sheet:
    """The tokens of a text: a line for every row, a line ``WIDTHxHEIGHT`` and then all tokens
    in one line, or JSON.

    A byte order mark, CR before LF and one end of line at the very end are allowed; nothing is
    trimmed.  `MapError` names rows and columns, which count from 1.
    """
    body = text.removeprefix(_BOM).removesuffix("\n")
    if not body.strip("\r\n"):
        raise MapError("the map is empty")
    if body.lstrip().startswith("{"):
        return _sheet_of_json_text(body)
    first, _, rest = body.partition("\n")
    header = _HEADER.fullmatch(first.removesuffix("\r"))
    if header is None:
        return _sheet_of_lines(body)
    line = rest.removesuffix("\r")
    if "\n" in line:
        raise MapError("below the size, all tiles stand in one line")
    return _sheet_of_line(line, int(header[1]), int(header[2]))


def sheet(terrain: Terrain) -> Sheet:
    """The tokens of a terrain, each as short as it can be."""
    offers = {candidate.place: candidate for candidate in terrain.candidates}
    tiles = zip(terrain.kinds.tolist(), terrain.units.tolist(), terrain.lit.tolist(), strict=True)
    tokens = tuple(
        ("L_" if lit else "") + _body(kind, units, offers.get(place))
        for place, (kind, units, lit) in enumerate(tiles)
    )
    return Sheet(terrain.width, terrain.height, tokens)


def _body(kind: int, units: int, offer: Candidate | None) -> str:
    if offer is not None:
        priority = "" if offer.priority == HIGHEST else str(offer.priority)
        return f"g{offer.mark or ''}{priority}"
    if kind == Kind.BLANK:
        return f"n{units}" if units else " "
    if kind == Kind.CITY:
        return str(units)
    return "m" if kind == Kind.MOUNTAIN else "s"


def sheet_of_grid(board: JSON) -> Sheet:
    """The tokens of a grid as `games.maps` defines it.  `MapError`."""
    grid, known = Grid.from_json(board, _SIDES), _Known()
    _bad_tiles(in_rows(grid.cells, grid.width), known).raise_any()
    return Sheet(grid.width, grid.height, tuple(grid.cells), known)


def sheet_of_json(data: JSON) -> Sheet:
    """The tokens of a grid, or of a map of generals.io: its members ``width``, ``height`` and
    ``map``, which has all tokens in one line; it may leave out the space of a blank.  `MapError`.
    """
    match data:
        case {"map": str(line), "width": int(width), "height": int(height)}:
            tokens = (token or " " for token in line.split(",", LONGEST * LONGEST))
            return _sheet_of_line(",".join(tokens), width, height)
    return sheet_of_grid(data)


def _sheet_of_json_text(text: str) -> Sheet:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise MapError(f"the map begins like JSON and is none: {error}") from None
    return sheet_of_json(data)


def _sheet_of_line(line: str, width: int, height: int) -> Sheet:
    _SIDES.check(width, height)
    # Count before splitting: an invalid map may be much longer than any valid one.
    count = line.count(",") + 1
    if count != width * height:
        raise MapError(f"{width} x {height} tiles are {width * height}, not {count}")
    tokens = tuple(line.split(","))
    known = _Known()
    _bad_tiles(in_rows(tokens, width), known).raise_any()
    return Sheet(width, height, tokens, known)


def _sheet_of_lines(body: str) -> Sheet:
    height = body.count("\n") + 1
    if height > LONGEST:
        _SIDES.check(LONGEST, height)
    lines = [line.removesuffix("\r") for line in body.split("\n")]
    widths = [line.count(",") + 1 for line in lines]
    # The most frequent width is probably the intended one; at equal frequency, the first.
    width = Counter(widths).most_common(1)[0][0]
    _SIDES.check(width, height)
    rows = [line.split(",", LONGEST)[:LONGEST] for line in lines]
    known = _Known()
    problems = _bad_tiles(rows, known)
    for row, count in enumerate(widths, 1):
        if count != width:
            problems.add(f"has {count} tiles where most rows have {width}", row)
    problems.sort(key=lambda problem: (problem.row or 0, problem.column or 0))
    problems.raise_any()
    return Sheet(width, height, tuple(token for row in rows for token in row), known)


def _bad_tiles(rows: Sequence[Sequence[str]], known: _Known) -> Findings:
    """Problems with the invalid tokens, as far as `MapError` reports them."""
    problems = Findings()
    for number, row in enumerate(rows, 1):
        tiles = list(map(known.__getitem__, row))
        if None not in tiles:
            continue
        problems += [
            MapProblem(explain(row[column]), number, column + 1)
            for column, tile in enumerate(tiles)
            if tile is None
        ]
        if problems.full:
            break
    return problems


def explain(token: str) -> str:
    """The reason why the token is not valid."""
    if not token:
        return "is empty; a blank is a space, or n0 where an editor strips spaces at line ends"
    body = token.removeprefix("L_")
    return f"{_shown(token)}: {_reason(body)}"


def _shown(token: str) -> str:
    return repr(token if len(token) <= _MOST_SHOWN else token[:_MOST_SHOWN] + "…")


def _reason(body: str) -> str:
    """The most helpful reason why the part of a token after its ``L_`` is not valid."""
    if not body:
        return "L_ stands before what the tile is"
    if body.strip(" ") != body and body[0] != "g":
        return "there are spaces around it"
    if body[0] in "ms":
        return f"nothing may follow {body[0]}"
    if body[0] == "g":
        return _reason_of_candidate(body[1:])
    if re.fullmatch(r"n?-?[0-9]+", body):
        return f"the number is not between {LEAST_UNITS} and {MOST_UNITS}"
    if body[0] == "n":
        return "a whole number must follow n"
    if body[0] in "+-0123456789":
        return "a city is a whole number, like 40 or -3"
    return "no tile begins so; there are a space, m, s, n, g and numbers, and L_ before them"


def _reason_of_candidate(rest: str) -> str:
    mark, priority = rest[:1], rest[1:]
    if mark in "0123456789":
        return "before a priority comes a mark, A to Z or a space"
    if not re.fullmatch("[A-Z ]", mark):
        return "the mark of a team is A to Z, that of nobody a space"
    if re.fullmatch("[A-Z ]", priority[:1]):
        return "a candidate has one mark"
    return f"a priority is 1 to 99, and {HIGHEST} where none is written"
