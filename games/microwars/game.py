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
from games.microwars.samples import choices, sample
from games.microwars.units import LONGEST, PLACES, SHIFT, SIDES, SPECS, STEP, Kind, Spec
from games.microwars.wire import CODES, UNAVAILABLE, MicrowarsWire
from games.package import SDK, frozen_rungs, house_bots, starter_kits

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
        assert isinstance(engine, MicrowarsEngine)
        return choices(engine, seat)

    def sample_action(self, engine: Engine, seat: Seat, choose: Callable[[int], int]) -> Action:
        assert isinstance(engine, MicrowarsEngine)
        return sample(engine, seat, choose)


MICROWARS = Microwars()
