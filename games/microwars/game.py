"""The declaration of microwars to the platform."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from games.engine import JSON, Action, Engine, Ruleset, Seat, TurnLimits
from games.game import GROUND, ROCK, SEATS, Constant, Game, Patience
from games.microwars.engine import POINTS, WAIT_MS, WAIT_PER_TURN_MS, MicrowarsEngine
from games.microwars.export import EXPORTS
from games.microwars.maps import MAPS
from games.microwars.units import (
    KIND,
    LONGEST,
    PLACES,
    SHIFT,
    SIDES,
    SPECS,
    STEP,
    Field,
    Kind,
    Spec,
    Unit,
    place_of,
)
from games.microwars.wire import CODES, UNAVAILABLE, MicrowarsWire
from games.package import SDK, frozen_rungs, house_bots, starter_kits

Choose = Callable[[int], int]


def _some_shot(engine: MicrowarsEngine, unit: Unit, targets: list[Field], choose: Choose) -> Field:
    """A field to shoot at, (0, 0) for none."""
    x, y = unit[3:5]
    reach = SPECS[Kind(unit[KIND])].reach
    near = [there for there in targets if max(abs(there[0] - x), abs(there[1] - y)) <= reach]
    if near and choose(8):
        return near[choose(len(near))]
    if choose(2):
        return 0, 0
    ground = engine.layout.ground
    low_x, low_y = max(1, x - reach), max(1, y - reach)
    high_x, high_y = min(ground.width, x + reach), min(ground.height, y + reach)
    return low_x + choose(high_x - low_x + 1), low_y + choose(high_y - low_y + 1)


def steps(engine: MicrowarsEngine, unit: Unit) -> list[Field]:
    """The fields that a unit may choose to move to now, x by x."""
    ground, at = engine.layout.ground, engine.army.at
    span = range(-STEP, STEP + 1)
    near = [(unit[3] + dx, unit[4] + dy) for dx in span for dy in span]
    return [
        (x, y)
        for x, y in near
        if 1 <= x <= ground.width
        and 1 <= y <= ground.height
        and (x, y) not in ground.blocked
        and at[place_of(x, y)] is None
    ]


FOLDER = Path(__file__).parent
BANK_MS = 10_000
LIMITS = TurnLimits(cpu_ms=BANK_MS, wall_ms=SIDES * BANK_MS)
"""Both bots may use all of their time in the same turn, and on the same processor."""


_SPECS = tuple(SPECS[kind] for kind in Kind)
_AROUND = tuple(offset for offset in Spec(0, 0, STEP, 0).offsets if offset)


def _ruleset(name: str, title: str, summary: str, pool: tuple[str, ...], **params: int) -> Ruleset:
    return Ruleset(
        name=name,
        title=title,
        summary=summary,
        seats=SIDES,
        params=params,
        limits=LIMITS,
        bank_ms=BANK_MS,
        memory_mb=512,
        pool=pool,
        generated=name != "standard",
    )


class Microwars(Game):
    """Microwars: a match is one game."""

    name = "microwars"
    title = "Microwars"
    tagline = "Tanks and cannons that all shoot and move at the same time."
    version = "1"
    fault_rules = "faults-that-lose-the-game"
    winner_rules = "points-and-winners"
    engine = MicrowarsEngine
    wire = MicrowarsWire
    rulesets = (
        _ruleset(
            "standard",
            "Standard",
            "Two armies on a map of the pool, 10 seconds of computing time for the whole game.",
            ("meadow", "river", "castle", "crossroads"),
            most_side=20,
            width=16,
            height=12,
            turns=200,
            tanks=6,
            cannons=4,
            blocked=12,
        ),
        _ruleset(
            "skirmish",
            "Skirmish",
            "Small boards with few units, often by chance.",
            ("yard", "bridge"),
            most_side=12,
            width=9,
            height=7,
            turns=60,
            tanks=2,
            cannons=1,
            blocked=10,
        ),
        _ruleset(
            "grand",
            "Grand battle",
            "Thirty by thirty fields, and dozens of units on each side.",
            ("plains", "labyrinth"),
            most_side=30,
            width=30,
            height=30,
            turns=300,
            tanks=30,
            cannons=20,
            blocked=10,
        ),
    )
    house = house_bots(FOLDER)
    rungs = frozen_rungs(FOLDER, "standard")
    kits = starter_kits(FOLDER, cpp=(SDK / "cpp" / "draw.hpp", SDK / "cpp" / "pipe.hpp"))
    constants: ClassVar[dict[str, Constant]] = {
        "LONGEST": LONGEST,
        "SHIFT": SHIFT,
        "PLACES": PLACES,
        "AROUND": _AROUND,
        "STEP": STEP,
        **{kind.name: kind.value for kind in Kind},
        "REACH": tuple(spec.reach for spec in _SPECS),
        "BLAST": tuple(spec.blast for spec in _SPECS),
        "POWER": tuple(spec.power for spec in _SPECS),
        "UNAVAILABLE": int(UNAVAILABLE.split()[0]),
        **{
            f"{'OWN' if own else 'ENEMY'}_{kind.name}": number
            for (kind, own), number in CODES.items()
        },
        "BANK_MS": BANK_MS,
    }
    exports = EXPORTS
    maps = MAPS
    brief: ClassVar[dict[str, JSON]] = {"most_turns": 30}
    further_limits: ClassVar[dict[str, str]] = {
        "Real time of all turns together, a backstop": (
            f"{WAIT_MS // 1000} s, and {WAIT_PER_TURN_MS} ms for each turn of the game"
        )
    }
    points = POINTS
    patience = Patience(seconds=60, otherwise=[])
    folder = FOLDER

    def uses_seed(self, *, on_map: bool) -> bool:
        return not on_map

    def tiles(self, scene: JSON, view: JSON) -> Sequence[str]:
        rows = [[GROUND] * scene["width"] for _ in range(scene["height"])]
        for x, y in scene["blocked"]:
            rows[y - 1][x - 1] = ROCK
        for _, owner, _, x, y, _ in view["units"]:
            rows[y - 1][x - 1] = SEATS[owner]
        return ["".join(row) for row in reversed(rows)]

    def choices(self, engine: Engine, seat: Seat) -> JSON:
        """For each unit of the side: ``{"id", "reach", "blast", "steps": [[x, y], ...]}``."""
        assert isinstance(engine, MicrowarsEngine)
        return [
            {
                "id": unit[0],
                "reach": SPECS[Kind(unit[KIND])].reach,
                "blast": SPECS[Kind(unit[KIND])].blast,
                "steps": [list(field) for field in steps(engine, unit)],
            }
            for unit in engine.army.of(seat)
        ]

    def sample_action(self, engine: Engine, seat: Seat, choose: Callable[[int], int]) -> Action:
        """Allowed orders for most units of the side, with a liking for shots that hit an enemy."""
        assert isinstance(engine, MicrowarsEngine)
        orders: list[list[int]] = []
        targets = [(x, y) for _, _, _, x, y, _ in engine.army.of(1 - seat)]
        for unit in engine.army.of(seat):
            if not choose(8):
                continue
            x, y = unit[3:5]
            shot = _some_shot(engine, unit, targets, choose)
            exits = steps(engine, unit)
            there = exits[choose(len(exits))] if exits and choose(3) else (x, y)
            orders.append([x, y, *shot, *there])
        return orders


MICROWARS = Microwars()
