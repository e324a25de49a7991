"""The legal actions of a player, for people.  They follow from what the player knows."""

from __future__ import annotations

from games.engine import JSON
from games.lost_in_space.atlas import CAPSULE, MACHINES, NEIGHBOURS, STOPS, Pos
from games.lost_in_space.state import CARRY, Item, Player, Status, World

DIRECTIONS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1), (1, 1), (-1, -1))
"""Changes of x and y on one layer, in the order of the source."""


def seen(world: World, player: Player) -> JSON:
    """The fields that the source adds for people: attack, move, detect, interprops.

    ``attack`` and ``move`` do not depend on whether the major action is used up.
    """
    ways = set(_open(world, NEIGHBOURS[player.pos]))
    x, y, z = player.pos
    alive = player.status is Status.ALIVE
    return {
        "attack": [number for number, _ in _victims(world, player)] if alive else [],
        "move": [alive and (x + dx, y + dy, z) in ways for dx, dy in DIRECTIONS],
        "detect": _may_detect(world, player),
        "interprops": _things(world, player),
    }


def choices(world: World, player: Player) -> JSON:
    """Every action that would not be refused.

    An action at a material point may still be refused, as players do not know if it is empty.
    """
    alive, major = player.status is Status.ALIVE, not world.major
    free = alive and major
    ways = _open(world, NEIGHBOURS[player.pos])
    lifts = _open(world, STOPS.get(player.pos, ()))
    bag, pos = player.bag, player.pos
    return {
        "moves": _lists(ways) if free else [],
        "lifts": _lists(lifts) if free else [],
        "attacks": [[n, list(at)] for n, at in _victims(world, player)] if free else [],
        "kit": bool(free and bag[Item.KIT]),
        "blinks": _lists(ways) if alive and bag[Item.BLINK] else [],
        "detects": _lists(ways) if _may_detect(world, player) else [],
        "traps": _traps(world, player) if alive else [],
        "materials": [item.value for item in Item if bag[item] < CARRY[item]]
        if free and pos in world.stock
        else [],
        "box": free and pos in world.boxes,
        "machine": free and pos in MACHINES and MACHINES[pos] not in player.keys,
        "start": free and pos == CAPSULE and len(player.keys) == len(world.players),
        "stop": player.status is Status.COUNTDOWN and major,
    }


def _open(world: World, places: tuple[Pos, ...]) -> list[Pos]:
    return [pos for pos in places if pos not in world.closed]


def _lists(places: list[Pos]) -> JSON:
    return [list(pos) for pos in places]


def _victims(world: World, player: Player) -> list[tuple[int, Pos]]:
    near = {player.pos, *NEIGHBOURS[player.pos]}
    return [(p.number, p.pos) for p in world.players if p is not player and p.up and p.pos in near]


def _may_detect(world: World, player: Player) -> bool:
    return player.status is Status.ALIVE and world.round >= player.rested


def _traps(world: World, player: Player) -> list[str]:
    """Kinds of traps that can be placed here, as far as the player knows.

    A hidden trap of another player may still prevent it.
    """
    pos = player.pos
    trap = world.traps.get(pos)
    mine = trap is not None and trap.owner == player.number
    if mine or pos == CAPSULE or pos in MACHINES or pos in STOPS:
        return []
    return [kind.value for kind in (Item.MINE, Item.SLIME) if player.bag[kind]]


def _things(world: World, player: Player) -> list[str]:
    pos = player.pos
    there = {
        "Box": pos in world.boxes,
        "Materials": pos in world.stock,
        "KeyMachine": pos in MACHINES,
        "EscapeCapsule": pos == CAPSULE,
        "Elevator": pos in STOPS,
    }
    return [name for name, is_there in there.items() if is_there]
