"""The declaration of Lost in Space for the platform."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from games.engine import JSON, Action, Engine, Ruleset, Seat, Setup, TurnLimits, Wants
from games.game import GROUND, ROCK, SEATS, Constant, Game, Patience
from games.lost_in_space.engine import LostInSpaceEngine
from games.lost_in_space.export import EXPORTS
from games.lost_in_space.orders import choices
from games.lost_in_space.rounds import AWAY, ROUNDS
from games.lost_in_space.rules import COUNTDOWN, DETECT_RESTS, HIT, KEYS, KIT_HEALS, MINE_HURTS
from games.lost_in_space.state import (
    CAPSULE,
    CARRY,
    FULL,
    LAST_CLOSING,
    MACHINES,
    MATERIALS,
    NEIGHBOURS,
    PLAYERS,
    SPAWN_LAYER,
    SPAWNS,
    STOPS,
    ZONES,
    Pos,
)
from games.lost_in_space.wire import BareWire, LostInSpaceWire
from games.package import SDK, frozen_rungs, house_bots, starter_kits
from games.wire import Wire


def sample(options: JSON, choose: Callable[[int], int]) -> Action:
    """One of the legal actions, or sometimes the end of the turn."""
    actions = list(_actions(options))
    if not actions or not choose(4):
        return {"type": "finish"}
    return {"type": "action", "action": actions[choose(len(actions))]}


def _actions(options: JSON) -> Iterator[JSON]:
    # Actions that are rarely possible count four times, so that samples contain them.
    for _ in range(4):
        yield from (["attack", at, number] for number, at in options["attacks"])
        yield from (["interact", "Box"] for _ in range(options["box"]))
        yield from (["interact", "KeyMachine"] for _ in range(options["machine"]))
        yield from (["interact", "EscapeCapsule", True] for _ in range(options["start"]))
        yield from (["interact", "Materials", item] for item in options["materials"])
        yield from (["trap", kind] for kind in options["traps"])
        yield from (["tool", "Transport", to] for to in options["blinks"])
    yield from (["tool", "Kit"] for _ in range(options["kit"]))
    yield from (["interact", "EscapeCapsule", False] for _ in range(options["stop"]))
    yield from (["move", to] for to in (*options["moves"], *options["lifts"]))
    yield from (["detect", at] for at in options["detects"])


def packed(pos: Pos) -> int:
    """A place as one number: 100 x + 10 y + z."""
    x, y, z = pos
    return 100 * x + 10 * y + z


def _all(places: Iterable[Pos]) -> tuple[int, ...]:
    return tuple(map(packed, places))


_ZONED = {pos: zone.closes for zone in ZONES for pos in sorted(zone.nodes)}

CONSTANTS: Mapping[str, Constant] = {
    "PLAYERS": PLAYERS,
    "KEYS": KEYS,
    "ROUNDS": ROUNDS,
    "FULL": FULL,
    "HIT": HIT,
    "MINE_HURTS": MINE_HURTS,
    "KIT_HEALS": KIT_HEALS,
    "AWAY": AWAY,
    "LAST_CLOSING": LAST_CLOSING,
    "DETECT_RESTS": DETECT_RESTS,
    "COUNTDOWN_TURNS": COUNTDOWN,
    "ITEMS": tuple(item.value for item in CARRY),
    "CARRY": tuple(CARRY.values()),
    "SPAWN_LAYER": SPAWN_LAYER,
    "STATION_PLACES": _all(sorted(NEIGHBOURS)),
    "STATION_PASSAGES": _all(
        end for pos in sorted(NEIGHBOURS) for to in NEIGHBOURS[pos] if pos < to for end in (pos, to)
    ),
    "STATION_LIFTS": _all(sorted(STOPS)),
    "STATION_MATERIALS": _all(MATERIALS),
    "STATION_MACHINES": _all(MACHINES),
    "STATION_MACHINE_KEYS": tuple(MACHINES.values()),
    "STATION_SPAWNS": _all(SPAWNS),
    "STATION_CAPSULE": packed(CAPSULE),
    "ZONE_TITLES": tuple(zone.title for zone in ZONES),
    "ZONE_ROUNDS": tuple(zone.closes for zone in ZONES),
    "ZONE_PLACES": _all(_ZONED),
    "ZONE_PLACE_ROUNDS": tuple(_ZONED.values()),
}
"""Lists of places have packed places: `STATION_PASSAGES` the two ends of each passage,
`STATION_LIFTS` all stops, where those with the same x and y belong to one lift.  Of two lists whose
names begin alike, the second one has a number for each item of the first one."""


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
