"""Parse a message of a player into an order, or refuse it with a reason.

The messages are those of the source: ``{"type": "finish"}`` and ``{"type": "action", "action":
[name, …]}``.  Further fields are ignored, except the round that a ``finish`` may have.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from games.engine import JSON, Action
from games.lost_in_space.atlas import NEIGHBOURS, Pos
from games.lost_in_space.state import PLAYERS, Item


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
