"""Matches to look at: bots that conquer, leave and blunder, so that everything happens."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from games.engine import JSON, Action, EndState, Engine, Fault, SeatSetup, Setup
from games.generals.engine import GeneralsEngine
from games.generals.game import GENERALS
from games.generals.orders import LETTERS, STEPS
from games.generals.terrain import Board, Kind
from tests.player.match import NAMES, Recording, play

ROUGH = {"mountains": 110, "cities": 120, "swamps": 40, "lights": 20}
"""Densities of boards on which much happens."""
_ARMIES = 8


def match(
    teams: Sequence[int] = (0, 0),
    *,
    seed: int = 1,
    size: tuple[int, int] = (12, 10),
    halfturns: int = 200,
    modifiers: JSON = None,
    leaving: float = 0.0,
) -> Recording:
    """A match of bots that attack; each leaves by a crash with a chance of ``leaving`` a turn."""
    seats = tuple(SeatSetup(i, NAMES[i], team) for i, team in enumerate(teams))
    params: dict[str, JSON] = {"width": size[0], "height": size[1], "halfturns": halfturns}
    params |= {**ROUGH, "modifiers": modifiers or {}}

    def act(engine: Engine, seat: int, choose: Callable[[int], int]) -> Action | Fault:
        if choose(10_000) < leaving * 10_000:
            return Fault(EndState.CRASH, "as the test wants it")
        return attack(engine, seat, choose)

    return play(GENERALS, Setup(seats, seed, "duel", params), act)


def attack(engine: Engine, seat: int, choose: Callable[[int], int]) -> Action:
    """Take what a large army can take, capitals first; sometimes plan ahead, and blindly."""
    assert isinstance(engine, GeneralsEngine)
    world, player = engine.world, seat + 1
    waiting = len(world.queues[player])
    if waiting:
        return [["undo"]] if not choose(9) else [["clear"]] if not choose(30) else []
    first = _attack(world.board, world.teams, player, choose)
    if first is None:
        return []
    x, y, letter = first
    ops: list[JSON] = [["move", x, y, letter, not choose(10)]]
    for _ in range(choose(5)):
        down, right = STEPS[LETTERS.index(letter)]
        x, y = x + down, y + right
        if not world.board.inside(x, y):
            break
        letter = LETTERS[choose(4)] if not choose(3) else letter
        ops.append(["move", x, y, letter])
    return ops


def _attack(
    board: Board, teams: Sequence[int], player: int, choose: Callable[[int], int]
) -> tuple[int, int, str] | None:
    own = np.flatnonzero((board.owners == player) & (board.units > 1))
    armies = own[np.argsort(-board.units[own], kind="stable")][:_ARMIES].tolist()
    found: list[tuple[int, int, tuple[int, int, str]]] = []
    for place in armies:
        x, y = divmod(place, board.width)
        for letter, (down, right) in zip(LETTERS, STEPS, strict=True):
            if not board.inside(x + down, y + right):
                continue
            target = board.place(x + down, y + right)
            kind, owner = board.kind[target], board.owner[target]
            friendly = owner and teams[owner] == teams[player]
            if kind == Kind.MOUNTAIN or friendly or board.unit[target] >= board.unit[place] - 1:
                continue
            worth = 4 if kind == Kind.CAPITAL else 1 + (owner > 0)
            found.append((worth, choose(1000), (x, y, letter)))
        if found:
            return max(found)[2]
    if not armies:
        return None
    x, y = divmod(armies[choose(len(armies))], board.width)
    return x, y, LETTERS[choose(4)]
