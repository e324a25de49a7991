"""Games that begin in the middle of things, and a person who knows what to press."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.engine import JSON, Setup
from games.game import Patience
from games.lost_in_space.engine import LostInSpaceEngine
from games.lost_in_space.game import LostInSpace
from games.lost_in_space.state import CAPSULE, MACHINES, NEIGHBOURS, STOPS, Pos, Status, World

Change = Callable[[World], None]


def prepared(change: Change) -> LostInSpace:
    """The game, but for a world that ``change`` has changed before the first turn; the first
    question's message does not know of it."""

    class Prepared(LostInSpaceEngine):
        def __init__(self, setup: Setup) -> None:
            super().__init__(setup)
            change(self.world)

    class Game(LostInSpace):
        engine = Prepared
        patience = Patience(seconds=600, otherwise={"type": "finish"})

    return Game()


def pass_on(engine: Any, seat: int) -> JSON:
    """The message of a player that does nothing."""
    return {"type": "finish"}


DIRECTIONS = ("up", "up right", "right", "down right", "down", "down left", "left", "up left")
STEPS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


def button_for(action: JSON, pos: list[int]) -> str:
    """A selector of the button that does an action from a place; the arrows are to move."""
    if action["type"] == "finish":
        return '[data-here="end"]'
    what, *rest = action["action"]
    if what == "move" and rest[0][2] != pos[2]:
        return f'[data-lift="{rest[0][2]}"]'
    if what == "move":
        step = (rest[0][0] - pos[0], rest[0][1] - pos[1])
        return f'[data-direction="{STEPS.index(step)}"]'
    if what == "attack":
        return f'[data-attack="{rest[1]}"]'
    if what == "trap":
        return f'[data-use="{rest[0]}"]'
    if what == "tool":
        return '[data-use="Kit"]'
    return {
        "Materials": f'[data-take="{rest[-1]}"]',
        "Box": '[data-here="box"]',
        "KeyMachine": '[data-here="machine"]',
        "EscapeCapsule": '[data-here="capsule"]',
    }[rest[0]]


def wish(ask: JSON) -> JSON:
    """The next action of a person who fetches the keys and escapes, as a button does it."""
    can, view = ask["choices"], ask["view"]
    mine = next(p for p in view["players"] if p["bag"] is not None)
    if mine["status"] == Status.COUNTDOWN:
        return {"type": "finish"}
    if can["machine"]:
        return _action("interact", "KeyMachine")
    if can["start"]:
        return _action("interact", "EscapeCapsule", True)
    if can["box"]:
        return _action("interact", "Box")
    if can["kit"] and mine["hp"] <= 100:
        return _action("tool", "Kit")
    if can["attacks"]:
        number, at = can["attacks"][0]
        return _action("attack", at, number)
    if can["materials"] and view["round"] % 2:
        return _action("interact", "Materials", can["materials"][-1])
    if can["traps"]:
        return _action("trap", can["traps"][0])
    to = _step(mine, can["moves"] + can["lifts"])
    return {"type": "finish"} if to is None else _action("move", to)


def _action(*words: JSON) -> JSON:
    return {"type": "action", "action": list(words)}


def _step(mine: JSON, able: list[list[int]]) -> list[int] | None:
    """Of the places one can go to, one nearest to a missing key or to the capsule."""
    goals = {pos for pos, key in MACHINES.items() if key not in mine["keys"]} or {CAPSULE}
    away = dict.fromkeys(goals, 0)
    edge: list[Pos] = list(goals)
    for here in edge:
        for there in (*NEIGHBOURS[here], *STOPS.get(here, ())):
            if there not in away:
                away[there] = away[here] + 1
                edge.append(there)
    return min(able, key=lambda pos: away[pos[0], pos[1], pos[2]], default=None)
