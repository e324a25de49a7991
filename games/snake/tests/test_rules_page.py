"""The players' page tells the truth: its boards and its bytes are those of the engine."""

from __future__ import annotations

import re

import pytest

from games.engine import EndState, Fault
from games.snake import SNAKE
from games.snake.board import cell_at
from games.snake.engine import SnakeEngine
from games.snake.tests.halves import play, setup, step
from games.snake.wire import SnakeWire
from games.tests.sampling import outcome_of

PAGE = (SNAKE.folder / "RULES.md").read_text(encoding="utf-8")


def drawn(engine):
    """The top-left corner as the page draws it."""
    view = engine.view()
    marks = {cell: "#" for cell, wall in enumerate(view["walls"]) if wall == "0"}
    for snake in view["snakes"]:
        letter = "ABC"[snake["id"]]
        for place, (x, y) in enumerate(snake["body"]):
            marks[cell_at(x, y)] = letter.lower() if place else letter
    rows = [
        f"{y}  " + " ".join(marks.get(cell_at(x, y), ".") for x in range(6))
        for y in range(15, 11, -1)
    ]
    return "\n".join([*rows, "    0 1 2 3 4 5"])


def boards(ops, after):
    """The boards after some rounds; ``ops`` are player 0's in each round, player 1 goes left."""
    engine = SnakeEngine(setup())
    for number, turn in enumerate(ops, 1):
        play(engine, turn)
        step(engine, 3)
        if number in after:
            yield drawn(engine)


@pytest.mark.parametrize(
    ("ops", "after"),
    [
        ([[1], [1], [4], [4], [3], [3], [2], [2]], (7, 8)),
        ([[1], [1], [1], [4], [6], [3, 4], [2, 4]], (4, 5, 6, 7)),
    ],
    ids=["a ring", "split first"],
)
def test_the_boards_of_the_examples_come_out_so(ops, after):
    shown = [board for board in boards(ops, after) if f"```\n{board}\n```" in PAGE]
    assert len(shown) == len(after)


def test_the_bytes_of_the_example_are_those_of_the_wire():
    engine = SnakeEngine(setup([[7, 6, 3, 0, 5]]))
    wire = SnakeWire(setup(), 1)
    protocol = PAGE.split("## The protocol")[1]
    blocks = [bytes.fromhex("".join(BYTES.findall(b))) for b in BLOCK.findall(protocol)]
    started, frame, end = blocks
    assert started == wire.begin(engine.scene(), engine.view()) + wire.tell(step(engine, 1))
    assert wire.feed(frame) == [3]
    assert wire.tell(step(engine, 3)) == b"\x03"
    engine.submit({0: Fault(EndState.CRASH)})
    engine.submit({1: None})
    engine.submit({1: None})
    assert end == wire.end(outcome_of(engine))


BLOCK = re.compile(r"```\n(.*?)```", re.DOTALL)
BYTES = re.compile(r"^((?:[0-9a-f]{2} ?)+)(?: {2,}[^\n]*)?$", re.MULTILINE)


def test_the_limits_are_those_of_the_rulesets():
    for ruleset in SNAKE.rulesets:
        wall = f"{ruleset.limits.wall_ms:,}".replace(",", " ")
        assert f"| `{ruleset.name}` | {ruleset.limits.cpu_ms} ms | {wall} ms |" in PAGE
        assert f"{ruleset.params['rounds']} (`{ruleset.name}`)" in PAGE
        assert f"{ruleset.memory_mb} MB" in PAGE
