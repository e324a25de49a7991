"""The maps of XGHJ: their format for the platform, random maps, and shipped maps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import numpy as np

from games.engine import JSON, Ruleset
from games.maps import Fact, MapError, MapFormat, StockMap, stock_maps
from games.options import NumberOption
from games.scenarios import ScenarioError
from games.xghj import drawing, maptext, scenario
from games.xghj.constants import Constants
from games.xghj.ground import MOST_SIDE, PALETTE, Ground
from games.xghj.scenario import Scenario

_USUAL = drawing.Wishes(25, 25)
_LEAST_GENERATED = 8


def _share(name: str, title: str, most: int, help_text: str) -> NumberOption:
    return NumberOption(
        name, title, 0, most, getattr(_USUAL, name), f"Percent of the cells: {help_text}"
    )


_KINDS = "\n".join(
    f"| `{kind.letter}` | {kind.name} | {kind.resource} | {kind.attack} | {kind.defence} |"
    for kind in PALETTE
)

HELP = f"""\
One line for every row, with blanks between the cells. A cell is `resource/attack/defence`, as in
`1/100/100`, or the letter of a terrain; letters may stand without blanks. A line
`= F 2/80/120 forest` explains a letter of your own, a line that begins with `#` is a comment.

| letter | terrain | resource | attack | defence |
|---|---|---|---|---|
{_KINDS}

A cell with an attack of 0 can never be taken. The three numbers are from 0 to 10000; a map has
{maptext.LEAST_SIDE} to {MOST_SIDE} rows and columns.

Two more forms are read: the number of columns and of rows and then three blocks of numbers
(resource, attack, defence), and JSON with `rows`, `cols`, `resources[x][y]` and
`landscape[x][y]` with `Attack` and `Defense`.
"""


class XghjMaps(MapFormat):
    """Grids of the tokens of `games.xghj.maptext`; texts are written in rows."""

    options: ClassVar[tuple[NumberOption, ...]] = (
        NumberOption("cols", "Columns", _LEAST_GENERATED, MOST_SIDE, _USUAL.cols),
        NumberOption("rows", "Rows", _LEAST_GENERATED, MOST_SIDE, _USUAL.rows),
        NumberOption(
            "symmetry",
            "Symmetry",
            drawing.NONE,
            drawing.ALL_SIDES,
            _USUAL.symmetry,
            "0: none, 1: left and right, 2: after half a turn, 3: all four sides",
        ),
        _share("water", "Water", 40, "rivers and cliffs, which nobody can take"),
        _share("hills", "Hills", 40, "slopes and stairs, which are hard to take"),
        _share("poor", "Poor land", 40, "grass and mud, which yield nothing"),
        _share("rich", "Rich cells", 20, "courts and halls"),
    )
    stock: ClassVar[tuple[StockMap, ...]] = stock_maps(
        scenario.FOLDER / "maps",
        ("commons", "Commons", "For eight: a lake with four bridges, halls at its shore."),
        ("quarters", "Quarters", "For four: a walled square with a road from each side."),
        ("narrows", "Narrows", "For two: a river between them with three crossings."),
        ("field", "Field", "Flat ground, every cell like every other."),
        ("track", "Track", "A running track around a muddy park, and a hall in its middle."),
        ("campus", "Campus", "Halls behind stairs, and streets that meet at the largest."),
    )
    help: ClassVar[str] = HELP

    def parse(self, text: str) -> JSON:
        return maptext.grid(maptext.read(text))

    def write(self, board: JSON) -> str:
        return maptext.rows_text(maptext.from_grid(board))

    def check(self, board: JSON) -> None:
        maptext.from_grid(board)

    def fits(self, board: JSON, ruleset: Ruleset) -> None:
        try:
            scenario = Scenario.of_params(ruleset.params, board)
        except ScenarioError as error:
            raise MapError(f"{ruleset.title}: {error}") from None
        room = rooms(scenario.ground, scenario.constants)
        if room < ruleset.seats:
            raise MapError(
                f"{ruleset.title} is for {ruleset.seats} countries that begin "
                f"{scenario.constants.spawn_distance} steps apart, and there is room for {room}"
            )

    def generate(self, options: Mapping[str, int], seed: int) -> JSON:
        return maptext.grid(drawing.draw(drawing.Wishes(**self.chosen(options)), seed))

    def facts(self, board: JSON) -> Sequence[Fact]:
        ground = maptext.from_grid(board)
        fertile = ground.attack > 0
        numbers = {
            "Cells that can be taken": int(np.count_nonzero(fertile)),
            "Resource of all of them": int(ground.resource[fertile].sum()),
            "Largest resource": int(ground.resource.max()),
            "Room for countries": rooms(ground, Constants()),
        }
        return (
            Fact("Size", f"{ground.cols} x {ground.rows}"),
            *(Fact(title, str(number)) for title, number in numbers.items()),
            Fact("Attack", f"{ground.attack.min()} to {ground.attack.max()}"),
            Fact("Defence", f"{ground.defence.min()} to {ground.defence.max()}"),
        )


def rooms(ground: Ground, constants: Constants) -> int:
    """The number of countries that find a place on land that can be taken.

    Each country takes the first place, row by row, that is far enough from the others.
    """
    apart = constants.spawn_distance
    chosen: list[tuple[int, int]] = []
    for place in np.flatnonzero(ground.attack).tolist():
        x, y = ground.point(place)
        # Places in rows further up are far enough away.
        near = (abs(x - a) + y - b for a, b in reversed(chosen) if y - b < apart)
        if all(steps >= apart for steps in near):
            chosen.append((x, y))
    return len(chosen)


MAPS = XghjMaps()
