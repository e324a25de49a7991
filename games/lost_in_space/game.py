"""The declaration of Lost in Space for the platform."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from games.engine import JSON, Action, Engine, Ruleset, Seat, Setup, TurnLimits, Wants
from games.game import GROUND, ROCK, SEATS, Game, Patience
from games.lost_in_space.choices import choices
from games.lost_in_space.constants import CONSTANTS
from games.lost_in_space.engine import LostInSpaceEngine
from games.lost_in_space.export import EXPORTS
from games.lost_in_space.samples import sample
from games.lost_in_space.state import PLAYERS
from games.lost_in_space.wire import BareWire, LostInSpaceWire
from games.package import SDK, frozen_rungs, house_bots, starter_kits
from games.wire import Wire

FOLDER = Path(__file__).parent
FINISH = {"type": "finish"}


class LostInSpace(Game):
    """Lost in Space: a match is one game."""

    name = "lost_in_space"
    title = "Lost in Space"
    tagline = "Four keys, three dark floors, one way out: fetch, set traps, escape first."
    version = "3"
    winner_rules = "winner-and-ranks"
    engine = LostInSpaceEngine
    wire = LostInSpaceWire
    rulesets = (
        Ruleset(
            name="standard",
            title="Standard",
            summary="Four players, 100 rounds, 3 seconds of computing time a turn.",
            seats=PLAYERS,
            limits=TurnLimits(cpu_ms=3000, wall_ms=10000),
            memory_mb=512,
        ),
    )
    house = house_bots(FOLDER)
    rungs = frozen_rungs(FOLDER, "standard")
    kits = starter_kits(
        FOLDER, cpp=(SDK / "cpp",), python=(SDK / "python", FOLDER / "station.json"), json=True
    )
    constants = CONSTANTS
    exports = EXPORTS
    brief = {"rounds": 12}
    hides = True
    patience = Patience(seconds=60, otherwise=FINISH)
    one_fault_ends = True
    protocol_seconds = 3
    folder = FOLDER

    def uses_seed(self, *, on_map: bool) -> bool:
        return False

    def tiles(self, scene: JSON, view: JSON) -> Sequence[str]:
        """The floors side by side; players who escaped or failed are nowhere."""
        nodes = scene["plan"]["nodes"]
        side = 1 + max(max(x, y) for x, y, _ in nodes)
        rows = [[ROCK] * ((side + 1) * len(scene["plan"]["layers"]) - 1) for _ in range(side)]
        for x, y, floor in nodes:
            rows[y][x + floor * (side + 1)] = GROUND
        for seat, player in enumerate(view["players"]):
            if player["pos"] is not None:
                x, y, floor = player["pos"]
                rows[y][x + floor * (side + 1)] = SEATS[seat]
        return ["".join(row) for row in rows]

    def person_wire(self, setup: Setup, seat: Seat) -> Wire:
        return BareWire(setup, seat)

    def choices(self, engine: Engine, seat: Seat) -> JSON:
        assert isinstance(engine, LostInSpaceEngine)
        if engine.afterwards or engine.pending()[seat].wants is Wants.NOTHING:
            return None
        return choices(engine.world, engine.world.players[seat])

    def sample_action(self, engine: Engine, seat: Seat, choose: Callable[[int], int]) -> Action:
        assert isinstance(engine, LostInSpaceEngine)
        ask = engine.pending()[seat]
        if ask.wants is Wants.NOTHING:
            return None
        if engine.afterwards:
            return FINISH
        return sample(choices(engine.world, engine.world.players[seat]), choose)


LOST_IN_SPACE = LostInSpace()
