"""Parse a message of a player into an order, or refuse it with a reason; legal actions, for people.

The messages are those of the source: ``{"type": "finish"}`` and ``{"type": "action", "action":
[name, …]}``.  Further fields are ignored, except the round that a ``finish`` may have.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from games.engine import JSON, Action
from games.lost_in_space.state import (
    CAPSULE,
    CARRY,
    MACHINES,
    NEIGHBOURS,
    PLAYERS,
    STOPS,
    Item,
    Player,
    Pos,
    Status,
    World,
)


class Refused(ValueError):
    """The rules do not allow this now.  The text gives authors and people the reason."""


class Verb(Enum):
    FINISH = "finish"
    MOVE = "move"
    ATTACK = "attack"
    KIT = "use a kit"
    BLINK = "blink"
    MATERIALS = "take an item"
    BOX = "take the keys of a box"
    MACHINE = "use a key machine"
    START = "start the capsule"
    STOP = "stop the capsule"
    DETECT = "detect"
    TRAP = "place a trap"


@dataclass(frozen=True, slots=True)
class Order:
    """``round`` is the round that a ``finish`` names, None if it names none."""

    verb: Verb
    pos: Pos | None = None
    target: int | None = None
    item: Item | None = None
    round: int | None = None


def parse(message: Action) -> Order:
    """The order in a message.  `Refused` if it is not a valid message of the game."""
    if not isinstance(message, dict):
        raise Refused("this is no message of the game")
    if message.get("type") == "finish":
        said = message.get("state")
        return Order(Verb.FINISH, round=said if type(said) is int else None)
    words = message.get("action")
    if message.get("type") != "action" or not isinstance(words, list) or not words:
        raise Refused('a message is {"type": "action", "action": [...]} or {"type": "finish"}')
    name, *rest = words
    reader = _READERS.get(name) if isinstance(name, str) else None
    if reader is None:
        raise Refused(f"there is no action {name!r:.40}")
    return reader(rest)


def _interact(rest: list[JSON]) -> Order:
    what = rest[0] if rest else None
    if what == "KeyMachine":
        return Order(Verb.MACHINE)
    if what == "Box":
        return Order(Verb.BOX)
    if what == "Materials":
        return Order(Verb.MATERIALS, item=_item(rest[1:], Item))
    if what == "EscapeCapsule":
        on = rest[1] if len(rest) > 1 else None
        if type(on) not in (bool, int) or on not in (0, 1):
            raise Refused("the capsule is started with true and stopped with false")
        return Order(Verb.START if on else Verb.STOP)
    raise Refused("one can interact with KeyMachine, EscapeCapsule, Box and Materials")


def _tool(rest: list[JSON]) -> Order:
    item = _item(rest, (Item.KIT, Item.BLINK))
    return Order(Verb.KIT) if item is Item.KIT else Order(Verb.BLINK, pos=_place(rest[1:]))


def _attack(rest: list[JSON]) -> Order:
    pos = _place(rest)
    target = rest[1] if len(rest) > 1 else None
    if type(target) is not int or not 0 <= target < PLAYERS:
        raise Refused("an attack names a place and a player")
    return Order(Verb.ATTACK, pos=pos, target=target)


def _item(rest: list[JSON], known: type[Item] | tuple[Item, ...]) -> Item:
    name = rest[0] if rest else None
    # The manual of the Python SDK writes the mine with a small m.
    name = Item.MINE if name == "Landmine" else name
    for item in known:
        if name == item.value:
            return item
    raise Refused(f"{name!r:.40} is none of {', '.join(item.value for item in known)}")


def _place(rest: list[JSON]) -> Pos:
    pos = rest[0] if rest else None
    if not isinstance(pos, list) or len(pos) != 3 or any(type(n) is not int for n in pos):
        raise Refused("a place is [x, y, z]")
    x, y, z = pos
    if (x, y, z) not in NEIGHBOURS:
        raise Refused(f"there is no place {[x, y, z]!s:.60}")
    return x, y, z


_READERS: dict[str, Callable[[list[JSON]], Order]] = {
    "move": lambda rest: Order(Verb.MOVE, pos=_place(rest)),
    "attack": _attack,
    "interact": _interact,
    "trap": lambda rest: Order(Verb.TRAP, item=_item(rest, (Item.MINE, Item.SLIME))),
    "tool": _tool,
    "detect": lambda rest: Order(Verb.DETECT, pos=_place(rest)),
}


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
