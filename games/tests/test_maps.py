"""Properties of the map formats of all games."""

from __future__ import annotations

import pytest

from games.maps import MOST_PROBLEMS, Bounds, Findings, Grid, MapError, MapFormat
from games.options import NumberOption


class Fields(MapFormat):
    """Of a game whose maps are numbers."""

    options = (NumberOption("width", "Columns", 5, 30, 12), NumberOption("rocks", "Rocks", 0, 9, 0))

    def parse(self, text):
        return int(text)

    def write(self, board):
        return str(board)

    def check(self, board):
        pass

    def fits(self, board, ruleset):
        pass

    def generate(self, options, seed):
        return seed

    def facts(self, board):
        return ()


def test_options_that_are_left_out_have_their_defaults():
    assert Fields().chosen({"rocks": 9}) == {"width": 12, "rocks": 9}


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"width": 4}, "Columns must be 5 to 30"),
        ({"width": 31}, "Columns must be 5 to 30"),
        ({"rocks": True}, "Rocks must be 0 to 9"),
        ({"rocks": 2.5}, "Rocks must be 0 to 9"),
        ({"height": 5}, "there is no option 'height'"),
    ],
)
def test_unknown_options_and_values_out_of_bounds_are_refused(options, reason):
    with pytest.raises(MapError, match=reason):
        Fields().chosen(options)


SIDES = Bounds(2, 9)
CELLS = [".", "#", "a", "", "b", "."]
GRID = {"width": 2, "height": 3, "cells": CELLS}


def test_a_grid_survives_the_way_through_json():
    grid = Grid.from_json(GRID, SIDES)
    assert (grid.width, grid.height) == (2, 3)
    assert list(grid.cells) == CELLS
    assert grid.to_json() == GRID


@pytest.mark.parametrize(
    ("board", "reason"),
    [
        (None, "an object of width, height and cells"),
        ([], "an object of width, height and cells"),
        ({"width": 2, "height": 3}, "an object of width, height and cells"),
        ({**GRID, "turns": 7}, "an object of width, height and cells"),
        ({**GRID, "width": 2.0}, "whole numbers"),
        ({**GRID, "height": True}, "whole numbers"),
        ({**GRID, "width": 1}, "1 columns: a map has 2 to 9"),
        ({**GRID, "height": 10}, "10 rows: a map has 2 to 9"),
        ({**GRID, "cells": ".#a.b."}, "a list of texts"),
        ({**GRID, "cells": [*CELLS[1:], None]}, "a list of texts"),
        ({**GRID, "cells": CELLS[1:]}, "2 x 3 cells are 6, not 5"),
    ],
)
def test_what_is_no_grid_is_refused_with_the_reason(board, reason):
    with pytest.raises(MapError, match=reason):
        Grid.from_json(board, SIDES)


def test_the_tokens_of_a_grid_are_read_row_by_row():
    numbers = {"width": 2, "height": 2, "cells": ["1", "22", "-3", "4"]}
    assert Grid.from_json(numbers, SIDES).read(int) == [1, 22, -3, 4]


def test_every_token_that_cannot_be_read_is_told_with_its_place_up_to_many():
    letters = {"width": 3, "height": 2, "cells": ["1", "2", "a", "4", "b", "6"]}
    with pytest.raises(MapError) as refused:
        Grid.from_json(letters, SIDES).read(int)
    assert [(p.row, p.column) for p in refused.value.problems] == [(1, 3), (2, 2)]
    assert "'a'" in refused.value.problems[0].reason
    with pytest.raises(MapError) as refused:
        Grid(9, 9, ["a"] * 81).read(int)
    assert len(refused.value.problems) == MOST_PROBLEMS


def test_a_map_of_a_wrong_size_is_told_so_for_both_sides():
    with pytest.raises(MapError) as refused:
        SIDES.check(1, 10)
    assert len(refused.value.problems) == 2


def test_findings_are_raised_together_with_their_places():
    found = Findings()
    found.raise_any()
    found.add("no field", 2, 7)
    found.add("no board")
    assert not found.full
    with pytest.raises(MapError, match="row 2, column 7: no field; no board"):
        found.raise_any()
    for _ in range(MOST_PROBLEMS):
        found.add("no field")
    assert found.full
