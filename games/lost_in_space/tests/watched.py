"""Matches to look at: players that fetch keys, fight, set traps, fail and escape."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import Page

from games.engine import JSON, Action, EndState, Engine, Fault, SeatSetup, Setup, Wants
from games.lost_in_space.engine import LostInSpaceEngine
from games.lost_in_space.game import LOST_IN_SPACE
from games.lost_in_space.orders import choices
from games.lost_in_space.state import CAPSULE, MACHINES, NEIGHBOURS, STOPS, Player, Pos, World
from games.tests.views import asked
from tests.player.match import Recording, play

NAMES = ("ada", "bix", "cleo", "dora")
FINISH: dict[str, JSON] = {"type": "finish"}


def act(
    engine: Engine, seat: int, choose: Callable[[int], int], eager: int = 4, failing: int = 0
) -> Action | Fault:
    """Mostly towards keys and the capsule, as ``eager`` in ``eager + 1`` turns have it; else
    anything that is allowed.  One answer in ``failing`` is a fault."""
    assert isinstance(engine, LostInSpaceEngine)
    ask = engine.pending()[seat]
    if failing and not choose(failing):
        return Fault(EndState.CRASH, "as the test wants it")
    if ask.wants is not Wants.ANSWER or not choose(eager + 1):
        return LOST_IN_SPACE.sample_action(engine, seat, choose)
    return _plan(engine.world, engine.world.players[seat], choose)


def _plan(world: World, player: Player, choose: Callable[[int], int]) -> Action:
    can = choices(world, player)
    if world.major:
        return {"type": "action", "action": ["trap", can["traps"][0]]} if can["traps"] else FINISH
    if can["machine"]:
        return {"type": "action", "action": ["interact", "KeyMachine"]}
    if can["start"]:
        return {"type": "action", "action": ["interact", "EscapeCapsule", True]}
    if can["box"]:
        return {"type": "action", "action": ["interact", "Box"]}
    if can["attacks"] and choose(2):
        number, at = can["attacks"][choose(len(can["attacks"]))]
        return {"type": "action", "action": ["attack", at, number]}
    if can["materials"] and choose(2):
        item = can["materials"][choose(len(can["materials"]))]
        return {"type": "action", "action": ["interact", "Materials", item]}
    step = _step(world, player)
    return FINISH if step is None else {"type": "action", "action": ["move", list(step)]}


def _step(world: World, player: Player) -> Pos | None:
    """The first step of a shortest way to a key that is missing, or to the capsule."""
    goals = {pos for pos, key in MACHINES.items() if key not in player.keys} or {CAPSULE}
    first: dict[Pos, Pos | None] = {player.pos: None}
    queue = deque([player.pos])
    while queue:
        here = queue.popleft()
        if here in goals:
            return first[here]
        for there in (*NEIGHBOURS[here], *STOPS.get(here, ())):
            if there not in first and there not in world.closed:
                first[there] = first[here] or there
                queue.append(there)
    return None


def match(seed: int, *, eager: int = 4, failing: int = 0, **params: JSON) -> Recording:
    """A match of four such players."""
    seats = tuple(SeatSetup(i, name) for i, name in enumerate(NAMES))

    def acting(engine: Engine, seat: int, choose: Callable[[int], int]) -> Action | Fault:
        return act(engine, seat, choose, eager, failing)

    return play(LOST_IN_SPACE, Setup(seats, seed, "standard", params), acting)


def replayed(recording: Recording) -> Iterator[tuple[int, LostInSpaceEngine, list[Any]]]:
    """The engine after each frame, and the events with their receivers."""
    engine = LostInSpaceEngine(recording.setup)
    yield 0, engine, []
    for frame in recording.frames[1:]:
        (seat,) = engine.pending()
        yield frame["n"], engine, list(engine.submit({seat: _reply(frame["replies"][str(seat)])}))


def _reply(said: Any) -> Any:
    if isinstance(said, dict) and "fault" in said:
        return Fault(EndState(said["fault"]), said["detail"])
    return said


def ask(page: Page, body: str, *arguments: Any, module: str = "view.js") -> Any:
    """Run the body of an arrow function with the module as ``view`` and ``args``."""
    return asked(page, f"/static/games/lost_in_space/{module}", body, *arguments)


def scene_of(recording: Recording) -> Any:
    return recording.frames[0]["scene"]
