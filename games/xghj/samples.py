"""Random answers that make an interesting game, for tests and demonstrations."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from games.engine import JSON, Action, Seat
from games.xghj.engine import XghjEngine
from games.xghj.frames import NOT_ONESELF
from games.xghj.orders import Relation
from games.xghj.state import NOBODY

Choose = Callable[[int], int]
TRIES = 20


def sample(engine: XghjEngine, seat: Seat, choose: Choose) -> Action:
    """A random answer of a pending seat."""
    prompt = engine.pending()[seat].prompt
    if prompt["phase"] == "bid":
        return {"bid": choose(4)}
    if prompt["phase"] == "spawn":
        return {"spawn": _place(engine, prompt["chosen"], choose)}
    return _orders(engine, seat, choose)


def _place(engine: XghjEngine, named: list[list[int]], choose: Choose) -> list[int]:
    """A place that the rules accept, unless `TRIES` attempts find none."""
    rules = engine.rules
    chosen = [(x, y) for x, y in named]
    point = (0, 0)
    for _ in range(TRIES):
        point = rules.ground.point(choose(rules.ground.size))
        fertile = rules.ground.attack[rules.ground.place(*point)] > 0
        if fertile and rules.accepts(*point, chosen):
            break
    return list(point)


def _orders(engine: XghjEngine, seat: Seat, choose: Choose) -> Action:
    state = engine.state
    answer: dict[str, JSON] = {"stances": _stances(engine, seat, choose)}
    allowed = [state.allied(seat, other) for other in state.players] + [False]
    land = np.flatnonzero(np.array(allowed)[state.owner]).tolist()
    if not land:
        return answer
    money = state.saving[seat]
    cost = engine.rules.constants.bomb_cost
    bombs = []
    for _ in range(1 + choose(3)):
        size = min(money // cost, 5 + choose(6 + money // 2))
        if size > 0:
            money -= size * cost
            bombs.append([*engine.rules.ground.point(land[choose(len(land))]), size])
    answer["bombs"] = bombs
    if state.capital[seat] == NOBODY or not choose(4):
        answer["capital"] = list(engine.rules.ground.point(land[choose(len(land))]))
    return answer


def _stances(engine: XghjEngine, seat: Seat, choose: Choose) -> str:
    """Alliances among countries whose numbers have the same parity, wars with the others."""
    letters = []
    for other in engine.state.players:
        relation = engine.state.relation[seat][other]
        if other == seat or relation is Relation.UNDISCOVERED:
            letters.append(NOT_ONESELF)
        elif relation is Relation.AT_WAR:
            letters.append("K" if not choose(6) else "J")
        elif (other + seat) % 2:
            letters.append("B" if not choose(12) else "J" if choose(4) else "K")
        else:
            letters.append("A" if choose(8) else "K")
    return "".join(letters)
