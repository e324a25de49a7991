"""The maps of the game: their format, random maps, and the maps that come with the game."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np

from games.engine import JSON, Ruleset
from games.generals.founding import settle
from games.generals.mapgen import DENSEST, Densities, generate
from games.generals.maptext import from_grid, read, sheet, sheet_of_grid, sheet_of_json
from games.generals.placement import NoRoom
from games.generals.terrain import (
    ANYBODY,
    LONGEST,
    MOST_PLAYERS,
    SHORTEST,
    Candidate,
    Kind,
    Terrain,
)
from games.maps import Fact, MapError, MapFormat, stock_maps
from games.options import NumberOption

_USUAL = Densities()
_USUAL_SIDE = 25


def _density(name: str, default: int, help_text: str) -> NumberOption:
    return NumberOption(name, name.capitalize(), 0, DENSEST, default, help_text)


class GeneralsMaps(MapFormat):
    """Grids of the tokens of `games.generals.maptext`, kept as they were written."""

    options = (
        NumberOption("width", "Columns", SHORTEST, LONGEST, _USUAL_SIDE),
        NumberOption("height", "Rows", SHORTEST, LONGEST, _USUAL_SIDE),
        _density("mountains", _USUAL.mountains, "255: a third of the tiles, cities included"),
        _density("cities", _USUAL.cities, "255: half of the mountains"),
        _density("swamps", _USUAL.swamps, "255: half of what is no mountain"),
        _density("lights", _USUAL.lights, "Tiles that everybody sees; 255: all"),
        NumberOption(
            "players",
            "Marked capitals",
            0,
            MOST_PLAYERS,
            0,
            "Number of players with a candidate, placed as in a match; 0: players draw any blank",
        ),
    )
    stock = stock_maps(
        Path(__file__).parent / "maps",
        ("pocket", "Pocket", "Nine by nine tiles for two, and a city in the middle."),
        ("ford", "Ford", "A river of swamp between two; three fords lead across it."),
        ("citadel", "Citadel", "Two camps before walls whose gates are cities."),
        ("four-corners", "Four corners", "Walled corners around a lit square."),
        ("mire", "Mire", "Dry paths through a swamp, for four."),
        ("two-camps", "Two camps", "Two teams of two to five, a wall between them."),
        ("eight-gates", "Eight gates", "Eight camps with a city for a gate."),
        ("round-table", "Round table", "Sixteen on a ring, ten steps from each other."),
    )
    help = """\
One line for every row, one token for every tile, commas between them.

| token | tile |
|---|---|
| a space | blank |
| `n5`, `n-5` | blank with neutral units |
| `m`, `s` | mountain, swamp |
| `40`, `-3` | city with neutral units |
| `g` | candidate for a capital |
| `gA`, `gA50` | candidate of a team, with a priority of 1 to 99; none is 100 |
| `g `, `g 50` | candidate for players whose team has no letter or too few candidates |

`L_` before a token makes the tile visible to everybody. Editors may remove spaces at the end of a
line: write `n0` there. Boards have 5 to 255 rows and columns.

A map of generals.io as JSON (`https://generals.io/api/map?name=…`) is read, too.
"""

    def parse(self, text: str) -> JSON:
        return read(text).grid()

    def write(self, board: JSON) -> str:
        return sheet_of_grid(board).text()

    def check(self, board: JSON) -> None:
        sheet_of_grid(board)

    def convert(self, data: JSON) -> JSON:
        return sheet_of_json(data).grid()

    def fits(self, board: JSON, ruleset: Ruleset) -> None:
        room = int((from_grid(board).kinds == Kind.BLANK).sum())
        if room < ruleset.seats:
            raise MapError(
                f"{ruleset.title} needs {ruleset.seats} capitals, and the map has room for {room}"
            )

    def generate(self, options: Mapping[str, int], seed: int) -> JSON:
        chosen = self.chosen(options)
        rng = random.Random(seed)
        densities = Densities(**{name: chosen[name] for name in asdict(_USUAL)})
        terrain: Terrain = generate(chosen["width"], chosen["height"], densities, rng)
        if chosen["players"]:
            terrain = _marked(terrain, chosen["players"], rng)
        return sheet(terrain).grid()

    def facts(self, board: JSON) -> Sequence[Fact]:
        terrain = from_grid(board)
        counts = np.bincount(terrain.kinds, minlength=max(Kind) + 1).tolist()
        marked = [offer.mark for offer in terrain.candidates]
        letters = sorted({mark for mark in marked if mark not in (None, ANYBODY)})
        numbers = {
            "Blanks": counts[Kind.BLANK],
            "Mountains": counts[Kind.MOUNTAIN],
            "Cities": counts[Kind.CITY],
            "Swamps": counts[Kind.SWAMP],
            "Lit tiles": int(terrain.lit.sum()),
            "Marked capitals": len(marked),
        }
        return (
            Fact("Size", f"{terrain.width} x {terrain.height}"),
            *(Fact(title, str(number)) for title, number in numbers.items()),
            Fact("Teams", ", ".join(letters) or "any"),
        )


def _marked(terrain: Terrain, players: int, rng: random.Random) -> Terrain:
    """The terrain with a candidate for each player, all without teams.

    `MapError` if the candidates have no room.
    """
    try:
        site = settle(terrain, range(1, players + 1), rng)
    except NoRoom as error:
        raise MapError(f"{error}: choose a larger map or lower densities") from error
    return replace(
        site.terrain,
        candidates=tuple(Candidate(place, ANYBODY) for place in sorted(site.capitals)),
    )


MAPS = GeneralsMaps()
