"""The game's maps: their form for the platform, and those that ship with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from games.engine import JSON, Ruleset
from games.maps import Fact, MapError, MapFormat, StockMap, stock_maps
from games.microwars import mapgen, maptext
from games.microwars.layout import Layout, from_json
from games.microwars.mapgen import BOUNDS, Wishes
from games.microwars.units import LONGEST, MOST_TURNS, SPECS, USUAL_TURNS, Kind
from games.options import NumberOption
from games.texts.sentences import counted

_USUAL = Wishes()
_NAMES = ("First side", "Second side")
LARGE = 1_000_000
"""Fields times turns above which a bot's ten seconds hardly suffice to read all states."""


def _option(name: str, title: str, help_text: str = "") -> NumberOption:
    return NumberOption(name, title, *BOUNDS[name], getattr(_USUAL, name), help_text)


HELP = f"""\
First a line `turns {USUAL_TURNS}` (which is what counts where there is none), then the board, its
top row first, one sign for every field; blanks between the fields may be left out.

| sign | field |
|---|---|
| `.`, `#` | available, unavailable |
| `T`, `C` | tank and cannon of the first side |
| `t`, `c` | tank and cannon of the second side |

A tank begins with {SPECS[Kind.TANK].points} points and a cannon with {SPECS[Kind.CANNON].points}. \
A unit with other points has a line
`points 3 2 12`: x, y and points. x counts from the left and y from the bottom, both from
1. Text after a `;` is a comment. The editor writes the same behind fields: `T12` is a tank with
12 points, `T@80` and `.@80` say that there are 80 turns. A board has up to {LONGEST} rows and
columns, a game up to {MOST_TURNS} turns; each side has at least one unit, and they need not be
equal.
"""


class MicrowarsMaps(MapFormat):
    """Grids of the tokens of `games.microwars.layout`, their top row first."""

    options: ClassVar[tuple[NumberOption, ...]] = (
        _option("width", "Columns"),
        _option("height", "Rows"),
        _option("turns", "Turns"),
        _option("tanks", "Tanks", "Of each side."),
        _option("cannons", "Cannons", "Of each side."),
        _option("blocked", "Unavailable", "Percent of the fields, at most."),
    )
    stock: ClassVar[tuple[StockMap, ...]] = stock_maps(
        Path(__file__).parent / "maps",
        ("meadow", "Meadow", "Open ground with a few rocks, ten units a side."),
        ("river", "River", "A river with three crossings between two armies."),
        ("castle", "Castle", "Two forts with gates, cannons behind their walls."),
        ("crossroads", "Crossroads", "Four blocks and the streets between them."),
        ("yard", "Yard", "Nine by nine fields, three units a side."),
        ("bridge", "Bridge", "A narrow way, and nowhere to go around."),
        ("siege", "Siege", "Few cannons behind walls against many tanks: unequal sides."),
        ("plains", "Plains", "Thirty by thirty fields, 44 units a side."),
        ("labyrinth", "Labyrinth", "Thirty by thirty fields, most of them walls."),
    )
    help: ClassVar[str] = HELP

    def parse(self, text: str) -> JSON:
        return maptext.read(text).to_json()

    def write(self, board: JSON) -> str:
        return maptext.write(from_json(board))

    def check(self, board: JSON) -> None:
        if from_json(board).to_json() != board:
            raise MapError(
                f"a map in its plain form has points only where they are unusual, and turns, where "
                f"they are not {USUAL_TURNS}, behind its first unit"
            )

    def fits(self, board: JSON, ruleset: Ruleset) -> None:
        most = ruleset.params["most_side"]
        width, height = board["width"], board["height"]
        if max(width, height) > most:
            raise MapError(
                f"{ruleset.title} is played on at most {most} x {most} fields, "
                f"and the map has {width} x {height}"
            )

    def generate(self, options: Mapping[str, int], seed: int) -> JSON:
        return mapgen.draw(Wishes(**self.chosen(options)), seed).to_json()

    def facts(self, board: JSON) -> Sequence[Fact]:
        layout = from_json(board)
        ground = layout.ground
        forces = [_force(layout, owner) for owner in range(len(_NAMES))]
        facts = [
            Fact("Size", f"{ground.width} x {ground.height}"),
            Fact("Turns", str(layout.turns)),
            Fact("Unavailable fields", str(len(ground.blocked))),
            *(Fact(name, force) for name, force in zip(_NAMES, forces, strict=True)),
        ]
        if forces[0] != forces[1]:
            facts.append(Fact("Unequal sides", "let both bots play each of them"))
        if ground.width * ground.height * layout.turns > LARGE:
            facts.append(Fact("Much to read", "slow bots spend much of their time on the states"))
        return facts


def _force(layout: Layout, owner: int) -> str:
    """The units of a side, in words."""
    points = sum(unit[4] for unit in layout.units if unit[0] == owner)
    counts = [(layout.count(owner, kind), kind.name.lower()) for kind in Kind]
    words = [counted(count, name) for count, name in counts if count]
    return f"{', '.join(words)}; {points} points"


MAPS = MicrowarsMaps()
