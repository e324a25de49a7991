"""Halves for the tests: the golden vectors, hand-made setups, and a way to play both."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from games.engine import JSON, EndState, Event, Fault, SeatSetup, Setup
from games.snake.engine import SnakeEngine
from games.snake.game import SNAKE
from games.snake.rules import IllegalOp
from games.tests import pipes

VECTORS = Path(__file__).parent / "vectors"
STATES = ("scenarios", "rare", "random-00", "random-01", "random-02", "wire")
"""The files whose halves have states; their names without ``.json.gz``."""


@cache
def vectors(name: str) -> JSON:
    return json.loads(gzip.decompress((VECTORS / f"{name}.json.gz").read_bytes()))


def setup(items: JSON = (), rounds: int = 512, seed: int = 1) -> Setup:
    """A half between alice and bob with the given items."""
    seats = (SeatSetup(0, "alice"), SeatSetup(1, "bob"))
    return Setup(seats, seed, "standard", {"rounds": rounds}, {"items": list(items)})


def generated(seed: int, rounds: int) -> Setup:
    """A half between nobody in particular with the items of the seed."""
    return Setup((SeatSetup(0), SeatSetup(1)), seed, "standard", {"rounds": rounds})


def play_half(commands: Sequence[pipes.Command], seed: int, rounds: int) -> pipes.Played:
    """Two bots as processes."""
    return pipes.play(SNAKE, commands, generated(seed, rounds))


def setup_of(half: JSON) -> Setup:
    return setup(half["items"], half["max_round"])


def ops_of(half: JSON) -> list[int]:
    return [int(digit) for digit in "".join(half["ops"]) if digit != "|"]


def step(engine: SnakeEngine, op: int) -> list[Event]:
    """Play one op as a judger would: an illegal one becomes a fault."""
    player = engine.player
    try:
        engine.check(player, op)
    except IllegalOp as refusal:
        return list(engine.submit({player: Fault(EndState.ILLEGAL, str(refusal))}))
    return list(engine.submit({player: op}))


def play(engine: SnakeEngine, ops: Iterable[int]) -> list[JSON]:
    """Play several ops; the data of all their events."""
    return [event.data for op in ops for event in step(engine, op)]


def state_text(view: JSON) -> str:
    """The text whose CRC-32 the vectors hold for each round."""
    snakes = "".join(
        f"{s['id']},{s['owner']},{s['bank']},{s['ray']}"
        + "".join(f":{x}.{y}" for x, y in s["body"])
        + ";"
        for s in view["snakes"]
    )
    items = ",".join(map(str, view["items"]))
    return f"{snakes}|{view['walls']}|{items}|{view['next']}"
