"""The rules of one op, on boards that are set up by hand."""

from __future__ import annotations

import pytest

from games.engine import JSON
from games.snake.board import NEIGHBOURS, NO_WALL, NONE, WALLS, Board, beam, cell_at, interior
from games.snake.items import Item, ItemType
from games.snake.rules import MAX_SNAKES, Op, Refusal, act, begin_round, refusal

LATE = 100
"""A round after the free growth."""


def cells(*points):
    return [cell_at(x, y) for x, y in points]


def line(x, y, length):
    """A body that looks right, with its head in (x, y)."""
    return cells(*((x - i, y) for i in range(length)))


def board_with(*bodies, bank=0, ray=NONE):
    """A board without snakes 0 and 1; the first body belongs to player 0, then in turns."""
    board = Board(next_id=2)
    for number, body in enumerate(bodies):
        snake = board.add(number % 2, body)
        if number == 0:
            snake.bank, snake.ray = bank, ray
    return board


def do(board, op, *, snake=2, round_=LATE, items=()):
    """Do a legal op; its events but for the first, which repeats the op."""
    log: list[JSON] = []
    assert refusal(board, board.alive[snake], op, round_) is None
    act(board, items, board.alive[snake], op, round_, log)
    assert log[0]["e"] == "op"
    return log[1:]


def body(board, snake=2):
    return board.alive[snake].body


@pytest.mark.parametrize(("op", "to"), [(1, (8, 7)), (2, (7, 8)), (3, (6, 7)), (4, (7, 6))])
def test_the_four_moves_go_right_up_left_and_down(op, to):
    board = board_with(cells((7, 7)))
    do(board, op)
    assert body(board) == cells(to)


def test_a_snake_without_bank_drags_its_tail_along():
    board = board_with(line(7, 7, 3))
    assert do(board, Op.UP) == [
        {"e": "move", "snake": 2, "to": [7, 8], "grow": False, "bank": 0, "item": -1, "ray": -1}
    ]
    assert body(board) == cells((7, 8), (7, 7), (6, 7))
    assert board.occupant[cell_at(5, 7)] == NONE


def test_a_bank_grows_the_snake_by_one_cell_a_move_until_it_is_empty():
    board = board_with(line(7, 7, 1), bank=2)
    for _ in range(4):
        do(board, Op.RIGHT)
    assert len(body(board)) == 3
    assert board.alive[2].bank == 0


def test_free_growth_leaves_the_bank_alone():
    board = Board.start()
    board.alive[0].bank = 3
    do(board, Op.RIGHT, snake=0, round_=8)
    assert (len(body(board, 0)), board.alive[0].bank) == (2, 3)
    do(board, Op.RIGHT, snake=0, round_=9)
    assert (len(body(board, 0)), board.alive[0].bank) == (3, 2)


def test_only_the_first_snakes_grow_for_free():
    board = board_with(line(7, 7, 1))
    do(board, Op.RIGHT, round_=1)
    assert len(body(board)) == 1


@pytest.mark.parametrize(
    ("start", "op", "at"),
    [((15, 7), 1, [16, 7]), ((7, 15), 2, [7, 16]), ((0, 7), 3, [-1, 7]), ((7, 0), 4, [7, -1])],
)
def test_leaving_the_board_is_legal_and_deadly(start, op, at):
    board = board_with(cells(start))
    assert do(board, op) == [{"e": "die", "snake": 2, "why": "edge", "at": at}]
    assert board.alive == {}


@pytest.mark.parametrize("owner", [0, 1])
def test_walls_of_either_side_kill(owner):
    board = board_with(line(7, 7, 3))
    board.walls[cell_at(8, 7)] = WALLS[owner]
    (death,) = do(board, Op.RIGHT)
    assert (death["why"], death["at"]) == ("wall", [8, 7])
    assert set(board.occupant) == {NONE}


def test_a_snake_dies_on_the_tail_of_another_one_and_leaves_it_unharmed():
    board = board_with(line(7, 7, 2), cells((8, 9), (8, 8), (8, 7)))
    (death,) = do(board, Op.RIGHT)
    assert (death["why"], death["at"]) == ("snake", [8, 7])
    assert body(board, 3) == cells((8, 9), (8, 8), (8, 7))


def test_a_death_costs_neither_the_bank_nor_the_item_of_the_cell():
    board = board_with(line(7, 7, 2), bank=1)
    board.walls[cell_at(8, 7)] = WALLS[1]
    board.lying[cell_at(8, 7)] = 0
    do(board, Op.RIGHT, items=[Item(8, 7, LATE, ItemType.LENGTH, 5)])
    assert board.lying == {cell_at(8, 7): 0}
    assert board.first_item == [None, None]


def test_following_the_own_tail_is_an_ordinary_move():
    board = board_with(cells((7, 7), (8, 7), (8, 8), (7, 8)))
    (move,) = do(board, Op.UP)
    assert move["e"] == "move"
    assert body(board) == cells((7, 8), (7, 7), (8, 7), (8, 8))


def test_meeting_the_own_tail_while_growing_closes_the_loop():
    board = board_with(cells((7, 7), (8, 7), (8, 8), (7, 8)), bank=1)
    area = [[7, 7], [7, 8], [8, 7], [8, 8]]
    assert do(board, Op.UP) == [{"e": "solid", "snake": 2, "owner": 0, "at": [7, 8], "cells": area}]
    assert board.alive == {}
    assert board.score(0) == 4


RING = cells((4, 4), (5, 4), (6, 4), (6, 5), (6, 6), (5, 6), (4, 6), (4, 5))


def test_everything_inside_a_loop_turns_into_walls_and_dies():
    inside = cell_at(5, 5)
    board = board_with(RING, [inside], bank=1)
    solid, death = do(board, Op.UP)
    assert [5, 5] in solid["cells"]
    assert len(solid["cells"]) == 9
    assert death == {"e": "die", "snake": 3, "why": "enclosed", "at": [5, 5]}
    assert board.scores() == [9, 0]


def test_enemy_walls_inside_a_loop_change_hands_and_items_stay():
    inside = cell_at(5, 5)
    board = board_with(RING, bank=1)
    board.walls[inside] = WALLS[1]
    board.lying[inside] = 7
    do(board, Op.UP)
    assert board.walls[inside] == WALLS[0]
    assert board.lying == {inside: 7}


def test_cells_behind_the_loop_become_free_but_for_those_inside_it():
    """The body runs from the ring into its middle: 9 walls, not 8."""
    board = board_with([*RING, cell_at(5, 5)], bank=1)
    do(board, Op.UP)
    assert board.scores() == [9, 0]
    board = board_with([*RING, cell_at(3, 5)], bank=1)
    do(board, Op.UP)
    assert board.walls[cell_at(3, 5)] == NO_WALL
    assert board.occupant[cell_at(3, 5)] == NONE


def test_a_pocket_that_is_cut_off_from_the_edge_but_outside_the_curve_stays_free():
    """The smallest one: a C of 20 cells whose ends come close enough to lock (2, 2) in."""
    outer = [(0, 1), (0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (4, 1), (4, 2)]
    pocket = [(3, 2), (3, 1), (2, 1), (1, 1), (1, 2), (1, 3), (2, 3)]
    loop = cells(*outer, *pocket, (2, 4), (1, 4), (0, 4), (0, 3), (0, 2))
    assert len(loop) == 20
    assert set(NEIGHBOURS[cell_at(2, 2)]) < set(loop)
    assert interior(loop) == set()


@pytest.mark.parametrize("length", [2, 3, 8, 9])
def test_a_split_halves_the_body_and_reverses_the_tail_part(length):
    before = line(9, 7, length)
    board = board_with(before, bank=4, ray=1)
    (split,) = do(board, Op.SPLIT)
    keep = -(-length // 2)
    assert split == {"e": "split", "snake": 2, "new": 3, "keep": keep, "bank": 4}
    head, tail = board.alive[2], board.alive[3]
    assert head.body == before[:keep]
    assert tail.body == before[keep:][::-1]
    assert (head.bank, head.ray, tail.bank, tail.ray) == (0, 1, 4, NONE)


def test_a_newborn_snake_stands_right_after_its_parent():
    board = board_with(line(9, 7, 4))
    board.next_id = 10
    second = board.add(0, line(9, 9, 4))
    do(board, Op.SPLIT)
    assert board.order[0] == [2, 11, second.id]


def test_a_ray_melts_all_walls_up_to_the_edge_whosever_they_are():
    board = board_with(line(7, 7, 2), cells((12, 7)), ray=5)
    for x, owner in ((5, 0), (9, 0), (10, 1), (15, 1)):
        board.walls[cell_at(x, 7)] = WALLS[owner]
    (ray,) = do(board, Op.RAY)
    assert ray["cells"] == [[9, 7], [10, 7], [15, 7]]
    assert (ray["from"], ray["to"], ray["item"]) == ([7, 7], [15, 7], 5)
    assert board.walls[cell_at(5, 7)] == WALLS[0]
    assert board.alive[2].ray == NONE
    assert 3 in board.alive


def test_a_ray_against_the_edge_is_spent_for_nothing():
    board = board_with(line(15, 7, 2), ray=5)
    (ray,) = do(board, Op.RAY)
    assert (ray["to"], ray["cells"], board.alive[2].ray) == ([15, 7], [], NONE)


def test_a_beam_follows_the_direction_of_the_head():
    assert beam(cell_at(3, 3), cell_at(3, 2)) == cells((3, 1), (3, 0))
    assert beam(cell_at(3, 3), cell_at(2, 3)) == cells((1, 3), (0, 3))


def test_a_length_that_is_eaten_works_from_the_next_move_on():
    board = board_with(line(7, 7, 2))
    board.lying[cell_at(8, 7)] = 0
    items = [Item(8, 7, LATE, ItemType.LENGTH, 3)]
    (move,) = do(board, Op.RIGHT, items=items)
    assert (move["item"], move["bank"], move["grow"]) == (0, 3, False)
    (move,) = do(board, Op.RIGHT, items=items)
    assert (move["bank"], move["grow"]) == (2, True)
    assert board.first_item == [LATE, None]


def test_a_second_ray_replaces_the_first():
    board = board_with(line(7, 7, 2), ray=0)
    board.lying[cell_at(8, 7)] = 1
    items = [Item(1, 1, 1, ItemType.RAY, 512), Item(8, 7, LATE, ItemType.RAY, 512)]
    (move,) = do(board, Op.RIGHT, items=items)
    assert move["ray"] == 1


def refused(board, op, snake=2, round_=LATE):
    return refusal(board, board.alive[snake], op, round_)


def test_only_a_short_snake_that_does_not_grow_may_turn_back():
    assert refused(board_with(line(7, 7, 3)), Op.LEFT) is Refusal.REVERSE
    assert refused(board_with(line(7, 7, 2)), Op.LEFT) is None
    assert refused(board_with(line(7, 7, 2), bank=1), Op.LEFT) is Refusal.REVERSE_LEN2_BANK
    board = Board.start()
    do(board, Op.RIGHT, snake=0, round_=1)
    assert refused(board, Op.LEFT, 0, 8) is Refusal.REVERSE_LEN2_AUTOGROW
    assert refused(board, Op.LEFT, 0, 9) is None


def test_a_snake_of_two_that_turns_back_swaps_head_and_tail():
    board = board_with(line(7, 7, 2))
    do(board, Op.LEFT)
    assert body(board) == cells((6, 7), (7, 7))


def test_splitting_needs_two_cells_and_a_free_place():
    assert refused(board_with(line(7, 7, 1)), Op.SPLIT) is Refusal.SPLIT_LEN1
    board = board_with(line(7, 7, 2))
    for y in range(MAX_SNAKES - 1):
        board.add(0, line(7, y, 2))
    assert refused(board, Op.SPLIT) is Refusal.SPLIT_LIMIT
    board.remove(board.alive[3])
    assert refused(board, Op.SPLIT) is None


def test_firing_needs_a_ray_and_a_direction():
    assert refused(board_with(line(7, 7, 2)), Op.RAY) is Refusal.RAY_NONE
    assert refused(board_with(line(7, 7, 1), ray=0), Op.RAY) is Refusal.RAY_LEN1
    assert refused(board_with(line(7, 7, 2), ray=0), Op.RAY) is None


def test_an_item_lies_for_sixteen_rounds_and_then_makes_room():
    board = board_with(line(1, 1, 1))
    items = [Item(5, 5, 3, ItemType.RAY, 512), Item(5, 5, 19, ItemType.LENGTH, 2)]
    log: list[JSON] = []
    begin_round(board, items, [0], 3, log)
    begin_round(board, items, [], 18, log)
    assert board.lying == {cell_at(5, 5): 0}
    begin_round(board, items, [1], 19, log)
    assert board.lying == {cell_at(5, 5): 1}
    assert log[-1] == {"e": "round", "round": 19, "gone": [0], "new": [1], "eaten": []}


def test_an_item_that_appears_on_a_snake_is_eaten_at_once():
    board = board_with(line(7, 7, 3))
    log: list[JSON] = []
    begin_round(board, [Item(5, 7, 3, ItemType.LENGTH, 4)], [0], 3, log)
    assert log == [{"e": "round", "round": 3, "gone": [], "new": [], "eaten": [[0, 2, 4]]}]
    assert board.first_item == [3, None]
