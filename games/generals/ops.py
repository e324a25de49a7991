"""A player's answer in each half-turn: operations on the queue of orders, as JSON.

An answer is a list, carried out in order: ``["move", x, y, "U"]`` with an optional fifth element
(true: half of the units stay), ``["clear"]`` and ``["undo"]``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final

from games.engine import JSON, IllegalAction
from games.generals.orders import LETTERS, Order

MOST_OPS: Final = 256
"""Operations in one answer."""
MOST_WAITING: Final = 4096
"""Orders in one queue."""
FARTHEST = 255
"""The largest row and column that replays can store.  The rules check the place later."""

SHAPES = '["move", row, column, "U", "D", "L" or "R"], ["clear"] or ["undo"]'


def check(ops: JSON, waiting: int) -> None:
    """IllegalAction if ``ops`` is not valid for a queue in which ``waiting`` orders wait."""
    if type(ops) is not list:
        raise IllegalAction(f"an answer is a list of operations, not {ops!r:.60}")
    if len(ops) > MOST_OPS:
        raise IllegalAction(f"{len(ops)} operations in one answer; at most {MOST_OPS} are taken")
    for number, op in enumerate(ops, 1):
        word = op[0] if type(op) is list and op else None
        if word == "move":
            _check_move(op, number)
            waiting += 1
        elif op == ["undo"]:
            waiting = max(waiting - 1, 0)
        elif op == ["clear"]:
            waiting = 0
        else:
            raise IllegalAction(f"operation {number} is {op!r:.60}; it can be {SHAPES}")
        if waiting > MOST_WAITING:
            raise IllegalAction(f"more than {MOST_WAITING} orders would wait in the queue")


def _check_move(op: list[JSON], number: int) -> None:
    if len(op) not in (4, 5):
        raise IllegalAction(f"operation {number} is {op!r:.60}; a move has 4 or 5 elements")
    _, x, y, letter, *half = op
    for name, value in (("row", x), ("column", y)):
        if type(value) is not int or not 0 <= value <= FARTHEST:
            raise IllegalAction(
                f"operation {number}: the {name} is {value!r:.20}; it can be 0 to {FARTHEST}"
            )
    if type(letter) is not str or len(letter) != 1 or letter not in LETTERS:
        raise IllegalAction(
            f"operation {number}: the direction is {letter!r:.20}; it can be {', '.join(LETTERS)}"
        )
    if half and type(half[0]) is not bool:
        raise IllegalAction(f"operation {number}: the fifth element is true or false")


def apply(ops: Sequence[JSON], queue: deque[Order]) -> None:
    """Carry out operations that `check` has accepted."""
    for op in ops:
        if op[0] == "move":
            queue.append(order_of(op))
        elif op[0] == "clear":
            queue.clear()
        elif queue:
            queue.pop()


def order_of(op: Sequence[JSON]) -> Order:
    """The order that a move asks for."""
    return Order(op[1], op[2], LETTERS.index(op[3]), len(op) == 5 and op[4])


def move_of(order: Order) -> JSON:
    """The operation that an order came from."""
    return ["move", order.x, order.y, LETTERS[order.direction], order.half]
