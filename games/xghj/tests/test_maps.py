"""Maps: three forms of text, the grid of the platform, maps by chance, and which fit which game."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import grids
from games.maps import MapError
from games.xghj import XGHJ, drawing, maptext
from games.xghj.constants import Constants
from games.xghj.ground import PALETTE, Ground
from games.xghj.maps import MAPS, rooms
from games.xghj.tests import golden
from games.xghj.tests.worlds import flat
from tests.examples import examples

VECTORS = Path(golden.FOLDER) / "maps"

SIDES = st.integers(maptext.LEAST_SIDE, 14)
CELLS = st.one_of(
    st.sampled_from([kind.numbers for kind in PALETTE]),
    st.tuples(*[st.integers(0, 10_000)] * 3),
)


@st.composite
def boards(draw):
    cols, rows = draw(SIDES), draw(SIDES)
    cells = draw(st.lists(CELLS, min_size=cols * rows, max_size=cols * rows))
    return {
        "width": cols,
        "height": rows,
        "cells": ["/".join(map(str, cell)) for cell in cells],
    }


def blocks_text(ground: Ground) -> str:
    """The three blocks of numbers that a map's text may be."""
    lines = [f"{ground.cols} {ground.rows}"]
    for block in (ground.resource, ground.attack, ground.defence):
        lines += [" ".join(map(str, row)) for row in block.reshape(ground.rows, -1).tolist()]
    return "\n".join(lines) + "\n"


def problems(text: str) -> list[tuple[str, int | None, int | None]]:
    with pytest.raises(MapError) as refused:
        MAPS.parse(text)
    return [(one.reason, one.row, one.column) for one in refused.value.problems]


@examples(40)
@given(boards())
def test_every_map_comes_back_from_its_text(board):
    MAPS.check(board)
    assert MAPS.parse(MAPS.write(board)) == board


@examples(40)
@given(boards())
def test_every_map_comes_back_from_its_blocks_of_numbers_and_from_json(board):
    ground = maptext.from_grid(board)
    assert MAPS.parse(blocks_text(ground)) == board
    by_column = [
        [cell.split("/") for cell in board["cells"][x :: board["width"]]]
        for x in range(board["width"])
    ]
    text = json.dumps(
        {
            "rows": board["height"],
            "cols": board["width"],
            "resources": [[int(cell[0]) for cell in column] for column in by_column],
            "landscape": [
                [{"Name": "?", "Attack": int(a), "Defense": int(d)} for _, a, d in column]
                for column in by_column
            ],
        }
    )
    assert MAPS.parse(text) == board


def test_the_contests_two_forms_of_one_map_are_the_same_map():
    blocks = (VECTORS / "pe_class.map.txt").read_text()
    assert MAPS.parse((VECTORS / "pe_class.json").read_text()) == MAPS.parse(blocks)


def test_letters_may_stand_alone_or_together_and_may_be_explained():
    text = """
    # a comment
    = F 2/80/120 forest
    ..~
    F . 3/7/9
    1/100/100 HF
    """
    board = MAPS.parse(text)
    assert (board["width"], board["height"]) == (3, 3)
    assert board["cells"] == [
        *("1/100/100", "1/100/100", "0/0/100"),
        *("2/80/120", "1/100/100", "3/7/9"),
        *("1/100/100", "5/100/120", "2/80/120"),
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", [("the map is empty", None, None)]),
        ("...\n.?.\n...", [("neither a terrain's letter", 2, 2)]),
        ("...\n....\n...", [("here are 4 cells, in the first row 3", 2, None)]),
        ("...\n. 1/2 .\n...", [("neither a terrain's letter", 2, 2)]),
        ("...\n. . 1/2/10001\n...", [("defence is at most 10000", 2, 3)]),
        (". . 01/2/3\n...\n...", [("neither a terrain's letter", 1, 3)]),
        ("x..\n..y\n...", [("“x”", 1, 1), ("“y”", 2, 3)]),
        ("..\n..", [("2 columns: a map has 3 to 50", None, None), ("2 rows", None, None)]),
        (("." * 51 + "\n") * 3, [("51 columns: a map has 3 to 50", None, None)]),
        ("...\n" * 51, [("51 rows: a map has 3 to 50", None, None)]),
        ("= 1 2/3/4\n...", [("cannot be the letter", None, None)]),
        ("= F\n...", [("a letter is explained as in", None, None)]),
        ("# nothing", [("the map has no rows", None, None)]),
        ("3", [("its number of columns and of rows", None, None)]),
        ("3 3 1 1", [("here are 2", None, None)]),
        ("3 99 1 1", [("99 rows: a map has 3 to 50", None, None)]),
        (
            "3 3\n" + "1 " * 7 + "x " + "1 " * 10 + "1 " * 5 + "-1 " + "1 " * 3,
            [("“x” is no resource", 3, 2), ("“-1” is no defence", 2, 3)],
        ),
        ("{", [("this begins like JSON, but is none", None, None)]),
        ('{"rows": 3}', [("rows, cols, resources and landscape", None, None)]),
    ],
)
def test_what_is_wrong_with_a_text_is_told_with_row_and_column(text, found):
    told = problems(text)
    assert [(row, column) for _, row, column in told] == [place[1:] for place in found]
    for (reason, _, _), (words, _, _) in zip(told, found, strict=True):
        assert words in reason


def as_json(**changes):
    data = {
        "rows": 3,
        "cols": 4,
        "resources": [[1] * 3] * 4,
        "landscape": [[{"Attack": 1, "Defense": 2}] * 3] * 4,
    }
    return json.dumps({**data, **changes})


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"cols": "4"}, ("whole numbers", None, None)),
        ({"cols": 2}, ("2 columns: a map has 3 to 50", None, None)),
        ({"resources": [[1] * 3] * 3}, ("one list for each of the 4 columns", None, None)),
        ({"landscape": [[{}] * 3] * 3 + [[{}]]}, ("column 4 of landscape has 3", None, None)),
        ({"resources": [[1, 1, 1]] * 3 + [[1, 1.5, 1]]}, ("resource is a number", 2, 4)),
        ({"landscape": [[{"Attack": 1}] * 3] * 4}, ("defence is a number", 1, 1)),
        ({"landscape": [[7] * 3] * 4}, ("attack is a number", 1, 1)),
    ],
)
def test_what_is_wrong_with_json_is_told_too(changes, found):
    reason, row, column = problems(as_json(**changes))[0]
    assert found[0] in reason
    assert (row, column) == found[1:]


def test_no_more_than_twenty_problems_are_shown():
    assert len(problems("?????\n" * 9)) == 20


@pytest.mark.parametrize(
    "board",
    [
        None,
        {},
        {"width": 3, "height": 3, "cells": ["1/1/1"] * 8},
        {"width": 3, "height": 3, "cells": ["1/1/1"] * 8 + ["."]},
        {"width": 3, "height": 3, "cells": ["1/1/1"] * 8 + [None]},
        {"width": 3, "height": 3, "cells": ["1/1/1"] * 8 + ["1/1/1 "]},
        {"width": True, "height": 9, "cells": ["1/1/1"] * 9},
        {"width": 2, "height": 5, "cells": ["1/1/1"] * 10},
        {"width": 3, "height": 3, "cells": ["1/1/1"] * 9, "more": 1},
    ],
)
def test_what_is_no_map_is_refused(board):
    with pytest.raises(MapError):
        MAPS.check(board)


# Which game.


def test_a_map_must_have_room_for_everybody_to_begin():
    duel, standard = XGHJ.ruleset("duel"), XGHJ.ruleset("standard")
    small = maptext.grid(flat(4, 4))
    MAPS.fits(small, duel)
    with pytest.raises(MapError, match=r"for 8 countries that begin 3 steps apart.* room for 4"):
        MAPS.fits(small, standard)


def test_room_is_counted_on_land_that_can_be_taken_and_at_the_right_distance():
    assert rooms(flat(9, 9), Constants(spawn_distance=0)) == 81
    assert rooms(flat(9, 9), Constants(spawn_distance=1)) == 81
    assert rooms(flat(9, 9, attack=0), Constants()) == 0
    assert rooms(flat(20, 20), Constants(spawn_distance=50)) == 1


@examples(40)
@given(boards(), st.integers(0, 9))
def test_room_is_taken_row_by_row_by_whoever_is_far_enough_from_the_others(board, apart):
    ground = maptext.from_grid(board)
    chosen: list[tuple[int, int]] = []
    for y in range(ground.rows):
        for x in range(ground.cols):
            away = all(abs(x - a) + abs(y - b) >= apart for a, b in chosen)
            if ground.attack[ground.place(x, y)] and away:
                chosen.append((x, y))
    assert rooms(ground, Constants(spawn_distance=apart)) == len(chosen)


def test_a_brawl_needs_its_points_on_the_map():
    brawl = XGHJ.ruleset("machines")
    MAPS.fits(maptext.grid(flat(27, 19)), brawl)
    with pytest.raises(MapError, match="North-eastern machine lies off the map"):
        MAPS.fits(maptext.grid(flat(20, 19)), brawl)


@pytest.mark.parametrize("stock", MAPS.stock, ids=lambda stock: stock.name)
def test_a_map_that_ships_can_be_read_and_serves_its_rulesets(stock):
    board = MAPS.parse(stock.path.read_text())
    assert MAPS.parse(MAPS.write(board)) == board
    served = [ruleset for ruleset in XGHJ.rulesets if stock.name in ruleset.pool]
    assert served
    for ruleset in served:
        MAPS.fits(board, ruleset)
    fertile = maptext.from_grid(board).attack > 0
    _, parts = grids.components(fertile.reshape(board["height"], -1))
    assert parts == 1


def test_facts_of_a_map():
    facts = {fact.title: fact.value for fact in MAPS.facts(MAPS.parse("..H\n~..\n..^"))}
    assert facts == {
        "Size": "3 x 3",
        "Cells that can be taken": "7",
        "Resource of all of them": "11",
        "Largest resource": "5",
        "Room for countries": "2",
        "Attack": "0 to 100",
        "Defence": "100 to 200",
    }


# By chance.

WISHES = st.fixed_dictionaries(
    {option.name: st.integers(option.low, option.high) for option in MAPS.options}
)


@examples(40)
@given(WISHES, st.integers(0, 2**31))
def test_a_generated_map_hangs_together_and_is_symmetric(options, seed):
    board = MAPS.generate(options, seed)
    assert MAPS.generate(options, seed) == board
    MAPS.check(board)
    cols, rows = options["cols"], options["rows"]
    assert (board["width"], board["height"]) == (cols, rows)
    cells = np.array(board["cells"]).reshape(rows, cols)
    symmetry = options["symmetry"]
    if symmetry in (drawing.LEFT_RIGHT, drawing.ALL_SIDES):
        assert (cells == cells[:, ::-1]).all()
    if symmetry in (drawing.HALF_TURN, drawing.ALL_SIDES):
        assert (cells == cells[::-1, ::-1]).all()
    fertile = maptext.from_grid(board).attack > 0
    _, parts = grids.components(fertile.reshape(rows, cols))
    assert parts <= 1


@pytest.mark.parametrize(
    ("option", "names"),
    [
        ("water", ("river", "cliff")),
        ("hills", ("slope", "stairs")),
        ("poor", ("grass", "mud")),
        ("rich", ("court", "hall")),
    ],
)
def test_a_map_has_about_the_densities_of_its_settings(option, names):
    numbers = {kind.name: kind.numbers for kind in PALETTE}
    tokens = {"/".join(map(str, numbers[name])) for name in names}
    none = {"cols": 40, "rows": 40, "symmetry": 0, "water": 0, "hills": 0, "poor": 0, "rich": 0}
    for share in (0, 5, 20):
        board = MAPS.generate({**none, option: share}, 8)
        found = [cell for cell in board["cells"] if cell in tokens]
        # Roads across the water are all that may be missing.
        assert 0.8 * share * 16 <= len(found) <= share * 16 + 4
        assert len(set(found)) == (2 if share else 0)


def test_roads_across_the_water_are_as_symmetric_as_the_rest():
    road = "1/150/50"
    options = {"cols": 24, "rows": 18, "water": 40, "symmetry": drawing.ALL_SIDES}
    crossed = 0
    for seed in range(20):
        cells = np.array(MAPS.generate(options, seed)["cells"]).reshape(18, 24)
        assert (cells == cells[:, ::-1]).all()
        assert (cells == cells[::-1]).all()
        crossed += road in cells
    assert crossed > 5


def test_maps_of_other_seeds_are_other_maps():
    assert len({json.dumps(MAPS.generate({}, seed)) for seed in range(8)}) == 8


def test_generated_maps_serve_the_standard_game():
    for seed in range(10):
        MAPS.fits(MAPS.generate({}, seed), XGHJ.ruleset("standard"))


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"cols": 7}, "Columns must be 8 to 50"),
        ({"rows": 51}, "Rows must be 8 to 50"),
        ({"symmetry": True}, "Symmetry must be 0 to 3"),
        ({"mountains": 3}, "no option 'mountains'"),
    ],
)
def test_options_out_of_bounds_are_refused(options, reason):
    with pytest.raises(MapError, match=reason):
        MAPS.generate(options, 1)


def test_the_help_names_every_terrain():
    for kind in PALETTE:
        row = f"| `{kind.letter}` | {kind.name} | {kind.resource} | {kind.attack} |"
        assert row in MAPS.help
