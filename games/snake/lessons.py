"""First steps in snake."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import JSON
from games.lessons import Played
from games.snake.board import NONE
from games.snake.engine import SnakeEngine
from games.snake.events import EndReason


def survived(played: Played) -> int:
    """Halves at whose end the learner had a snake."""
    return sum(
        event["reason"] == EndReason.ROUNDS and bool(engine.board.order[seat])
        for engine, seat, event in played.events(SnakeEngine, "end")
    )


def eaten(played: Played) -> int:
    """Items that the learner's snakes ate by a move, or that appeared on them."""
    moves = sum(1 for event in _own(played, "move") if event["item"] != NONE)
    appeared = 0
    for engine, seat, event in played.events(SnakeEngine, "round"):
        own = set(engine.board.order[seat])
        appeared += sum(snake in own for _, snake, _ in event["eaten"])
    return moves + appeared


def splits(played: Played) -> int:
    return sum(1 for _ in _own(played, "split"))


def enclosed(played: Played) -> int:
    """Cells that loops of the learner made walls."""
    return sum(
        len(event["cells"])
        for _, seat, event in played.events(SnakeEngine, "solid")
        if event["owner"] == seat
    )


def _own(played: Played, kind: str) -> Iterator[JSON]:
    """Events that an op of the learner caused: the first event of a step is its op."""
    for step in played.steps_of(SnakeEngine):
        if step.events and step.events[0].get("player") == step.seat:
            yield from (event for event in step.events if event["e"] == kind)
