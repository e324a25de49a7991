"""A small game with maps of every kind of token, for tests: the game itself is the toy's.

A map is lines of tokens with blanks between: ``.`` is grass, ``#`` a rock, ``h`` a home, and
``t1`` to ``t99`` are trees with 1 to 99 apples.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import ClassVar

from games.engine import JSON, Ruleset
from games.maps import Fact, MapError, MapFormat, MapProblem, StockMap
from games.options import NumberOption
from games.tests.toy import Toy

FOLDER = Path(__file__).parent
SIZES = range(5, 256)


class MeadowMaps(MapFormat):
    most_bytes: ClassVar[int] = 400_000
    options: ClassVar[tuple[NumberOption, ...]] = (
        NumberOption("width", "Width", 5, 255, 20),
        NumberOption("height", "Height", 5, 255, 20),
        NumberOption("rocks", "Rocks", 0, 60, 20, "Percent of the cells."),
        NumberOption("homes", "Homes", 0, 8, 2),
    )
    stock: ClassVar[tuple[StockMap, ...]] = (
        StockMap("crossing", "The crossing", FOLDER / "maps" / "crossing.txt", "Two by the ford."),
        StockMap("ring", "The ring", FOLDER / "maps" / "ring.txt"),
    )
    help: ClassVar[str] = "A line for every row: `.` grass, `#` rock, `h` home, `t9` nine apples."

    def parse(self, text: str) -> JSON:
        rows = [line.split() for line in text.strip().split("\n")]
        problems = [
            MapProblem(f"“{token[:9]}” is nothing that a meadow has", y, x)
            for y, row in enumerate(rows, 1)
            for x, token in enumerate(row, 1)
            if not _is_token(token)
        ]
        width = len(rows[0])
        problems += [
            MapProblem(f"{len(row)} cells, but the first row has {width}", y)
            for y, row in enumerate(rows, 1)
            if len(row) != width
        ]
        if not (width in SIZES and len(rows) in SIZES):
            problems.append(MapProblem(f"{width} × {len(rows)} is no size from 5 × 5 to 255 × 255"))
        if problems:
            raise MapError(problems)
        return {"width": width, "height": len(rows), "cells": [*chain(*rows)]}

    def write(self, board: JSON) -> str:
        width, cells = board["width"], board["cells"]
        rows = (cells[i : i + width] for i in range(0, len(cells), width))
        return "".join(" ".join(row) + "\n" for row in rows)

    def check(self, board: JSON) -> None:
        try:
            width, height, cells = board["width"], board["height"], board["cells"]
            good = len(cells) == width * height and self.parse(self.write(board)) == board
        except (KeyError, TypeError) as error:
            raise MapError(f"this is no meadow: {error}") from None
        if not good:
            raise MapError("this is no meadow")

    def fits(self, board: JSON, ruleset: Ruleset) -> None:
        homes = board["cells"].count("h")
        if homes < ruleset.seats:
            raise MapError(f"it has {homes} homes for {ruleset.seats}")

    def generate(self, options: Mapping[str, int], seed: int) -> JSON:
        chosen = {option.name: options.get(option.name, option.default) for option in self.options}
        for option in self.options:
            if not option.low <= chosen[option.name] <= option.high:
                raise MapError(f"{option.title} is from {option.low} to {option.high}")
        rng = random.Random(seed)
        area = chosen["width"] * chosen["height"]
        cells = ["#" if rng.randrange(100) < chosen["rocks"] else "." for _ in range(area)]
        for place in rng.sample(range(area), chosen["homes"]):
            cells[place] = "h"
        return {"width": chosen["width"], "height": chosen["height"], "cells": cells}

    def facts(self, board: JSON) -> Sequence[Fact]:
        return (
            Fact("Size", f"{board['width']} × {board['height']}"),
            Fact("Homes", str(board["cells"].count("h"))),
        )


def _is_token(token: str) -> bool:
    apples = token.removeprefix("t")
    return token in (".", "#", "h") or (
        apples != token and apples.isdecimal() and 0 < int(apples) < 100
    )


class Meadow(Toy):
    name = "meadow"
    title = "Meadow"
    tagline = "Apples, and who gets there first."
    maps: ClassVar[MapFormat] = MeadowMaps()
    rulesets = (
        Ruleset("duel", "Duel", "Two bidders, on any meadow.", 2, pool=("crossing",)),
        Ruleset("trio", "Trio", "Three bidders.", 3, pool=("ring",), generated=False),
        Ruleset("eight", "Eight", "Eight.", 8),
    )
    folder = FOLDER


MEADOW = Meadow()


def rows(*lines: str) -> str:
    """The text of a map from a drawing: one sign for a cell."""
    return "".join(" ".join(line) + "\n" for line in lines)


FIELD = rows("h....", ".....", "..#..", ".....", "....h")
