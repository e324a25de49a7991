"""Games to look at: crowded boards on which units hit each other and run into each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from playwright.sync_api import Page

from games.engine import Action, EndState, Engine, Fault, SeatSetup, Setup
from games.microwars.engine import MicrowarsEngine
from games.microwars.game import MICROWARS
from games.microwars.mapgen import Wishes, draw
from games.tests.views import asked
from tests.player.match import Recording, play

STATIC = "/static/games/microwars"
NAMES = ("ada", "bix")
SEATS = tuple(SeatSetup(number, name) for number, name in enumerate(NAMES))
CROWDED = Wishes(8, 7, 30, tanks=7, cannons=5, blocked=10)


def match(seed: int, *, weak: bool = False, failing: float = 0.0, both: bool = False) -> Recording:
    """A game by chance; the ``weak`` have three points each.  An answer is a fault with a chance
    of ``failing``, of ``both`` sides in the same turn where that is wished for."""
    board = draw(CROWDED, seed)
    if weak:
        board = replace(board, units=tuple((*unit[:4], 3) for unit in board.units))
    turns: dict[int, bool] = {}

    def act(engine: Engine, seat: int, choose: Callable[[int], int]) -> Action | Fault:
        assert isinstance(engine, MicrowarsEngine)
        chance = choose(10_000) < failing * 10_000
        fails = turns.setdefault(engine.turn, chance) if both else chance
        if fails:
            return Fault(EndState.CRASH, "as the test wants it")
        return MICROWARS.sample_action(engine, seat, choose)

    return play(MICROWARS, Setup(SEATS, seed, "standard", {}, board.to_json()), act)


def ask(page: Page, body: str, *arguments: Any, module: str = "view.js") -> Any:
    """Run the body of an arrow function with the module as ``view`` and ``args``."""
    return asked(page, f"{STATIC}/{module}", body, *arguments)


def scene_of(recording: Recording) -> Any:
    return recording.frames[0]["scene"]


def turns(recording: Recording) -> Iterator[tuple[int, Any, Any, Any]]:
    """Number of the frame, the turn's event, the state before and after."""
    for frame in recording.frames:
        for event in frame.get("events", ()):
            if event["e"] == "turn":
                n = frame["n"]
                yield n, event, recording.views[n - 1], recording.views[n]


def hits_by(event: Any, before: Any) -> dict[int, list[int]]:
    """Points that each side's shots take from each unit, by id: the table of the rules, retold."""
    standing = {unit[0]: unit for unit in before["units"]}
    found = {number: [0, 0] for number in standing}
    for number, sx, sy in event["shots"]:
        _, owner, kind, *_ = standing[number]
        for other, _, _, x, y, _ in before["units"]:
            if max(abs(x - sx), abs(y - sy)) <= kind:
                found[other][owner] += 1
    return found


def owners(before: Any) -> dict[int, int]:
    return {unit[0]: unit[1] for unit in before["units"]}
