"""The cost of a turn of microwars: the engine's part against the wire's, as every match has both.

The engine's part of a turn is all between two answers and the next two questions: checking both
sides' orders, playing them, the events and the next state.  The wire writes the state for both
bots and reads the lines of their orders.  The parts take turns within one run.
"""

from __future__ import annotations

import gc
import time
from dataclasses import dataclass, replace
from random import Random

from bench.table import Row, told
from games.engine import Action, Fault, SeatSetup, Setup
from games.microwars.engine import MicrowarsEngine
from games.microwars.game import MICROWARS, steps
from games.microwars.layout import MOST_POINTS
from games.microwars.mapgen import Wishes, draw
from games.microwars.wire import MicrowarsWire

BOUND = 1.2
"""The engine's part of a turn over the wire's, at most, where every unit shoots and moves."""
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
            some = MICROWARS.sample_action(engine, seat, random.randrange)
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


def lines_of(orders: Action) -> bytes:
    """Orders as a bot writes them."""
    return b"".join(b"%d %d %d %d %d %d\n" % tuple(order) for order in orders) + b"0\n"


@dataclass(slots=True)
class Costs:
    """µs of each turn: the engine's part, and writing and reading by the wire."""

    engine: list[float]
    writing: list[float]
    reading: list[float]


def one_run(case: Case, turns: list[Replies]) -> Costs:
    """Each turn's three parts, one after the other, on what they have in a match."""
    setup, engine = start(case)
    wires = [MicrowarsWire(setup, seat) for seat in (0, 1)]
    for seat, wire in enumerate(wires):
        wire.begin(engine.scene(), engine.view(seat))
    costs = Costs([], [], [])
    gc.disable()
    for replies in turns:
        asks = engine.pending()
        said = [lines_of(replies[seat]) for seat in (0, 1)]
        read: list[Action | Fault] = []
        marks = [time.perf_counter_ns()]
        for seat, wire in enumerate(wires):
            wire.ask(asks[seat])
        marks.append(time.perf_counter_ns())
        for wire, lines in zip(wires, said, strict=True):
            read += wire.feed(lines)
        marks.append(time.perf_counter_ns())
        for seat, orders in enumerate(read):
            engine.check(seat, orders)
        engine.submit(dict(enumerate(read)))
        engine.pending()
        marks.append(time.perf_counter_ns())
        for part, begin, end in zip(
            (costs.writing, costs.reading, costs.engine), marks, marks[1:], strict=False
        ):
            part.append((end - begin) / 1000)
    gc.enable()
    return costs


def average(runs: list[list[float]]) -> float:
    """The mean over turns of the quickest of a few runs: other programs do not belong to it."""
    return float(sum(map(min, *runs))) / len(runs[0])


def measure(case: Case) -> Row | None:
    """A row where the case has a bound."""
    turns = replies_of(case)
    runs = [one_run(case, turns) for _ in range(RUNS)]
    engine = average([run.engine for run in runs])
    writing = average([run.writing for run in runs])
    reading = average([run.reading for run in runs])
    share = engine / (writing + reading)
    count = sum(len(orders) for replies in turns for orders in replies.values()) / len(turns)
    beside = f"{engine:.0f} µs a turn, wire: {writing:.0f} to write, {reading:.0f} to read"
    row = Row(f"microwars, {case.title}: engine / wire", share, "×", BOUND, beside=beside)
    if case.busy:
        return told(row)
    print(f"  {case.title}, {count:.0f} orders a turn: {share:.2f} × ({beside})", flush=True)
    return None


def main() -> list[Row]:
    print("microwars: turns of the engine, and the wire of both bots")
    return [row for case in CASES if (row := measure(case)) is not None]


if __name__ == "__main__":
    main()
