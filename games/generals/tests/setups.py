"""Games for the tests of kits and house bots: setups, and players who do anything at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from games.engine import JSON, Action, EndState, Fault, SeatSetup, Setup
from games.generals.engine import GeneralsEngine
from games.generals.orders import LETTERS
from games.generals.wire import GeneralsWire

ROUGH = {"mountains": 120, "cities": 200, "swamps": 60, "lights": 25}
"""Densities of boards on which much happens."""


def setup(teams: Sequence[int], seed: int = 1, board: JSON = None, **params: JSON) -> Setup:
    """Seats for these teams (0: alone); a generated board of 7 x 8 unless told otherwise."""
    seats = tuple(SeatSetup(i, f"bot {i}", team) for i, team in enumerate(teams))
    size = {} if board else {"width": 8, "height": 7, **ROUGH}
    return Setup(seats, seed, "test", {"halfturns": 200, **size, **params}, board)


@dataclass(frozen=True)
class Told:
    """A line to one seat; ``view`` is what its team sees then: owners, kinds, units."""

    seat: int
    line: bytes
    view: tuple[list[int], list[int], list[int]]
    answer: Action | None = None
    """The seat's answer before this line came, None before the first lines."""


def anything(
    engine: GeneralsEngine, seat: int, random: Random, crashes: float = 0.003
) -> Action | Fault:
    """Mostly moves of large armies; also undone, cleared, illegal ones, and at times a crash."""
    world, player = engine.world, seat + 1
    if random.random() < crashes:
        return Fault(EndState.CRASH, "as the test wants it")
    board = world.board
    armies = np.flatnonzero((board.owners == player) & (board.units > 1)).tolist()
    ops: list[JSON] = []
    for _ in range(random.choice((0, 1, 1, 1, 2))):
        if armies and random.random() < 0.97:
            place = max(random.choices(armies, k=2), key=lambda at: board.unit[at])
        else:
            place = random.randrange(board.height * board.width)
        x, y = divmod(place, board.width)
        ops.append(["move", x, y, random.choice(LETTERS), random.random() < 0.2])
    if len(world.queues[player]) > 3 or random.random() < 0.05:
        ops.insert(0, random.choice((["clear"], ["undo"])))
    return ops


def follow(given: Setup, random: Random) -> Iterator[Told]:
    """Play the game with `anything`, and yield all lines that its seats read but the ends."""
    engine = GeneralsEngine(given)
    wires = [GeneralsWire(given, seat) for seat in range(len(given.seats))]
    replies: dict[int, Action | Fault] = {}
    for seat, wire in enumerate(wires):
        yield Told(seat, wire.begin(engine.scene(), engine.view(seat)), _view(engine, seat))
    while engine.pending():
        for seat, ask in engine.pending().items():
            reply = replies.get(seat)
            answer = None if isinstance(reply, Fault) else reply
            yield Told(seat, wires[seat].ask(ask), _view(engine, seat), answer)
        replies = {seat: anything(engine, seat, random) for seat in engine.pending()}
        engine.submit(replies)


def _view(engine: GeneralsEngine, seat: int) -> tuple[list[int], list[int], list[int]]:
    owners, kinds, units = engine.world.seen(engine.world.teams[seat + 1])
    return owners.tolist(), kinds.tolist(), units.tolist()
