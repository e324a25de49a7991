"""Boards made by chance: what every one of them holds, and how much is on them."""

from __future__ import annotations

from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.generals.mapgen import LEAST_BLANKS, Densities, bridges, generate, needed
from games.generals.maptext import sheet
from games.generals.terrain import Kind
from games.grids import components
from tests.examples import examples

DENSITY = st.one_of(st.sampled_from([0, 255]), st.integers(0, 255))
DENSITIES = st.builds(Densities, DENSITY, DENSITY, DENSITY, DENSITY)
SEEDS = st.integers(0, 2**32)
NONE = Densities(0, 0, 0, 0)
FULL = Densities(255, 255, 255, 255)


def count(terrain, kind):
    return int((terrain.kinds == kind).sum())


def free(terrain):
    tiles = (terrain.kinds == Kind.BLANK) | (terrain.kinds == Kind.SWAMP)
    return tiles.reshape(terrain.height, terrain.width)


@examples(150)
@given(st.integers(5, 24), st.integers(5, 24), DENSITIES, SEEDS)
def test_every_board_is_connected_has_room_and_is_as_dense_as_planned(
    width, height, densities, seed
):
    terrain = generate(width, height, densities, Random(seed))
    tiles = width * height
    assert (terrain.width, terrain.height, terrain.kinds.size) == (width, height, tiles)
    assert terrain.drawn
    assert terrain.densities == densities
    assert not terrain.candidates
    assert components(free(terrain))[1] == 1
    assert count(terrain, Kind.BLANK) >= LEAST_BLANKS
    mountains = densities.mountains * tiles // 765
    solid = count(terrain, Kind.MOUNTAIN) + count(terrain, Kind.CITY)
    assert solid <= mountains
    cities = densities.cities * mountains // 510
    assert count(terrain, Kind.CITY) == min(cities, solid)
    swamps = densities.swamps * (tiles - mountains) // 510
    assert count(terrain, Kind.SWAMP) == min(swamps, tiles - solid - LEAST_BLANKS)
    assert terrain.lit.sum() == densities.lights * tiles // 255
    is_city = terrain.kinds == Kind.CITY
    assert not terrain.units[~is_city].any()
    assert ((terrain.units[is_city] >= 40) & (terrain.units[is_city] <= 50)).all()


def test_the_smallest_and_fullest_board_keeps_its_blanks():
    """The planned numbers alone would leave nine."""
    boards = [generate(5, 5, FULL, Random(seed)) for seed in range(300)]
    blanks = [count(board, Kind.BLANK) for board in boards]
    assert min(blanks) == LEAST_BLANKS
    assert all(count(board, Kind.SWAMP) for board in boards)


def test_the_largest_board_holds_it_too():
    terrain = generate(255, 255, FULL, Random(3))
    assert components(free(terrain))[1] == 1
    assert count(terrain, Kind.CITY) == 255 * 255 // 3 // 2


@pytest.mark.parametrize(
    ("name", "kind"),
    [("mountains", Kind.MOUNTAIN), ("swamps", Kind.SWAMP), ("cities", Kind.CITY)],
)
def test_none_is_none_and_more_is_more(name, kind):
    base = {"mountains": 128, "cities": 128, "swamps": 128, "lights": 128}
    counts = [
        count(generate(20, 20, Densities(**{**base, name: density}), Random(1)), kind)
        for density in (0, 60, 120, 180, 240)
    ]
    assert counts[0] == 0
    assert counts == sorted(set(counts))


def test_nothing_at_all_is_a_plain():
    plain = generate(9, 6, NONE, Random(1))
    assert count(plain, Kind.BLANK) == 54
    assert not plain.lit.any()


@pytest.mark.parametrize("size", [(4, 5), (5, 4), (0, 9), (256, 9), (9, 256)])
def test_sizes_out_of_bounds_are_refused(size: tuple[int, int]):
    with pytest.raises(ValueError, match="must be 5 to 255"):
        generate(*size, NONE, Random(1))


@pytest.mark.parametrize("density", [-1, 256])
@pytest.mark.parametrize("name", ["cities", "mountains", "swamps", "lights"])
def test_densities_out_of_bounds_are_refused(name, density):
    with pytest.raises(ValueError, match=f"the density of {name}"):
        Densities(**{name: density})


@given(SEEDS)
@examples(20)
def test_the_same_seed_makes_the_same_board_and_another_seed_another(seed):
    texts = [sheet(generate(12, 12, Densities(), Random(s))).text() for s in (seed, seed, seed + 1)]
    assert texts[0] == texts[1] != texts[2]


def test_a_known_seed_makes_the_same_board_for_ever():
    """Stored matches name their seed alone."""
    terrain = generate(6, 5, Densities(128, 255, 60, 30), Random(1))
    assert sheet(terrain).text().splitlines() == KNOWN


KNOWN = [
    "m, ,m, , , ",
    "L_m, , , , ,40",
    "m, ,s,m, , ",
    "m, , ,48,s, ",
    "m,L_ , ,L_ , , ",
]


def test_all_tiles_are_alike_to_chance():
    """2000 boards of 49 tiles, of which 16 become mountains, 19 swamps, 9 lit."""
    densities = Densities(0, 255, 255, 50)
    boards = [generate(7, 7, densities, Random(seed)) for seed in range(2000)]
    lit = np.sum([board.lit for board in boards], axis=0)
    assert 2000 * 9 / 49 * 0.75 < lit.min() < lit.max() < 2000 * 9 / 49 * 1.25
    swamps = np.sum([board.kinds == Kind.SWAMP for board in boards], axis=0)
    assert 2000 * 16 / 49 * 0.75 < swamps.min() < swamps.max() < 2000 * 16 / 49 * 1.25
    mountains = np.sum([board.kinds == Kind.MOUNTAIN for board in boards], axis=0)
    corners = mountains[[0, 6, 42, 48]]
    assert corners.min() > 400, "mountains reach the corners"
    assert mountains.max() < 2000 * 16 / 49 * 1.25


def test_cities_have_every_number_of_units_equally_often():
    terrain = generate(200, 200, Densities(255, 255, 0, 0), Random(1))
    units = terrain.units[terrain.kinds == Kind.CITY].tolist()
    often = [units.count(number) for number in range(40, 51)]
    assert min(often) > 0.8 * len(units) / 11
    assert max(often) < 1.2 * len(units) / 11


def holes(seed):
    rng = Random(seed)
    board = np.ones((6, 6), np.bool_)
    board.ravel()[rng.sample(range(36), rng.choice([10, 14, 18]))] = False
    return board


def opened(board, places):
    result = board.copy()
    result.ravel()[list(places)] = True
    return result


def connected(board):
    return components(board)[1] == 1


@pytest.mark.parametrize("seed", range(60))
def test_bridges_connect_and_none_is_in_vain(seed):
    board = holes(seed)
    places = bridges(board)
    assert not board.ravel()[places].any()
    assert connected(opened(board, places))
    for place in places:
        assert not connected(opened(board, set(places) - {place}))


def test_bridges_are_seldom_more_than_the_fewest():
    extra = checked = 0
    for seed in range(60):
        board = holes(seed)
        places = bridges(board)
        closed = np.flatnonzero(~board.ravel()).tolist()
        if len(places) > 4:
            continue
        fewest = next(
            number
            for number in range(len(places) + 1)
            if any(connected(opened(board, some)) for some in combinations(closed, number))
        )
        extra += len(places) - fewest
        checked += 1
    assert checked > 40
    assert extra <= checked // 8


def test_a_spare_bridge_is_closed_from_end_to_end():
    """Its second half leads nowhere once its first half is gone."""
    board = np.zeros((5, 6), np.bool_)
    board[:, 0] = board[:, -1] = True
    first, second = [8, 7, 9, 10], [20, 19, 21, 22]
    assert needed(board, [*first, *second]) == first


def test_a_wide_gap_is_bridged_by_a_straight_line():
    board = np.zeros((5, 12), np.bool_)
    board[:, 0] = board[:, -1] = True
    assert len(bridges(board)) == 10
