"""Maps: those that ship, those by chance, and what is no map."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.grids import components
from games.maps import MapError
from games.microwars.game import MICROWARS
from games.microwars.layout import from_json
from games.microwars.mapgen import BOUNDS, Wishes, draw
from games.microwars.maps import MAPS
from games.microwars.tests.boards import in_json
from games.microwars.units import Kind

STOCK = pytest.mark.parametrize("stock", MAPS.stock, ids=lambda stock: stock.name)
UNEQUAL = {"siege"}


def board_of(stock):
    return MAPS.parse(stock.path.read_text(encoding="utf-8"))


def turned(board):
    """The board after half a turn, with the sides exchanged."""
    found = from_json(board)
    ground = found.ground
    width, height = ground.width + 1, ground.height + 1
    units = [(1 - o, k, width - x, height - y, p) for o, k, x, y, p in found.units]
    blocked = [(width - x, height - y) for x, y in ground.blocked]
    return in_json(ground.width, ground.height, found.turns, blocked, units)


def parts(board):
    """How many parts the available fields make, of which no two touch side by side."""
    open_fields = [cell != "#" for cell in board["cells"]]
    fields = np.array(open_fields, np.bool_).reshape(board["height"], board["width"])
    return components(fields)[1]


@STOCK
def test_a_map_that_ships_is_in_order(stock):
    board = board_of(stock)
    MAPS.check(board)
    assert MAPS.write(board) == stock.path.read_text(encoding="utf-8")
    assert stock.title
    assert stock.summary.endswith(".")
    assert parts(board) == 1
    assert (turned(board) == board) == (stock.name not in UNEQUAL)


def test_there_are_enough_maps_and_their_names_differ():
    names = {stock.name for stock in MAPS.stock}
    assert len(names) == len(MAPS.stock) >= 6
    assert {name for ruleset in MICROWARS.rulesets for name in ruleset.pool} == names - UNEQUAL


@STOCK
def test_a_map_that_ships_can_be_played(stock):
    board = board_of(stock)
    fitting = [r.name for r in MICROWARS.rulesets if fits(board, r)]
    assert "grand" in fitting


def fits(board, ruleset):
    try:
        MAPS.fits(board, ruleset)
    except MapError:
        return False
    return True


def test_a_ruleset_takes_boards_up_to_its_size():
    board = MAPS.generate({"width": 12, "height": 3}, 1)
    assert [fits(board, ruleset) for ruleset in MICROWARS.rulesets] == [True, True, True]
    board = MAPS.generate({"width": 3, "height": 13}, 1)
    assert [fits(board, ruleset) for ruleset in MICROWARS.rulesets] == [True, False, True]
    board = MAPS.generate({"width": 21, "height": 3}, 1)
    assert [fits(board, ruleset) for ruleset in MICROWARS.rulesets] == [False, False, True]
    with pytest.raises(MapError, match=r"Standard is played on at most 20 x 20 fields.* 21 x 3"):
        MAPS.fits(board, MICROWARS.ruleset("standard"))


def facts(board):
    return {fact.title: fact.value for fact in MAPS.facts(board)}


def test_the_facts_count_units_and_warn_of_unequal_sides_and_of_long_games():
    board = MAPS.parse("turns 10000\npoints 1 1 7\nT C . # t")
    assert facts(board) == {
        "Size": "5 x 1",
        "Turns": "10000",
        "Unavailable fields": "1",
        "First side": "1 tank, 1 cannon; 17 points",
        "Second side": "1 tank; 25 points",
        "Unequal sides": "let both bots play each of them",
    }
    assert "Unequal sides" not in facts(MAPS.generate({}, 1))
    wide = MAPS.generate({"width": 30, "height": 30, "turns": 1200}, 1)
    assert "Much to read" in facts(wide)


WISHES: st.SearchStrategy[dict[str, int]] = st.builds(
    dict,
    width=st.integers(1, 30),
    height=st.integers(1, 30),
    turns=st.integers(1, 10_000),
    tanks=st.integers(0, 40),
    cannons=st.integers(0, 40),
    blocked=st.integers(0, 40),
)


@settings(deadline=None)
@given(WISHES, st.integers(0, 2**64))
def test_a_map_by_chance_is_fair_and_has_what_was_wished_for(options, seed):
    count = options["tanks"] + options["cannons"]
    if not count or 2 * count > options["width"] * options["height"]:
        with pytest.raises(MapError):
            MAPS.generate(options, seed)
        return
    board = MAPS.generate(options, seed)
    MAPS.check(board)
    assert board == MAPS.generate(options, seed)
    assert turned(board) == board
    assert parts(board) == 1
    found = from_json(board)
    for side in (0, 1):
        assert found.count(side, Kind.TANK) == options["tanks"]
        assert found.count(side, Kind.CANNON) == options["cannons"]
    assert (board["width"], board["height"]) == (options["width"], options["height"])
    assert found.turns == options["turns"]
    fields = options["width"] * options["height"]
    assert board["cells"].count("#") * 100 <= options["blocked"] * fields
    assert MAPS.parse(MAPS.write(board)) == board


def test_open_boards_get_the_unavailable_fields_that_were_wished_for():
    board = MAPS.generate({"width": 30, "height": 30, "blocked": 20}, 3)
    assert board["cells"].count("#") == 180
    small = {"width": 5, "height": 5, "tanks": 1, "cannons": 0, "blocked": 40}
    assert {MAPS.generate(small, seed)["cells"].count("#") for seed in range(60)} == {10}


def test_armies_begin_in_their_own_third_of_the_board():
    for seed in range(20):
        board = MAPS.generate({"width": 18, "height": 9}, seed)
        assert all((x <= 6) == (owner == 0) for owner, _, x, _, _ in from_json(board).units)
        board = MAPS.generate({"width": 9, "height": 18}, seed)
        assert all((y <= 6) == (owner == 0) for owner, _, _, y, _ in from_json(board).units)


def test_other_seeds_give_other_maps():
    assert len({str(MAPS.generate({}, seed)) for seed in range(30)}) == 30


def test_options_out_of_bounds_and_unknown_ones_are_refused():
    for option in MAPS.options:
        wrongs: list[Any] = [option.low - 1, option.high + 1, True, "5", 2.0]
        for wrong in wrongs:
            with pytest.raises(MapError, match=f"{option.title} must be"):
                MAPS.generate({option.name: wrong}, 1)
    with pytest.raises(MapError, match="no option"):
        MAPS.generate({"fog": 1}, 1)


def test_every_option_of_the_form_can_be_wished_for():
    assert {option.name: (option.low, option.high) for option in MAPS.options} == BOUNDS
    usual = Wishes()
    assert all(option.default == getattr(usual, option.name) for option in MAPS.options)


def test_rulesets_say_what_is_drawn_without_a_map():
    params = MICROWARS.ruleset("skirmish").params
    board = draw(Wishes.from_params(params), 5)
    assert (board.ground.width, board.ground.height, board.turns) == (9, 7, 60)


GOOD: dict[str, Any] = {"width": 3, "height": 2, "cells": [".", ".", "c@5", "T", "#", "."]}


def with_cell(index, token):
    """The change of one cell of the good map."""
    return {"cells": [*GOOD["cells"][:index], token, *GOOD["cells"][index + 1 :]]}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"width": 0}, "columns"),
        ({"width": 31}, "columns"),
        ({"height": 31}, "rows"),
        ({"width": True}, "whole numbers"),
        ({"height": 2.0}, "whole numbers"),
        ({"height": 3}, "3 x 3 cells are 9, not 6"),
        ({"cells": {}}, "cells are a list of texts"),
        ({"cells": "..TT#."}, "cells are a list of texts"),
        (with_cell(1, 7), "cells are a list of texts"),
        (with_cell(1, "x"), "row 1, column 2: 'x' is no field"),
        (with_cell(1, ""), "row 1, column 2: '' is no field"),
        (with_cell(1, "T "), "row 1, column 2: 'T ' is no field"),
        (with_cell(1, "TT"), "row 1, column 2: 'TT' is no field"),
        (with_cell(3, "T0"), "row 2, column 1: points"),
        (with_cell(3, "T1000"), "row 2, column 1: points"),
        (with_cell(4, "#1"), "row 2, column 2: '#1': only units"),
        (with_cell(3, "T@0"), "row 2, column 1: turns"),
        (with_cell(3, "T@10001"), "row 2, column 1: turns"),
        (with_cell(3, "T@6"), "row 2, column 1: 6 turns, and 5 turns before"),
        (with_cell(3, "T@5"), "plain form"),
        (with_cell(3, "T25"), "plain form"),
        (with_cell(3, "T026"), "plain form"),
        (with_cell(2, "c@200"), "plain form"),
        (with_cell(2, "."), "the second side has no unit"),
        (with_cell(3, "."), "the first side has no unit"),
        ({"fog": 1}, "a map is an object"),
    ],
)
def test_json_that_is_no_map_is_refused_with_the_reason(change, reason):
    MAPS.check(GOOD)
    with pytest.raises(MapError, match=reason):
        MAPS.check({**GOOD, **change})


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"turns": 0}, "turns"),
        ({"turns": 10_001}, "turns"),
        ({"blocked": [(4, 1)]}, "no field"),
        ({"blocked": [(0, 1)]}, "no field"),
        ({"blocked": [(1, 1)]}, "no available field"),
        ({"units": [(0, 0, 3, 2, 1)]}, "room for one"),
        ({"units": [(2, 0, 1, 2, 25)]}, "no unit of side 2"),
        ({"units": [(0, 2, 1, 2, 25)]}, "kind 2"),
        ({"units": [(0, 0, 0, 1, 25)]}, "no available field"),
        ({"units": [(0, 0, 1, 2, 0)]}, "points"),
        ({"units": [(0, 0, 1, 2, 1000)]}, "points"),
    ],
)
def test_parts_that_make_no_map_are_refused_with_the_reason(change, reason):
    found = from_json(GOOD)
    ground = found.ground
    turns = change.get("turns", found.turns)
    blocked = change.get("blocked", ground.blocked)
    units = [*found.units, *change.get("units", [])]
    with pytest.raises(MapError, match=reason):
        in_json(ground.width, ground.height, turns, blocked, units)


@pytest.mark.parametrize("junk", [None, [], "map", 1, {}, {"width": 3}])
def test_junk_is_no_map(junk):
    with pytest.raises(MapError, match="a map is an object"):
        MAPS.check(junk)
