"""Maps as the platform sees them, and those that ship with the game."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import Ruleset
from games.generals.founding import found
from games.generals.game import GENERALS
from games.generals.maps import MAPS
from games.generals.maptext import from_grid
from games.generals.orders import Modifiers
from games.generals.terrain import Kind
from games.generals.tests.test_placement import assert_promises
from games.grids import distances
from games.maps import MapError
from tests.examples import examples

MEANT_FOR = {
    "pocket": ["duel"],
    "ford": ["duel"],
    "citadel": ["duel"],
    "four-corners": ["melee", "pairs"],
    "mire": ["melee", "pairs"],
    "two-camps": ["pairs"],
    "eight-gates": ["eight"],
    "round-table": ["sixteen"],
}
STOCK = pytest.mark.parametrize("stock", MAPS.stock, ids=lambda stock: stock.name)


def text_of(stock):
    return stock.path.read_text(encoding="utf-8")


def ruleset(seats):
    return Ruleset("some", "Some", "", seats)


def free(terrain):
    tiles = (terrain.kinds == Kind.BLANK) | (terrain.kinds == Kind.SWAMP)
    return tiles.reshape(terrain.height, terrain.width)


def facts(board):
    return {fact.title: fact.value for fact in MAPS.facts(board)}


@STOCK
def test_a_map_that_ships_is_in_order(stock):
    board = MAPS.parse(text_of(stock))
    MAPS.check(board)
    assert MAPS.write(board) == text_of(stock)
    assert stock.title
    assert stock.summary.endswith(".")
    assert not any(line.endswith(" ") for line in text_of(stock).split("\n")), (
        "an editor may strip it"
    )


@STOCK
def test_a_map_that_ships_is_played_by_the_rulesets_that_it_is_meant_for(stock):
    board = MAPS.parse(text_of(stock))
    for name in MEANT_FOR[stock.name]:
        rules = GENERALS.ruleset(name)
        MAPS.fits(board, rules)
        terrain = from_grid(board)
        teams = rules.teams or range(1, rules.seats + 1)
        marked = {offer.place for offer in terrain.candidates}
        for seed in range(10):
            founding = found(terrain, teams, Modifiers(), Random(seed))
            assert set(founding.capitals) <= marked
            assert len(set(founding.capitals)) == rules.seats


def test_every_map_of_a_pool_ships_and_is_meant_for_its_ruleset():
    names = {stock.name for stock in MAPS.stock}
    assert len(names) == len(MAPS.stock)
    assert set(MEANT_FOR) == names
    for rules in GENERALS.rulesets:
        for name in rules.pool:
            assert rules.name in MEANT_FOR[name]


def views(terrain):
    """For each candidate its mark, and what there is at how many steps from it: two candidates
    of the same view begin equally well."""
    places = [offer.place for offer in terrain.candidates]
    steps = distances(free(terrain), places)
    cities = np.flatnonzero(terrain.kinds == Kind.CITY)
    rows, columns = np.divmod(np.arange(terrain.kinds.size), terrain.width)
    for offer, far in zip(terrain.candidates, steps, strict=True):
        place = offer.place
        others = [(int(far[one.place]), one.priority, one.mark == offer.mark)
                  for one in terrain.candidates]  # fmt: skip
        airline = abs(rows[cities] - rows[place]) + abs(columns[cities] - columns[place])
        units = sorted(zip(airline.tolist(), terrain.units[cities].tolist(), strict=True))
        swamps = Counter(far[terrain.kinds == Kind.SWAMP].tolist())
        tiles = Counter(far.tolist())
        yield offer.mark, (sorted(others), units, sorted(swamps.items()), sorted(tiles.items()))


@STOCK
def test_capitals_on_a_map_that_ships_are_equally_good(stock):
    terrain = from_grid(MAPS.parse(text_of(stock)))
    of_mark: dict[str | None, list[tuple[list[tuple[int, ...]], ...]]] = {}
    for mark, view in views(terrain):
        of_mark.setdefault(mark, []).append(view)
    teams = [sorted(views) for mark, views in of_mark.items() if mark is not None]
    assert all(views == teams[0] for views in teams)
    alone = of_mark.get(None, [])
    if stock.name == "round-table":
        # No symmetry of a square has sixteen places: there are two kinds of eight.
        assert {tuple(far for far, *_ in others[1:3]) for others, *_ in alone} == {(10, 10)}
        assert [sum(view == other for other in alone) for view in alone] == [8] * 16
    else:
        assert all(view == alone[0] for view in alone)


def test_the_options_say_how_large_and_dense_a_map_is():
    board = MAPS.generate({"width": 30, "height": 20, "mountains": 255, "cities": 255,
                           "swamps": 128, "lights": 51}, 7)  # fmt: skip
    MAPS.check(board)
    shown = facts(board)
    assert shown["Size"] == "30 x 20"
    assert shown["Cities"] == "100"
    assert shown["Swamps"] == str(128 * 400 // 510)
    assert shown["Lit tiles"] == "120"
    assert shown["Marked capitals"] == "0"
    assert int(shown["Blanks"]) + int(shown["Mountains"]) == 600 - 100 - 128 * 400 // 510


def test_options_left_out_have_their_defaults():
    default = MAPS.generate({}, 1)
    explicit = {option.name: option.default for option in MAPS.options}
    assert default == MAPS.generate(explicit, 1)
    assert default != MAPS.generate({}, 2)
    assert default != MAPS.generate({"swamps": 100}, 1)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"width": 4}, "Columns must be 5 to 255"),
        ({"height": 256}, "Rows must be 5 to 255"),
        ({"mountains": -1}, "Mountains must be 0 to 255"),
        ({"players": 17}, "Marked capitals must be 0 to 16"),
        ({"cities": 2.5}, "Cities must be"),
        ({"swamps": True}, "Swamps must be"),
        ({"lakes": 1}, "no option 'lakes'"),
        ({"width": 5, "height": 5, "players": 16}, "choose a larger map"),
    ],
)
def test_options_out_of_bounds_or_out_of_reach_are_refused(options, words):
    with pytest.raises(MapError, match=words):
        MAPS.generate(options, 1)


@examples(25)
@given(st.integers(1, 16), st.integers(0, 2**32))
def test_marked_capitals_are_placed_as_in_a_match(players, seed):
    board = MAPS.generate({"width": 24, "height": 18, "players": players}, seed)
    assert board == MAPS.generate({"width": 24, "height": 18, "players": players}, seed)
    assert board["cells"].count("g ") == players
    terrain = from_grid(board)
    places = [offer.place for offer in terrain.candidates]
    assert_promises(terrain, places)
    capitals = found(terrain, range(1, players + 1), Modifiers(), Random(1)).capitals
    assert set(capitals) == set(places)


def test_a_map_fits_where_there_is_room_for_all_capitals():
    cells = ["m"] * 25
    cells[:4] = [" ", "gA", "n7", "g "]
    board = {"width": 5, "height": 5, "cells": cells}
    MAPS.fits(board, ruleset(4))
    with pytest.raises(MapError, match="needs 5 capitals, and the map has room for 4"):
        MAPS.fits(board, ruleset(5))


def test_facts_count_tiles_capitals_and_teams():
    cells = ["gA", "L_gC5", "g ", "L_m", "s", "s", "40", "n3", *["m"] * 17]
    assert facts({"width": 5, "height": 5, "cells": cells}) == {
        "Size": "5 x 5",
        "Blanks": "4",
        "Mountains": "18",
        "Cities": "1",
        "Swamps": "2",
        "Lit tiles": "2",
        "Marked capitals": "3",
        "Teams": "A, C",
    }


@pytest.mark.parametrize("method", [MAPS.check, MAPS.write, MAPS.facts])
def test_what_is_no_map_is_refused_everywhere(method):
    board = {"width": 5, "height": 5, "cells": ["m"] * 24 + ["q"]}
    with pytest.raises(MapError, match="row 5, column 5"):
        method(board)
    with pytest.raises(MapError, match="row 5, column 5"):
        MAPS.fits(board, ruleset(2))


def test_the_longest_text_is_within_the_limit():
    cells = ["L_n-2147483648"] * (255 * 255)
    text = MAPS.write({"width": 255, "height": 255, "cells": cells})
    assert len(text.encode()) <= MAPS.most_bytes
    assert MAPS.parse(text)["cells"] == cells
