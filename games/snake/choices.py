"""Operations of the acting snake, for a person's controls: which are legal, and their effects."""

from __future__ import annotations

from games.engine import JSON
from games.snake import rules
from games.snake.engine import SnakeEngine
from games.snake.rules import REASONS, Op


def choices(engine: SnakeEngine) -> JSON:
    """``{"snake": id, "ops": [...]}`` with an entry for each op in the order of their codes:
    ``{"op": code, "refused": reason}`` of those that the rules forbid now, of the others
    ``{"op": code, "events": [...]}``, the events of the op itself (see `games.snake.events`).

    Nothing is hidden in this game, so that it follows from what both players know.
    """
    snake = engine.acting
    if snake is None:
        return {"snake": -1, "ops": []}
    return {"snake": snake.id, "ops": [_entry(engine, snake.id, op) for op in Op]}


def _entry(engine: SnakeEngine, number: int, op: Op) -> JSON:
    board = engine.board.copy()
    snake = board.alive[number]
    code = rules.refusal(board, snake, op, engine.round)
    if code is not None:
        return {"op": op.value, "refused": REASONS[code]}
    log: list[JSON] = []
    rules.act(board, engine.items, snake, op, engine.round, log)
    return {"op": op.value, "events": log}
