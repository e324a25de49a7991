"""The cost of a turn of microwars: against writing the state of that turn for both bots.

The engine's part of a turn is all between two answers and the next two questions: checking both
sides' orders, playing them, the events and the next state.  Writing is measured twice: field by
field as one would write it down first (`bench.plain_microwars`), and as the game's wire does it.
The parts take turns within one run.
"""

from __future__ import annotations

import gc
import time
from dataclasses import dataclass, replace
from random import Random

from bench.plain_microwars import CANNON, TANK, PlainGame, PlainUnit
from games.engine import Action, SeatSetup, Setup
from games.microwars.cells import MOST_POINTS
from games.microwars.engine import MicrowarsEngine
from games.microwars.mapgen import Wishes, draw
from games.microwars.samples import sample, steps
from games.microwars.wire import MicrowarsWire

BOUND = 1.0
"""On 30 x 30 fields with 100 units a side: a turn of the engine over writing it, at most."""
RUNS = 5


@dataclass(frozen=True, slots=True)
class Case:
    title: str
    wishes: Wishes
    busy: bool = True
    """Whether every unit shoots and moves in every turn."""


GRAND = Wishes(30, 30, 60, tanks=50, cannons=50, blocked=10)
CASES = (
    Case("30 x 30, 100 units a side, every unit shoots and moves", GRAND),
    Case("30 x 30, 100 units a side, some do", GRAND, busy=False),
    Case("16 x 12, 10 units a side, some do", Wishes(), busy=False),
)

Replies = dict[int, Action]


def start(case: Case) -> tuple[Setup, MicrowarsEngine]:
    """A game in which nobody dies, so that all of its turns have all units."""
    drawn = draw(case.wishes, seed=5)
    units = tuple((*unit[:4], MOST_POINTS) for unit in drawn.units)
    board = replace(drawn, units=units).to_json()
    setup = Setup((SeatSetup(0), SeatSetup(1)), 1, "", {}, board)
    return setup, MicrowarsEngine(setup)


def replies_of(case: Case) -> list[Replies]:
    """The orders of both sides in each turn."""
    engine, random, found = start(case)[1], Random(3), []
    while engine.pending():
        replies = {}
        for seat in (0, 1):
            some = sample(engine, seat, random.randrange)
            replies[seat] = _busy(engine, seat, random) if case.busy else some
        found.append(replies)
        engine.submit(replies)
    return found


def _busy(engine: MicrowarsEngine, seat: int, random: Random) -> Action:
    """Every unit shoots at some neighbour or itself, and moves where it can."""
    ground, orders = engine.layout.ground, []
    for unit in engine.army.of(seat):
        x, y = unit[3:5]
        sx = min(max(1, x + random.randint(-1, 1)), ground.width)
        sy = min(max(1, y + random.randint(-1, 1)), ground.height)
        orders.append([x, y, sx, sy, *random.choice(steps(engine, unit) or [(x, y)])])
    return orders


def plain_of(engine: MicrowarsEngine) -> PlainGame:
    ground = engine.layout.ground
    units = {
        (x, y): PlainUnit(number, owner, (TANK, CANNON)[kind], points)
        for number, owner, kind, x, y, points in engine.army.units.values()
    }
    return PlainGame(ground.width, ground.height, set(ground.blocked), units)


@dataclass(slots=True)
class Costs:
    """µs of each turn: the engine's part, writing plainly, writing by the wire."""

    engine: list[float]
    plain: list[float]
    wire: list[float]


def one_run(case: Case, turns: list[Replies]) -> Costs:
    """Each turn's three parts, one after the other."""
    setup, engine = start(case)
    wires = [MicrowarsWire(setup, seat) for seat in (0, 1)]
    for seat, wire in enumerate(wires):
        wire.begin(engine.scene(), engine.view(seat))
    costs = Costs([], [], [])
    gc.disable()
    for replies in turns:
        asks, plain = engine.pending(), plain_of(engine)
        marks = [time.perf_counter_ns()]
        for seat in (0, 1):
            plain.board_lines(seat)
        marks.append(time.perf_counter_ns())
        for seat, wire in enumerate(wires):
            wire.ask(asks[seat])
        marks.append(time.perf_counter_ns())
        for seat, orders in replies.items():
            engine.check(seat, orders)
        engine.submit(replies)
        engine.pending()
        marks.append(time.perf_counter_ns())
        for part, begin, end in zip(
            (costs.plain, costs.wire, costs.engine), marks, marks[1:], strict=False
        ):
            part.append((end - begin) / 1000)
    gc.enable()
    return costs


def average(runs: list[list[float]]) -> float:
    """The mean over turns of the quickest of a few runs: other programs do not belong to it."""
    return sum(map(min, *runs)) / len(runs[0])


def measure(case: Case) -> list[str]:
    turns = replies_of(case)
    runs = [one_run(case, turns) for _ in range(RUNS)]
    ours = average([run.engine for run in runs])
    plain = average([run.plain for run in runs])
    wire = average([run.wire for run in runs])
    count = sum(len(orders) for replies in turns for orders in replies.values()) / len(turns)
    shares = f"the engine takes {ours / plain:.2f} of it (bound: {BOUND})"
    return [
        f"{case.title}: {ours:.0f} µs a turn of {count:.0f} orders",
        f"  writing it field by field: {plain:.0f} µs; {shares}",
        f"  writing it by the wire: {wire:.0f} µs; the engine takes {ours / wire:.2f} of it",
    ]


def main() -> None:
    print("microwars: turns of the engine, and writing them for both bots")
    for case in CASES:
        for line in measure(case):
            print(line, flush=True)


if __name__ == "__main__":
    main()
