"""Capitals on boards made by chance: promises that hold wherever and for whomever."""

from __future__ import annotations

from itertools import combinations, pairwise, permutations
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.generals.mapgen import Densities, generate
from games.generals.maptext import read
from games.generals.placement import (
    METHODS,
    NoRoom,
    city_states,
    least_groups,
    least_pairing,
    spheres,
)
from games.generals.terrain import Kind
from games.grids import components, distances, neighbours
from tests.examples import examples

DENSITY = st.one_of(st.sampled_from([0, 255]), st.integers(0, 255))
DENSITIES = st.builds(Densities, DENSITY, DENSITY, DENSITY, st.just(0))
SEEDS = st.integers(0, 2**32)
EVERY_METHOD = pytest.mark.parametrize("place", METHODS.values(), ids=METHODS)


@st.composite
def teamings(draw, most=16):
    """The team of each player: any numbers, gaps allowed, in any order."""
    numbers = draw(st.lists(st.integers(1, 255), min_size=1, max_size=most, unique=True))
    return draw(st.lists(st.sampled_from(numbers), min_size=1, max_size=most))


def terrain(text):
    """A board drawn with a character for each tile: ``.`` blank, ``#`` mountain, ``s``, ``C``."""
    tokens = {".": " ", "#": "m", "s": "s", "C": "40"}
    rows = (",".join(tokens[tile] for tile in row) for row in text.split())
    return read("\n".join(rows)).terrain()


def free(board):
    tiles = (board.kinds == Kind.BLANK) | (board.kinds == Kind.SWAMP)
    return tiles.reshape(board.height, board.width)


def assert_promises(board, capitals, cities=()):
    left = free(board).copy()
    assert {board.kinds[place] for place in capitals} == {Kind.BLANK}
    assert len({*capitals, *cities}) == len(capitals) + len(cities)
    for capital in capitals:
        assert not set(neighbours(capital, board.width, board.height)) & set(capitals)
    left.ravel()[[*capitals, *cities]] = False
    assert components(left)[1] == 1
    for capital in capitals:
        around = neighbours(capital, board.width, board.height)
        assert left.ravel()[around].any(), "a capital is locked in"
    for capital, city in zip(capitals, cities, strict=False):
        assert city in neighbours(capital, board.width, board.height)


@EVERY_METHOD
@examples(100)
@given(st.integers(5, 22), st.integers(5, 22), DENSITIES, teamings(), SEEDS)
def test_the_promises_hold_on_every_board_for_all_teams(
    place, width, height, densities, teams, seed
):
    rng = Random(seed)
    board = generate(width, height, densities, rng)
    try:
        capitals = place(board, teams, rng)
    except NoRoom:
        assert len(teams) > 2
        assert width * height < 16 * len(teams), "there was room"
        return
    assert len(capitals) == len(teams)
    assert_promises(board, capitals)


@EVERY_METHOD
@examples(100)
@given(st.integers(5, 16), st.integers(5, 16), DENSITIES, teamings(8), SEEDS)
def test_the_promises_hold_with_a_city_beside_every_capital(
    place, width, height, densities, teams, seed
):
    rng = Random(seed)
    board = generate(width, height, densities, rng)
    try:
        capitals = place(board, teams, rng)
        cities = city_states(board, capitals, rng)
    except NoRoom:
        assume(False)
    assert len(cities) == len(teams)
    assert_promises(board, capitals, cities)


@EVERY_METHOD
@pytest.mark.parametrize("teams", [(1, 2), (1, 1)])
def test_two_players_always_find_room_on_the_narrowest_boards(place, teams):
    for seed in range(150):
        rng = Random(seed)
        board = generate(5, 5 + seed % 3, Densities(255, 255, 255 * (seed % 2), 0), rng)
        assert_promises(board, place(board, teams, rng))


@EVERY_METHOD
def test_the_largest_board_takes_sixteen(place):
    rng = Random(5)
    board = generate(255, 255, Densities(255, 255, 255, 0), rng)
    capitals = place(board, [1] * 5 + [2] * 5 + [3] * 6, rng)
    assert_promises(board, capitals, city_states(board, capitals, rng))


@EVERY_METHOD
def test_sixteen_do_not_fit_on_the_smallest_board(place):
    board = generate(5, 5, Densities(0, 0, 0, 0), Random(1))
    with pytest.raises(NoRoom, match="for 16 capitals"):
        place(board, range(1, 17), Random(1))


@EVERY_METHOD
def test_the_same_seed_places_alike_and_another_seed_otherwise(place):
    board = generate(20, 20, Densities(), Random(1))
    teams = [1, 1, 2, 2, 3, 3]
    assert place(board, teams, Random(1)) == place(board, teams, Random(1))
    assert place(board, teams, Random(1)) != place(board, teams, Random(2))


@EVERY_METHOD
def test_a_swamp_is_not_cut_off_by_a_capital(place):
    """Among blanks alone, the one before the swamp would be no cut vertex."""
    board = terrain("""
        .....
        .....
        .....
        ####.
        ####s
    """)
    for seed in range(200):
        assert place(board, [1, 2], Random(seed))[0] != 19


RING = """
    #######
    #.....#
    #.###.#
    #.###.#
    #.###.#
    #....##
    #######
"""


@EVERY_METHOD
def test_a_ring_is_not_cut_in_two_by_two_capitals(place):
    """Every tile of it could be spared alone, but no two of them that do not touch."""
    ring = terrain(RING.replace("#....##", "#.....#"))
    place(ring, [1], Random(1))
    with pytest.raises(NoRoom):
        place(ring, [1, 2], Random(1))
    for seed in range(100):
        open_ring = terrain(RING)
        assert_promises(open_ring, place(open_ring, [1, 2], Random(seed)))


@EVERY_METHOD
def test_a_board_in_pieces_is_refused(place):
    with pytest.raises(ValueError, match="not connected"):
        place(terrain("..#..\n" * 5), [1, 2], Random(1))


@EVERY_METHOD
def test_every_tile_of_a_plain_may_become_a_capital_and_every_player_may_get_it(place):
    board = terrain(".....\n" * 5)
    found = [place(board, [1, 2], Random(seed)) for seed in range(1000)]
    for player in range(2):
        assert {places[player] for places in found} == set(range(25))


def mean_steps(place, seeds=range(40)):
    """Between team-mates, and between opponents."""
    teams = [1, 2, 1, 2, 1, 2]
    mates: list[int] = []
    others: list[int] = []
    for seed in seeds:
        rng = Random(seed)
        board = generate(25, 25, Densities(), rng)
        capitals = place(board, teams, rng)
        steps = distances(free(board), capitals)[:, capitals]
        for one, other in combinations(range(6), 2):
            (mates if teams[one] == teams[other] else others).append(steps[one, other])
    return np.mean(mates), np.mean(others)


@EVERY_METHOD
def test_team_mates_begin_nearer_to_each_other_than_to_their_opponents(place):
    mates, others = mean_steps(place)
    assert mates < 0.8 * others


def test_a_sphere_ends_where_another_core_is_as_near():
    """On a corridor with two teams, everybody of one team is on the same side."""
    board = terrain("\n".join(["." * 40] * 5))
    for seed in range(50):
        capitals = spheres(board, [1, 1, 2, 2], Random(seed))
        columns = [place % 40 for place in capitals]
        if abs(sum(columns[:2]) - sum(columns[2:])) < 30:
            continue
        first, second = sorted([columns[:2], columns[2:]])
        assert max(first) <= max(second)


COSTS = st.integers(2, 7).flatmap(
    lambda count: st.lists(
        st.lists(st.integers(0, 50), min_size=count, max_size=count),
        min_size=count,
        max_size=count,
    )
)


def cost_of(costs, groups):
    return sum(costs[one][other] for group in groups for one, other in combinations(group, 2))


@examples(60)
@given(COSTS, st.data())
def test_least_groups_are_the_least_of_all(rows, data):
    costs = np.maximum(np.array(rows), np.array(rows).T)
    left, sizes = len(costs), []
    while left > 1 and data.draw(st.booleans()):
        sizes.append(data.draw(st.integers(1, left)))
        left -= sizes[-1]
    groups = least_groups(costs, sizes)
    assert [len(group) for group in groups] == sizes
    assert len(set().union(*groups)) == sum(sizes)
    ends = np.cumsum([0, *sizes])
    least = min(
        cost_of(costs, [order[a:b] for a, b in pairwise(ends)])
        for order in permutations(range(len(costs)))
    )
    assert cost_of(costs, groups) == least


def test_a_pairing_is_the_least_of_its_own_places():
    teams = [4, 9, 4, 9, 7, 4]
    for seed in range(20):
        board = generate(12, 12, Densities(0, 255, 100, 0), Random(seed))
        capitals = least_pairing(board, teams, Random(seed))
        steps = distances(free(board), capitals)[:, capitals].astype(np.int64) ** 2

        def sum_of(order, steps=steps):
            return sum(
                steps[order[one], order[other]]
                for one, other in combinations(range(6), 2)
                if teams[one] == teams[other]
            )

        assert sum_of(range(6)) == min(map(sum_of, permutations(range(6))))


def test_city_states_take_mountains_and_cities_before_blanks():
    board = terrain("""
        .#...
        .....
        ...C.
        ....s
        s....
    """)
    for seed in range(30):
        capitals = (0, 14, 24)
        assert city_states(board, capitals, Random(seed))[0] == 1
        beside_the_city = city_states(board, (17, 19, 13 - 5), Random(seed))
        assert 13 in beside_the_city


def test_one_mountain_serves_one_capital():
    """The player with no other choice gets the candidate."""
    board = terrain("""
        .#.#.
        .....
        .....
        .....
        .....
    """)
    for seed in range(30):
        assert city_states(board, (0, 2), Random(seed)) == (1, 3)


def test_no_city_cuts_off_a_tile():
    """Both neighbours of the corner are the only way to a tile of their own."""
    board = terrain("""
        ...##
        ..###
        .####
        #####
        #####
    """)
    with pytest.raises(NoRoom, match="no room for a city"):
        city_states(board, (0,), Random(1))


def test_no_city_takes_a_capital_s_last_exit():
    """One of the two gets the tile between them; the other, in the corner, needs its exit."""
    board = terrain("""
        ...#.
        .....
        .....
        .....
        .....
    """)
    for seed in range(30):
        first, second = city_states(board, (0, 2), Random(seed))
        assert second == 3
        assert_promises(board, (0, 2), (first, second))
