"""Walking on grids: held against a walk that anybody can check."""

from __future__ import annotations

from random import Random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from games.grids import (
    NOWHERE,
    Flooding,
    components,
    cut_places,
    distances,
    draw,
    nearest,
    neighbours,
    one_of_each,
    shuffled,
)


@st.composite
def boards(draw_one):
    height, width = draw_one(st.integers(1, 7)), draw_one(st.integers(1, 7))
    cells = draw_one(st.lists(st.booleans(), min_size=height * width, max_size=height * width))
    return np.array(cells).reshape(height, width)


def walk(board, start):
    """Steps to every place that can be reached."""
    steps = {start: 0}
    waiting = [start]
    for here in waiting:
        row, column = divmod(here, board.shape[1])
        for near in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            inside = 0 <= near[0] < board.shape[0] and 0 <= near[1] < board.shape[1]
            there = near[0] * board.shape[1] + near[1]
            if inside and board[near] and there not in steps:
                steps[there] = steps[here] + 1
                waiting.append(there)
    return steps


def open_places(board):
    return np.flatnonzero(board).tolist()


def parts(board):
    return {frozenset(walk(board, place)) for place in open_places(board)}


def without(board, place):
    closed = board.copy()
    closed.flat[place] = False
    return closed


def is_cut(board, place):
    return len(parts(without(board, place))) > len(parts(board))


@given(boards())
@settings(deadline=None)
def test_components_are_numbered_by_their_first_places(board):
    labels, count = components(board)
    assert count == len(parts(board))
    for part in parts(board):
        assert len({int(labels[place]) for place in part}) == 1
    firsts = [labels[min(part)] for part in sorted(parts(board), key=min)]
    assert firsts == list(range(count))
    assert (labels[~board.ravel()] == NOWHERE).all()


@given(boards())
@settings(deadline=None)
def test_cut_places_are_those_whose_loss_parts_others(board):
    cuts = cut_places(board)
    for place in range(board.size):
        assert cuts[place] == (bool(board.flat[place]) and is_cut(board, place))


@given(boards(), st.integers(0, 2**32))
@settings(deadline=None)
def test_a_field_knows_what_severs_after_every_closing_and_reopening(board, seed):
    field, board = Flooding(board), board.copy()
    rng = Random(seed)
    places = open_places(board)
    for place in shuffled(rng, places):
        assert field.severs(place) == is_cut(board, place)
        assert sorted(field.exits(place)) == sorted(walk_exits(board, place))
        if rng.random() < 0.7:
            field.close(place)
            board.flat[place] = False
        if rng.random() < 0.2:
            field.reopen(place)
            board.flat[place] = True


def walk_exits(board, place):
    alone = board.copy()
    alone.flat[place] = True
    return [there for there, steps in walk(alone, place).items() if steps == 1]


def test_a_field_leaves_the_board_as_it_was():
    board = np.ones((3, 3), np.bool_)
    Flooding(board).close(4)
    assert board.all()


def test_a_detour_of_any_length_counts():
    """A ring around a large closed block: no place severs it until one is closed."""
    board = np.ones((40, 40), np.bool_)
    board[1:-1, 1:-1] = False
    field = Flooding(board)
    assert not field.severs(20)
    field.close(20)
    assert not field.severs(21), "the end of a path"
    assert field.severs(25)


@given(boards(), st.integers(0, 2**32))
@settings(deadline=None)
def test_distances_and_the_nearest_start_are_those_of_a_walk(board, seed):
    starts = draw(Random(seed), open_places(board), 3)
    steps = distances(board, starts)
    owners = nearest(board, starts)
    walks = [walk(board, start) for start in starts]
    for place in range(board.size):
        assert [walked.get(place, NOWHERE) for walked in walks] == steps[:, place].tolist()
        far = [walked.get(place, board.size) for walked in walks]
        least = min(far, default=board.size)
        strictly = least < board.size and far.count(least) == 1
        assert owners[place] == (far.index(least) if strictly else NOWHERE)


@given(st.integers(1, 6), st.integers(1, 6))
def test_neighbours_are_one_step_away(width, height):
    board = np.ones((height, width), np.bool_)
    for place in range(board.size):
        assert neighbours(place, width, height) == sorted(walk_exits(board, place))


@given(st.lists(st.integers(0, 30)))
def test_one_occurrence_of_every_value_is_marked(values):
    cells = np.array(values, np.int64)
    marked = cells[one_of_each(cells, np.empty(31, np.int64))].tolist()
    assert sorted(marked) == sorted(set(values))


@given(st.sets(st.integers()), st.integers(0, 2**32))
def test_shuffled_gives_each_element_once(pool, seed):
    assert sorted(shuffled(Random(seed), sorted(pool))) == sorted(pool)


def test_a_draw_takes_no_more_than_there_is_and_leaves_the_pool_alone():
    pool = [1, 2, 3]
    assert sorted(draw(Random(1), pool, 9)) == [1, 2, 3]
    assert draw(Random(1), pool, 0) == []
    assert pool == [1, 2, 3]


def test_all_orders_come_equally_often():
    rng = Random(1)
    orders = [tuple(shuffled(rng, "abc")) for _ in range(6000)]
    assert all(900 < orders.count(order) < 1100 for order in set(orders))
    assert len(set(orders)) == 6


def test_a_known_seed_draws_the_same_for_ever():
    """Stored matches name their seed alone."""
    assert draw(Random(7), range(100), 5) == KNOWN


KNOWN = [32, 14, 63, 7, 51]
