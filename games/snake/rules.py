"""The rules: what one op of one snake does, and what the start of a round does to the items.

Everything here changes a `Board` and appends to a log what it changed (see `events`).  The order
of the steps is the rule: growth is settled before a snake can hit itself, and old items leave
before new ones come.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum, StrEnum

from games.engine import JSON, IllegalAction
from games.snake import events
from games.snake.board import (
    DIRECTIONS,
    NEIGHBOURS,
    NO_WALL,
    NONE,
    OFF,
    POINTS,
    WALLS,
    Board,
    Snake,
    beam,
    by_column,
    interior,
    point,
)
from games.snake.events import Death
from games.snake.items import LIFETIME, Item, ItemType

MAX_SNAKES = 4
"""Live snakes of one player at any moment."""

AUTO_ROUNDS = 8
"""In the rounds up to this one, moves of the players' first snakes grow them for free."""

AUTO_SNAKES = 2
"""The ids below this one are the players' first snakes."""


class Op(IntEnum):
    """The operations of a snake, by their codes on the wire."""

    RIGHT = 1
    UP = 2
    LEFT = 3
    DOWN = 4
    RAY = 5
    SPLIT = 6


class Refusal(StrEnum):
    """Which rule forbids an op."""

    NO_OP = "NO_OP"
    NOT_ASKED = "NOT_ASKED"
    REVERSE = "REVERSE"
    REVERSE_LEN2_BANK = "REVERSE_LEN2_BANK"
    REVERSE_LEN2_AUTOGROW = "REVERSE_LEN2_AUTOGROW"
    RAY_NONE = "RAY_NONE"
    RAY_LEN1 = "RAY_LEN1"
    SPLIT_LIMIT = "SPLIT_LIMIT"
    SPLIT_LEN1 = "SPLIT_LEN1"


REASONS = {
    Refusal.NO_OP: "an op is a whole number from 1 to 6",
    Refusal.NOT_ASKED: "it is not this player's turn",
    Refusal.REVERSE: "a snake of 3 cells or more cannot turn back on itself",
    Refusal.REVERSE_LEN2_BANK: (
        "a snake of 2 cells cannot turn back while its bank makes it grow: the tail stays"
    ),
    Refusal.REVERSE_LEN2_AUTOGROW: (
        f"a snake of 2 cells cannot turn back while rounds 1 to {AUTO_ROUNDS} make it grow: "
        "the tail stays"
    ),
    Refusal.RAY_NONE: "the snake holds no ray",
    Refusal.RAY_LEN1: "a snake of 1 cell has no direction to fire in",
    Refusal.SPLIT_LIMIT: f"the player already has {MAX_SNAKES} snakes",
    Refusal.SPLIT_LEN1: "a snake of 1 cell cannot split",
}


class IllegalOp(IllegalAction):
    """An op that the rules forbid now; ``code`` says by which rule."""

    def __init__(self, code: Refusal, op: str, snake: int = NONE) -> None:
        who = f" of snake {snake}" if snake != NONE else ""
        super().__init__(f"op {op}{who}: {REASONS[code]}")
        self.code = code


def grows_free(snake: Snake, round_: int) -> bool:
    return snake.id < AUTO_SNAKES and round_ <= AUTO_ROUNDS


def refusal(board: Board, snake: Snake, op: int, round_: int) -> Refusal | None:
    """Which rule forbids ``op`` (1 to 6), or None where it is legal.

    A move that kills the snake is legal.
    """
    length = len(snake.body)
    if op == Op.SPLIT:
        if len(board.order[snake.owner]) >= MAX_SNAKES:
            return Refusal.SPLIT_LIMIT
        return Refusal.SPLIT_LEN1 if length == 1 else None
    if op == Op.RAY:
        if snake.ray == NONE:
            return Refusal.RAY_NONE
        return Refusal.RAY_LEN1 if length == 1 else None
    if length == 1 or NEIGHBOURS[snake.body[0]][op - 1] != snake.body[1]:
        return None
    if length > 2:
        return Refusal.REVERSE
    if grows_free(snake, round_):
        return Refusal.REVERSE_LEN2_AUTOGROW
    return Refusal.REVERSE_LEN2_BANK if snake.bank else None


def act(
    board: Board, items: Sequence[Item], snake: Snake, op: int, round_: int, log: list[JSON]
) -> None:
    """Do a legal op."""
    log.append(events.op_done(snake.owner, snake.id, op))
    if op == Op.SPLIT:
        _split(board, snake, log)
    elif op == Op.RAY:
        _fire(board, snake, log)
    else:
        _move(board, items, snake, op, round_, log)


def _move(
    board: Board, items: Sequence[Item], snake: Snake, op: int, round_: int, log: list[JSON]
) -> None:
    """The head arrives and eats, where nothing kills the snake and it closes no loop.

    A length eaten here acts from the next move on.
    """
    target = NEIGHBOURS[snake.body[0]][op - 1]
    crash = _crash(board, snake, op, target)
    if crash is not None:
        board.remove(snake)
        log.append(events.died(snake.id, *crash))
        return
    grow = _grow_or_follow(board, snake, round_)
    if board.occupant[target] == snake.id:
        _close_loop(board, snake, target, log)
        return
    snake.body.insert(0, target)
    board.occupant[target] = snake.id
    item = board.lying.pop(target, NONE)
    if item != NONE:
        eat(board, snake, item, items[item], round_)
    log.append(events.moved(snake, grow, item))


def _crash(board: Board, snake: Snake, op: int, target: int) -> tuple[Death, list[int]] | None:
    """The death of the mover, and where: over the edge, in a wall, or in any cell of another snake,
    its tail included, which lives on."""
    if target == OFF:
        (x, y), (dx, dy) = POINTS[snake.body[0]], DIRECTIONS[op - 1]
        return Death.EDGE, [x + dx, y + dy]
    if board.walls[target] != NO_WALL:
        return Death.WALL, point(target)
    if board.occupant[target] not in (NONE, snake.id):
        return Death.SNAKE, point(target)
    return None


def _grow_or_follow(board: Board, snake: Snake, round_: int) -> bool:
    """Whether the snake grows: then the tail stays, otherwise it leaves its cell.

    Free growth comes first and leaves the bank alone.
    """
    free = grows_free(snake, round_)
    grow = free or snake.bank > 0
    if not grow:
        board.occupant[snake.body.pop()] = NONE
    elif not free:
        snake.bank -= 1
    return grow


def _close_loop(board: Board, snake: Snake, target: int, log: list[JSON]) -> None:
    """A snake that steps on its own cell turns the loop and all inside it into walls."""
    loop = snake.body[: snake.body.index(target) + 1]
    inside = interior(loop)
    enclosed = []
    for cell in by_column(inside):
        number = board.occupant[cell]
        if number not in (NONE, snake.id) and number not in enclosed:
            enclosed.append(number)
    board.remove(snake)
    area = by_column(inside.union(loop))
    log.append(events.solidified(snake, target, area))
    for number in enclosed:
        victim = board.alive[number]
        board.remove(victim)
        log.append(events.died(number, Death.ENCLOSED, point(victim.body[0])))
    for cell in area:
        board.walls[cell] = WALLS[snake.owner]


def eat(board: Board, snake: Snake, number: int, item: Item, round_: int) -> None:
    if item.type == ItemType.LENGTH:
        snake.bank += item.param
    else:
        snake.ray = number
    if board.first_item[snake.owner] is None:
        board.first_item[snake.owner] = round_


def _split(board: Board, snake: Snake, log: list[JSON]) -> None:
    """The tail part turns round, so that its head is the old tail, and takes the bank along."""
    keep = (len(snake.body) + 1) // 2
    tail, snake.body = snake.body[keep:], snake.body[:keep]
    bank, snake.bank = snake.bank, 0
    log.append(events.split(snake, board.add(snake.owner, tail[::-1], bank, after=snake.id)))


def _fire(board: Board, snake: Snake, log: list[JSON]) -> None:
    """All walls ahead melt, whosesoever they are; snakes and items in the line do not mind."""
    cells = beam(snake.body[1], snake.body[0])
    melted = [cell for cell in cells if board.walls[cell] != NO_WALL]
    for cell in melted:
        board.walls[cell] = NO_WALL
    item, snake.ray = snake.ray, NONE
    log.append(events.fired(snake, item, cells, melted))


def begin_round(
    board: Board, items: Sequence[Item], coming: Sequence[int], round_: int, log: list[JSON]
) -> None:
    """Bring the items of a round; ``coming`` are the ids of those whose time it is.

    Old items leave first: a cell may get a new item when its old one leaves.  An item that appears
    on a snake is eaten at once; elsewhere it lies, even in a wall.
    """
    oldest = round_ - LIFETIME
    gone = sorted(number for number in board.lying.values() if items[number].time <= oldest)
    for number in gone:
        del board.lying[items[number].cell]
    new: list[int] = []
    eaten: list[tuple[int, Snake]] = []
    for number in coming:
        item = items[number]
        occupant = board.occupant[item.cell]
        if occupant == NONE:
            board.lying[item.cell] = number
            new.append(number)
        else:
            snake = board.alive[occupant]
            eat(board, snake, number, item, round_)
            eaten.append((number, snake))
    log.append(events.round_began(round_, gone, new, eaten))
