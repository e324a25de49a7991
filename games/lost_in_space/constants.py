"""The numbers of the rules and the station, for starter kits whose language has a file of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.game import Constant
from games.lost_in_space.atlas import (
    CAPSULE,
    MACHINES,
    MATERIALS,
    NEIGHBOURS,
    SPAWN_LAYER,
    SPAWNS,
    STOPS,
    ZONES,
    Pos,
)
from games.lost_in_space.rounds import AWAY, ROUNDS
from games.lost_in_space.rules import COUNTDOWN, DETECT_RESTS, HIT, KEYS, KIT_HEALS, MINE_HURTS
from games.lost_in_space.state import CARRY, FULL, LAST_CLOSING, PLAYERS


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
