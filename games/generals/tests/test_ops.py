"""Legal answers of players, and their effect on queues."""

from __future__ import annotations

from collections import deque

import pytest

from games.engine import IllegalAction
from games.generals import orders
from games.generals.orders import Order

MOVE = ["move", 3, 4, "L"]


def carried_out(*answer) -> list[Order]:
    queue = deque([Order(9, 9, 0)])
    orders.check(list(answer), len(queue))
    orders.apply(answer, queue)
    return list(queue)


def test_operations_are_carried_out_in_order():
    waiting = Order(9, 9, 0)
    assert carried_out() == [waiting]
    assert carried_out(MOVE) == [waiting, Order(3, 4, 2, False)]
    assert carried_out([*MOVE, True], [*MOVE, False]) == [
        waiting,
        Order(3, 4, 2, True),
        Order(3, 4, 2, False),
    ]
    assert carried_out(["clear"], MOVE) == [Order(3, 4, 2)]
    assert carried_out(MOVE, ["undo"]) == [waiting]
    assert carried_out(["undo"], ["undo"], MOVE) == [Order(3, 4, 2)]
    assert carried_out(MOVE, ["clear"]) == []


def test_an_order_becomes_the_operation_it_came_from():
    for letter in "UDLR":
        for half in (False, True):
            op = ["move", 0, 254, letter, half]
            assert orders.move_of(orders.order_of(op)) == op


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (None, "a list of operations"),
        ({}, "a list of operations"),
        ("clear", "a list of operations"),
        (["clear"], "operation 1"),
        ([MOVE, "undo"], "operation 2"),
        ([[]], "operation 1"),
        ([["stay"]], "it can be"),
        ([["clear", 1]], "it can be"),
        ([["move", 1, 2]], "4 or 5 elements"),
        ([["move", 1, 2, "U", True, True]], "4 or 5 elements"),
        ([["move", -1, 2, "U"]], "the row is -1"),
        ([["move", 1, 256, "U"]], "the column is 256"),
        ([["move", 1.0, 2, "U"]], "the row is 1.0"),
        ([["move", True, 2, "U"]], "the row is True"),
        ([["move", 1, "2", "U"]], "the column is '2'"),
        ([["move", 1, 2, "N"]], "the direction is 'N'"),
        ([["move", 1, 2, ""]], "the direction is ''"),
        ([["move", 1, 2, "UD"]], "the direction is 'UD'"),
        ([["move", 1, 2, 0]], "the direction is 0"),
        ([["move", 1, 2, ["U"]]], "the direction is"),
        ([["move", 1, 2, "U", 1]], "true or false"),
        ([["move", 1, 2, "U", None]], "true or false"),
        ([[["move"]]], "it can be"),
        ([{"move": 1}], "it can be"),
        ([["clear"]] * 257, "257 operations"),
    ],
)
def test_everything_else_is_refused_with_a_reason(answer, reason):
    with pytest.raises(IllegalAction, match=reason):
        orders.check(answer, 0)


def test_a_queue_has_an_end():
    orders.check([MOVE], orders.MOST_WAITING - 1)
    orders.check([["undo"], MOVE], orders.MOST_WAITING)
    orders.check([["clear"], *[MOVE] * 255], orders.MOST_WAITING)
    with pytest.raises(IllegalAction, match="4096 orders"):
        orders.check([MOVE], orders.MOST_WAITING)
    with pytest.raises(IllegalAction, match="4096 orders"):
        orders.check([MOVE, MOVE, ["undo"]], orders.MOST_WAITING - 1)
