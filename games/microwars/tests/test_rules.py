"""The rules, one by one, on boards small enough to see through."""

from __future__ import annotations

from itertools import product

import pytest

from games.engine import IllegalAction
from games.microwars.tests.boards import engine_of, play, standing

A, B, TANK, CANNON = 0, 1, 0, 1


def points_of(engine):
    """Points by field."""
    return {(x, y): hp for _, _, _, x, y, hp in engine.view()["units"]}


def refused(engine, *orders, seat=A):
    with pytest.raises(IllegalAction) as refusal:
        engine.check(seat, [list(order) for order in orders])
    code, _, reason = str(refusal.value).partition(": ")
    assert reason
    return code


def test_the_bottom_row_of_the_text_is_y_1_and_its_first_field_is_x_1():
    engine = engine_of("T . . t\nC . . .")
    assert standing(engine) == {(A, CANNON, 1, 1, 10), (A, TANK, 1, 2, 25), (B, TANK, 4, 2, 25)}


def test_a_tank_hits_the_target_alone():
    engine = engine_of(". t t\nT . t")
    play(engine, [(1, 1, 2, 2, 1, 1)])
    assert points_of(engine) == {(1, 1): 25, (2, 2): 24, (3, 2): 25, (3, 1): 25}


def test_a_cannon_hits_the_block_of_nine_around_the_target_and_nobody_further():
    rows = ["t t t t t"] * 5
    rows[2] = "t t t t t . . C"
    rows = [row if len(row) > 9 else f"{row} . . ." for row in rows]
    engine = engine_of("\n".join(rows))
    play(engine, [(8, 3, 4, 3, 8, 3)])
    block = set(product((3, 4, 5), (2, 3, 4)))
    for field, points in points_of(engine).items():
        assert points == (24 if field in block else 10 if field == (8, 3) else 25)


def test_a_blast_is_cut_off_at_the_edge_and_comes_back_on_no_other_side():
    engine = engine_of("t . . t\n. . . .\n. . . .\nC . . t", turns=3)
    play(engine, [(1, 1, 1, 1, 1, 1)])
    assert points_of(engine) == {(1, 1): 9, (1, 4): 25, (4, 4): 25, (4, 1): 25}


@pytest.mark.parametrize(("unit", "reach"), [("T", 1), ("C", 4)])
def test_the_range_is_a_square(unit, reach):
    rows = ["." * 11 for _ in range(11)]
    rows[5] = f".....{unit}....."
    rows[0] = "t.........."
    engine = engine_of("\n".join(rows))
    for x, y in product(range(1, 12), repeat=2):
        order = (6, 6, x, y, 6, 6)
        if max(abs(x - 6), abs(y - 6)) <= reach:
            engine.check(A, [list(order)])
        else:
            assert refused(engine, order) == "shot_out_of_range"


def test_shots_may_hit_ones_own_unit_the_shooter_and_unavailable_fields():
    engine = engine_of("T T # . t", turns=3)
    play(engine, [(1, 1, 2, 1, 1, 1), (2, 1, 2, 1, 2, 1)])
    assert points_of(engine) == {(1, 1): 25, (2, 1): 23, (5, 1): 25}
    play(engine, [(2, 1, 3, 1, 2, 1)])
    assert points_of(engine) == {(1, 1): 25, (2, 1): 23, (5, 1): 25}


def test_unavailable_fields_stop_neither_shots_nor_blasts():
    engine = engine_of("C # # # t t")
    play(engine, [(1, 1, 5, 1, 1, 1)])
    assert points_of(engine) == {(1, 1): 10, (5, 1): 24, (6, 1): 24}
    play(engine, [(1, 1, 4, 1, 1, 1)])
    assert points_of(engine) == {(1, 1): 10, (5, 1): 23, (6, 1): 24}


def test_shots_fall_before_anybody_moves():
    engine = engine_of("T . . .\n. t . .")
    play(engine, [(1, 2, 2, 1, 1, 2)], [(2, 1, 1, 2, 3, 1)])
    assert points_of(engine) == {(1, 2): 24, (3, 1): 24}


def test_a_unit_shot_to_death_still_shoots_moves_and_then_leaves_from_where_it_is():
    engine = engine_of("T t . .", points="points 2 1 1")
    (turn,) = play(engine, [(1, 1, 2, 1, 1, 1)], [(2, 1, 1, 1, 3, 1)])
    assert standing(engine) == {(A, TANK, 1, 1, 24)}
    assert turn["units"] == [[0, A, TANK, 1, 1, 24], [1, B, TANK, 3, 1, 0]]
    assert engine.view()["score"] == [1, 0]


def test_points_below_zero_are_none():
    engine = engine_of("T T t", points="points 3 1 1")
    (turn,) = play(engine, [(2, 1, 3, 1, 2, 1)], [(3, 1, 3, 1, 3, 1)])
    assert turn["damage"] == [[2, 2]]
    assert turn["units"] == [[2, B, TANK, 3, 1, 0]]


def test_units_that_choose_the_same_field_stay_whoever_they_are():
    engine = engine_of("T . t\n. . .\nT . .")
    (turn,) = play(engine, [(1, 3, 0, 0, 2, 2), (1, 1, 0, 0, 2, 2)], [(3, 3, 0, 0, 2, 2)])
    assert set(points_of(engine)) == {(1, 1), (1, 3), (3, 3)}
    assert turn["blocked"] == [0, 1, 2]
    assert turn["units"] == []


def test_a_dying_unit_spoils_a_move():
    engine = engine_of("T . t", points="points 3 1 1")
    play(engine, [(1, 1, 0, 0, 2, 1)], [(3, 1, 3, 1, 2, 1)])
    assert set(points_of(engine)) == {(1, 1)}


def test_a_field_that_somebody_leaves_in_this_turn_is_taken():
    engine = engine_of("T T . t", points="points 2 1 1")
    assert refused(engine, (2, 1, 0, 0, 3, 1), (1, 1, 0, 0, 2, 1)) == "move_occupied"
    assert refused(engine, (1, 1, 2, 1, 2, 1)) == "move_occupied"


def test_all_eight_neighbours_can_be_reached_and_no_other_field():
    engine = engine_of(". . . . .\n. . . . .\n. . T . .\n. . . . .\n. . . . t")
    for x, y in product(range(1, 6), repeat=2):
        order = (3, 3, 0, 0, x, y)
        if max(abs(x - 3), abs(y - 3)) <= 1:
            engine.check(A, [list(order)])
        else:
            assert refused(engine, order) == "move_not_neighbour"


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ((0, 1, 0, 0, 0, 1), "unit_off_board"),
        ((5, 1, 0, 0, 5, 1), "unit_off_board"),
        ((1, 4, 0, 0, 1, 4), "unit_off_board"),
        ((-1, 1, 0, 0, 1, 1), "unit_off_board"),
        ((2, 1, 9, 9, 9, 9), "not_own_unit"),
        ((4, 1, 9, 9, 9, 9), "not_own_unit"),
        ((3, 1, 9, 9, 9, 9), "not_own_unit"),
        ((1, 1, 0, 1, 9, 9), "shot_off_board"),
        ((1, 1, 1, 0, 9, 9), "shot_off_board"),
        ((1, 1, 1, 4, 9, 9), "shot_off_board"),
        ((1, 1, 5, 1, 9, 9), "shot_off_board"),
        ((1, 1, -1, -1, 9, 9), "shot_off_board"),
        ((1, 1, 3, 1, 9, 9), "shot_out_of_range"),
        ((1, 1, 1, 3, 9, 9), "shot_out_of_range"),
        ((1, 1, 0, 0, 0, 0), "move_off_board"),
        ((1, 1, 0, 0, 1, 4), "move_off_board"),
        ((1, 1, 0, 0, 5, 1), "move_off_board"),
        ((1, 1, 0, 0, 3, 1), "move_not_neighbour"),
        ((1, 1, 0, 0, 2, 1), "move_unavailable"),
        ((1, 1, 0, 0, 1, 2), "move_occupied"),
    ],
)
def test_an_order_is_refused_by_the_first_rule_that_it_breaks(order, code):
    engine = engine_of(". . . .\nt . . .\nT # . t")
    assert refused(engine, order) == code


def test_a_unit_has_one_order_even_if_it_does_nothing():
    engine = engine_of("T . t")
    assert refused(engine, (1, 1, 0, 0, 1, 1), (1, 1, 0, 0, 1, 1)) == "unit_twice"


def test_the_first_offending_order_decides():
    engine = engine_of("T . t")
    orders = [(1, 1, 0, 0, 2, 1), (9, 9, 0, 0, 9, 9), (1, 1, 0, 0, 2, 1)]
    assert refused(engine, *orders) == "unit_off_board"


def test_each_side_orders_its_own_units_only():
    engine = engine_of("T . t")
    assert refused(engine, (3, 1, 0, 0, 2, 1)) == "not_own_unit"
    assert refused(engine, (1, 1, 0, 0, 2, 1), seat=B) == "not_own_unit"
    engine.check(B, [[3, 1, 0, 0, 2, 1]])


def test_a_refusal_names_the_fields_and_the_order():
    engine = engine_of("T t .\n. . .")
    with pytest.raises(IllegalAction, match=r"^move_occupied: \(2, 2\) is taken.*1 2 0 0 2 2$"):
        engine.check(A, [[1, 2, 0, 0, 2, 2]])


@pytest.mark.parametrize(
    "action",
    [None, 0, {}, "0", [0], [[]], [[1, 1, 0, 0, 1]], [[1, 1, 0, 0, 1, 1, 1]], [(1,) * 6]],
)
def test_what_is_no_list_of_six_numbers_each_is_no_answer(action):
    assert refused_form(action) == "syntax"


@pytest.mark.parametrize("number", [True, 1.0, "1", None, [1]])
def test_only_whole_numbers_are_numbers(number):
    assert refused_form([[1, 1, 0, 0, 1, number]]) == "syntax"


def refused_form(action):
    engine = engine_of("T . t")
    with pytest.raises(IllegalAction) as refusal:
        engine.check(A, action)
    return str(refusal.value).partition(": ")[0]


def test_a_turn_is_told_in_the_order_of_the_units_ids():
    engine = engine_of("C . . . t\n. . . . .\nT . . . c")
    first = [(1, 3, 5, 3, 2, 3), (1, 1, 0, 0, 2, 1)]
    second = [(5, 3, 4, 3, 5, 3), (5, 1, 2, 2, 4, 1)]
    (turn,) = play(engine, first, second)
    assert turn == {
        "e": "turn",
        "turn": 1,
        "shots": [[1, 5, 3], [2, 2, 2], [3, 4, 3]],
        "moves": [[0, 2, 1], [1, 2, 3], [2, 4, 1]],
        "blocked": [],
        "damage": [[0, 1], [1, 1], [3, 1]],
        "units": [
            [0, A, TANK, 2, 1, 24],
            [1, A, CANNON, 2, 3, 9],
            [2, B, CANNON, 4, 1, 10],
            [3, B, TANK, 5, 3, 24],
        ],
    }
