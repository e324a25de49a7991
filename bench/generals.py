"""The cost of a half-turn of generals: against a plain program, and against the board's size.

The baseline is `bench.plain_generals`: the same rules in lists, with a pass over the whole board
for every view.  Both play the same orders in turn, and only the half-turn itself is timed, with
the differences of every team's view.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from bench.plain_generals import PlainWorld
from bench.table import Row, told
from games.generals.options import Options
from games.generals.orders import Modifiers, Order
from games.generals.rules import World
from games.generals.terrain import Board, Kind

LARGE_BOUND = 50
"""On the largest board with the most players: times cheaper than the baseline, at least."""
DUEL_BOUND = 6
RUNS = 3
WORTHWHILE = 4
"""Armies looked at before the largest of them moves."""

Orders = list[list[tuple[int, Order]]]


@dataclass(frozen=True, slots=True)
class Case:
    """A game to be measured; ``settled`` boards have an owner on every tile."""

    title: str
    side: int
    players: int
    halfturns: int
    bound: float
    settled: bool = False


CASES = (
    Case("255 x 255, 16 players, early", 255, 16, 24, LARGE_BOUND),
    Case("255 x 255, 16 players, every tile owned", 255, 16, 24, LARGE_BOUND, settled=True),
    Case("25 x 25, a duel", 25, 2, 400, DUEL_BOUND),
    Case("25 x 25, a duel, every tile owned", 25, 2, 400, DUEL_BOUND, settled=True),
)


def start(case: Case) -> tuple[Board, tuple[int, ...]]:
    """A board by chance with everybody's capital on it."""
    options = Options(width=case.side, height=case.side)
    founding = options.draw(range(1, case.players + 1), Random(7))
    board = founding.board
    board.units[list(founding.capitals)] = 60
    if case.settled:
        free = np.flatnonzero((board.owners == 0) & (board.kinds != Kind.MOUNTAIN))
        board.owners[free] = free * case.players // (case.side**2) + 1
        board.units[free] = 3
    return board, founding.capitals


def orders_of(case: Case) -> Orders:
    """The orders of all players in each half-turn: a move of one of their larger armies."""
    board, capitals = start(case)
    world = World(board, capitals, range(1, case.players + 1), Modifiers())
    random, found = Random(3), []
    for _ in range(case.halfturns):
        now = [(player, _some_move(world, player, random)) for player in world.alive]
        for player, order in now:
            world.append(player, order)
        found.append(now)
        world.play()
    return found


def _some_move(world: World, player: int, random: Random) -> Order:
    board = world.board
    armies = np.flatnonzero((board.owners == player) & (board.units > 1)).tolist()
    if not armies:
        return Order(0, 0, 0)
    some = random.sample(armies, min(WORTHWHILE, len(armies)))
    x, y = divmod(max(some, key=lambda at: board.unit[at]), board.width)
    return Order(x, y, random.randrange(4))


def times(case: Case, orders: Orders, kind: type[World] | type[PlainWorld]) -> list[float]:
    """The duration of each half-turn, in µs."""
    board, capitals = start(case)
    world = kind(board, capitals, range(1, case.players + 1), Modifiers())
    add: Callable[[int, Order], None]
    add = world.append if isinstance(world, World) else _adder(world)
    took = []
    gc.disable()
    for now in orders:
        for player, order in now:
            add(player, order)
        began = time.perf_counter_ns()
        world.play()
        took.append((time.perf_counter_ns() - began) / 1000)
    gc.enable()
    return took


def _adder(world: PlainWorld) -> Callable[[int, Order], None]:
    return lambda player, order: world.queue[player].append(order)


def cost(case: Case, orders: Orders, kind: type[World] | type[PlainWorld]) -> float:
    """µs of an average half-turn: the mean over half-turns, since growth does not come in each,
    of the quickest of a few runs, since other programs do not belong to it."""
    runs = [times(case, orders, kind) for _ in range(RUNS)]
    return float(sum(map(min, *runs))) / len(orders)


def measure(case: Case) -> Row:
    orders = orders_of(case)
    ours = cost(case, orders, World)
    plain = cost(case, orders[: max(4, case.halfturns // 8)], PlainWorld)
    beside = f"{ours:.0f} µs a half-turn, plain Python {plain:,.0f} µs"
    title = f"generals, {case.title}: plain Python / ours"
    return Row(title, plain / ours, "×", case.bound, rising=True, beside=beside)


def growth() -> str:
    """The same armies on boards of other sizes: what lies idle costs nothing."""
    rows = []
    for side in (32, 64, 128, 255):
        case = replace(CASES[0], side=side, players=8, halfturns=49)
        rows.append((side, cost(case, orders_of(case), World)))
    base = rows[0][1]
    cells = ", ".join(f"{side} x {side}: {took / base:.2f} ×" for side, took in rows)
    return f"8 players in their first 49 half-turns, against {base:.0f} µs: {cells}"


def main() -> list[Row]:
    print("generals: half-turns with all differences of views")
    rows = [told(measure(case)) for case in CASES]
    print(f"  {growth()}", flush=True)
    return rows


if __name__ == "__main__":
    main()
