"""How a game begins."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.generals.founding import found, settle
from games.generals.mapgen import Densities, DrawnTerrain, generate
from games.generals.maptext import parse_tokens, read
from games.generals.orders import Modifiers
from games.generals.placement import METHODS, NoRoom
from games.generals.terrain import Kind
from games.generals.tests.test_placement import assert_promises
from tests.examples import examples

PLAIN = Modifiers()
CITIES = Modifiers(city_state=True)
FULL = Densities(255, 255, 255, 255)


def test_on_a_written_map_capitals_get_one_unit_and_candidates_left_over_none():
    tokens = ["gA", "gA1", "gB", "n10", "L_40", "-7", "s", "m", *[" "] * 17]
    board = found(parse_tokens(",".join(tokens), 5, 5), [1, 2], PLAIN, Random(1)).board
    assert board.kinds[:8].tolist() == [4, 3, 4, 3, 2, 2, 5, 1]
    assert board.units[:8].tolist() == [1, 0, 1, 10, 40, -7, 0, 0]
    assert sorted(board.owners[:8].tolist()) == [0] * 6 + [1, 2]
    assert board.lit.tolist() == [place == 4 for place in range(25)]


def test_a_capital_on_blanks_with_units_has_one():
    founding = found(parse_tokens(",".join(["n10"] * 25), 5, 5), [1], PLAIN, Random(1))
    assert founding.board.units[founding.capitals[0]] == 1


def test_city_state_is_not_for_written_maps():
    terrain = parse_tokens(",".join([" "] * 25), 5, 5)
    board = found(terrain, [1, 2], CITIES, Random(1)).board
    assert board.owners.astype(bool).sum() == 2
    assert not (board.kinds == Kind.CITY).any()


def test_a_written_map_is_never_drawn_again():
    terrain = parse_tokens(",".join(["s"] * 24 + [" "]), 5, 5)
    with pytest.raises(ValueError, match="room for 1 capitals, not for 2"):
        found(terrain, [1, 2], PLAIN, Random(1))


@pytest.mark.parametrize("method", METHODS)
@examples(40)
@given(st.integers(5, 15), st.integers(5, 15), st.booleans(), st.integers(0, 2**32))
def test_on_a_drawn_board_everybody_begins_with_a_capital_and_maybe_a_city(
    method, width, height, city_state, seed
):
    rng = Random(seed)
    teams = [1, 7, 1, 7][: rng.randint(1, 4)]
    terrain = generate(width, height, FULL, rng)
    before = terrain.kinds.copy(), terrain.units.copy()
    founding = found(terrain, teams, Modifiers(city_state=city_state), rng, method)
    board = founding.board
    assert (board.width, board.height) == (width, height)
    for player, capital in enumerate(founding.capitals, 1):
        owned = np.flatnonzero(board.owners == player).tolist()
        assert capital in owned
        assert sorted(board.kinds[owned].tolist()) == [2, 4][not city_state :]
        assert board.units[owned].tolist() == [1] * len(owned)
    assert board.owners.max() == len(teams)
    assert np.array_equal(terrain.kinds, before[0])
    assert np.array_equal(terrain.units, before[1])


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("teams", [(1, 2), (1, 1)])
def test_two_players_always_begin_with_their_cities_too(method, teams):
    for seed in range(100):
        rng = Random(seed)
        terrain = generate(5, 5, Densities(255, 255, 255 * (seed % 2), 0), rng)
        site = settle(terrain, teams, rng, method, city_state=True)
        assert len(site.capitals) == len(site.cities) == 2
        assert_promises(site.terrain, site.capitals, site.cities)


def test_where_a_city_has_no_room_other_capitals_are_tried_before_another_board():
    for seed in range(40):
        rng = Random(seed)
        terrain = generate(8, 8, Densities(0, 100, 255, 0), rng)
        site = settle(terrain, [1, 1, 1, 1, 2, 2, 2, 2], rng, "pairing", city_state=True)
        assert site.terrain is terrain


def ring():
    """A board by chance, if an unlikely one, on which no two players find room."""
    lines = ["......", ".####.", ".####.", ".####.", ".####.", "......"]
    tokens = {".": " ", "#": "m"}
    text = "\n".join(",".join(tokens[tile] for tile in line) for line in lines)
    terrain = read(text).terrain()
    return replace(terrain, drawn=True)


@pytest.mark.parametrize("method", METHODS)
def test_a_drawn_board_without_room_is_drawn_again_by_its_densities(method):
    plain = ring()
    with pytest.raises(NoRoom):
        found(plain, [1, 2], PLAIN, Random(1), method)
    drawn = DrawnTerrain(
        6, 6, plain.kinds, plain.units, plain.lit, drawn=True, densities=Densities(0, 128, 0, 255)
    )
    founding = found(drawn, [1, 2], PLAIN, Random(1), method)
    assert len(founding.capitals) == 2
    assert (founding.board.kinds == Kind.MOUNTAIN).sum() <= 6
    assert founding.board.lit.all()
    assert found(drawn, [1], PLAIN, Random(1), method).board.kinds[7] == Kind.MOUNTAIN


def test_too_many_players_are_refused_in_the_end():
    terrain = generate(5, 5, FULL, Random(1))
    with pytest.raises(ValueError, match="no room was found for 16 capitals"):
        found(terrain, range(1, 17), PLAIN, Random(1))


def test_other_methods_are_refused():
    with pytest.raises(ValueError, match="'luck'"):
        found(generate(9, 9, FULL, Random(1)), [1, 2], PLAIN, Random(1), "luck")


@pytest.mark.parametrize("method", METHODS)
def test_the_same_seed_founds_the_same_game(method):
    def game(seed):
        rng = Random(seed)
        return found(generate(15, 15, FULL, rng), [1, 2, 1, 2], CITIES, rng, method)

    one, same, other = game(5), game(5), game(6)
    assert one.capitals == same.capitals != other.capitals
    assert np.array_equal(one.board.kinds, same.board.kinds)
    assert np.array_equal(one.board.units, same.board.units)


def test_known_seeds_found_the_same_games_for_ever():
    """Stored matches name their seed alone."""
    found_by: dict[str, list[int]] = {method: [] for method in METHODS}
    for method, capitals in found_by.items():
        rng = Random(1)
        terrain = generate(20, 20, Densities(60, 150, 12, 0), rng)
        capitals += found(terrain, [1, 1, 2, 2], CITIES, rng, method).capitals
    assert found_by == KNOWN


KNOWN = {"spheres": [119, 89, 270, 288], "pairing": [202, 194, 73, 136]}
