"""Legal answers of a player, and those that are refused."""

from __future__ import annotations

import pytest

from games.engine import IllegalAction
from games.xghj.orders import Orders, Stance, check_bid, check_round, check_spawn, nothing


def test_a_bid_is_any_whole_number():
    assert [check_bid({"bid": n}) for n in (-5, 0, 12)] == [-5, 0, 12]


@pytest.mark.parametrize(
    "action",
    [
        None,
        3,
        [],
        {},
        {"bid": True},
        {"bid": 1.0},
        {"bid": "1"},
        {"bid": 2**31},
        {"bid": 1, "more": 2},
        {"spawn": [1, 1]},
    ],
)
def test_anything_else_is_no_bid(action):
    with pytest.raises(IllegalAction):
        check_bid(action)


def test_a_place_to_begin_may_lie_anywhere():
    assert check_spawn({"spawn": [3, -4]}) == (3, -4)


@pytest.mark.parametrize(
    "action",
    [
        None,
        {},
        {"spawn": 3},
        {"spawn": [1]},
        {"spawn": [1, 2, 3]},
        {"spawn": [1, None]},
        {"bid": 1},
    ],
)
def test_anything_else_is_no_place(action):
    with pytest.raises(IllegalAction):
        check_spawn(action)


def test_orders_have_stances_bombs_and_a_capital_and_each_may_be_left_out():
    orders = check_round(
        {"stances": "KAJB-", "bombs": [[1, 2, 3], [-1, 0, -9]], "capital": [4, 5]}, 5
    )
    assert orders == Orders(
        (
            Stance.KEEP_NEUTRAL,
            Stance.FORM_ALLIANCE,
            Stance.JUSTIFY_WAR,
            Stance.BACKSTAB,
            None,
        ),
        ((1, 2, 3), (-1, 0, -9)),
        (4, 5),
    )
    assert check_round({}, 3) == nothing(3) == Orders((None, None, None))
    assert check_round({"capital": None}, 3) == nothing(3)


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (None, "an object"),
        ([], "an object"),
        ({"bomb": []}, "no order 'bomb'"),
        ({"stances": "KK"}, "3 letters"),
        ({"stances": "KKKK"}, "3 letters"),
        ({"stances": ["K", "K", "K"]}, "3 letters"),
        ({"stances": "KKx"}, "'x' is no stance"),
        ({"bombs": {}}, "bombs are a list"),
        ({"bombs": [[1, 2]]}, r"\[x, y, size\]"),
        ({"bombs": [[1, 2, 3, 4]]}, r"\[x, y, size\]"),
        ({"bombs": [[1, 2, 3.0]]}, "31 bits"),
        ({"bombs": [[1, 2, 2**31]]}, "31 bits"),
        ({"bombs": [[1, 2, True]]}, "31 bits"),
        ({"bombs": ["123"]}, r"\[x, y, size\]"),
        ({"capital": [1]}, r"the capital is \[x, y\]"),
        ({"capital": "12"}, r"the capital is \[x, y\]"),
    ],
)
def test_anything_else_is_no_order_and_the_reason_is_given(action, reason):
    with pytest.raises(IllegalAction, match=reason):
        check_round(action, 3)


def test_a_bomb_for_every_cell_of_the_largest_board_is_allowed_and_no_more():
    bombs = [[x, y, 1] for x in range(50) for y in range(50)]
    assert len(check_round({"bombs": bombs}, 2).bombs) == 2500
    with pytest.raises(IllegalAction, match="at most 2500"):
        check_round({"bombs": [*bombs, [0, 0, 1]]}, 2)
