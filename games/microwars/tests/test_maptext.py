"""The text of maps: what can be typed, and what is said of mistakes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.maps import MOST_PROBLEMS, MapError
from games.microwars.layout import from_json
from games.microwars.maps import MAPS
from games.microwars.units import USUAL_TURNS

GOOD = "turns 20\n\nT . #\nC . t\n"


def problems(text):
    with pytest.raises(MapError) as error:
        MAPS.parse(text)
    return [(problem.row, problem.column) for problem in error.value.problems], str(error.value)


def test_a_map_is_read_from_the_top_row_down():
    cells = ["T@20", ".", "#", "C", ".", "t"]
    assert MAPS.parse(GOOD) == {"width": 3, "height": 2, "cells": cells}
    found = from_json(MAPS.parse(GOOD))
    assert found.turns == 20
    assert found.ground.blocked == {(3, 2)}
    assert found.units == ((0, 1, 1, 1, 10), (0, 0, 1, 2, 25), (1, 0, 3, 1, 25))


@pytest.mark.parametrize(
    "text",
    [
        "turns 20\nT.#\nC.t",
        "\ufeffturns 20\r\nT.#\r\nC.t\r\n",
        "; a map\nTurns\t20 ; plenty\n\n T . #   ; the top\n\n\tC. t\n\n",
        "T.#\nC.t\nturns 00020",
        "T.#\nturns 20\nC.t\npoints 1 2 25",
        "T . #\nC . t@20",
        "turns 20\nT25.@20#\nC10 .t@00020",
    ],
)
def test_blanks_comments_and_the_place_of_the_header_do_not_matter(text):
    assert MAPS.parse(text) == MAPS.parse(GOOD)


def test_units_may_begin_with_other_points():
    board = MAPS.parse("turns 20\npoints 3 1 999\npoints 1 2 1\nT . #\nC . t")
    assert board["cells"] == ["T1@20", ".", "#", "C", ".", "t999"]
    assert "points 1 2 1\npoints 3 1 999\n" in MAPS.write(board)
    assert MAPS.parse(MAPS.write(board)) == board


def test_a_map_that_says_nothing_of_turns_has_the_usual_number():
    board = MAPS.parse("T . t")
    assert board["cells"] == ["T", ".", "t"]
    assert from_json(board).turns == USUAL_TURNS
    assert MAPS.write(board) == f"turns {USUAL_TURNS}\n\nT . t\n"


def test_what_the_editor_writes_of_a_map_is_the_map():
    """It joins the tokens of each row by blanks, and says nothing else."""
    for text in (GOOD, "turns 7\npoints 3 1 999\nT . #\nC . t", "T . c"):
        board = MAPS.parse(text)
        width, cells = board["width"], board["cells"]
        rows = [" ".join(cells[i : i + width]) for i in range(0, len(cells), width)]
        assert MAPS.parse("\n".join(rows) + "\n") == board


def test_a_map_is_written_with_its_points_only_where_they_are_unusual():
    assert MAPS.write(MAPS.parse(GOOD)) == GOOD


@pytest.mark.parametrize(
    ("text", "places", "reason"),
    [
        ("turns 20\n\nT x t", [(3, 2)], "'x' is no field: there are . # T C t c"),
        ("turns 20\nT..\nT.x.\n..t", [(3, 3), (3, None)], "has 4 fields"),
        ("turns 20\nT.t\n..", [(3, None)], "has 2 fields, and the rows above have 3"),
        ("turns 20\n T .@60 t\nC .@20 c@70", [(2, 2), (3, 3)], "60 turns, and 20 turns before"),
        ("T1000 . t", [(1, 1)], "points is a whole number from 1 to 999, not 1000"),
        ("T0 . t", [(1, 1)], "points is a whole number from 1 to 999, not 0"),
        (".5 T t", [(1, 1)], "'.5': only units have points"),
        ("T@0 t", [(1, 1)], "turns is a whole number from 1 to 10000, not 0"),
        ("T . t@10001", [(1, 3)], "turns is a whole number from 1 to 10000, not 10001"),
        ("T . t@", [(1, 4)], "'@' is no field"),
        ("points 1 1 5\nT6 . t", [(1, 2)], "stand on the board, too"),
        ("turns\nT . t", [(1, None)], "come 1 numbers: turns"),
        ("turns 5 6\nT . t", [(1, None)], "come 1 numbers"),
        ("turns 0\nT . t", [(1, 2)], "from 1 to 10000, not '0'"),
        ("turns 10001\nT . t", [(1, 2)], "from 1 to 10000"),
        ("turns  -5\nT . t", [(1, 2)], "not '-5'"),
        ("turns 5\nturns 6\nT . t", [(2, None)], "before"),
        ("turns 5\npoints 1 1\nT . t", [(2, None)], "come 3 numbers: x y points"),
        ("turns 5\npoints 2 1 5\nT . t", [(2, 2)], "no unit stands on (2, 1)"),
        ("turns 5\npoints 9 1 5\nT . t", [(2, 2)], "no unit stands on (9, 1)"),
        ("turns 5\npoints 31 1 5\nT . t", [(2, 2)], "x is a whole number from 1 to 30"),
        ("turns 5\npoints 1 1 1000\nT . t", [(2, 4)], "points is a whole number from 1 to 999"),
        ("turns 5\npoints 1 1 ٣\nT . t", [(2, 4)], "points is a whole number"),
        ("turns 5\npoints 1 1 5\npoints 1 1 5\nT . t", [(3, None)], "before"),
        ("turns 5", [(None, None)], "there is no board"),
        ("", [(None, None)], "there is no board"),
        ("turns 5\nT . .", [(None, None)], "the second side has no unit: there is no t and no c"),
        ("turns 5\nc . .", [(None, None)], "the first side has no unit: there is no T and no C"),
        ("turns 5\nT t " + ". " * 29, [(2, 31)], "at most 30 columns"),
        ("turns 5\nT t\n" + ". .\n" * 30, [(32, None)], "at most 30 rows"),
    ],
)
def test_a_mistake_is_told_with_its_line_and_its_field(text, places, reason):
    found, words = problems(text)
    assert found == places
    assert reason in words


def test_all_mistakes_are_told_up_to_a_number():
    found, _ = problems("turns 5\n" + "x\n" * 5 + "T t\n")
    assert len(found) == 6
    found, _ = problems("x\n" * 1000)
    assert len(found) == MOST_PROBLEMS


def test_long_words_are_shown_in_part():
    _, words = problems("turns " + "9" * 100_000 + "\nT t")
    assert len(words) < 300


@settings(deadline=None)
@given(st.text(alphabet=".#TCtc;@turnspoi 0123456789\t\r\n", max_size=80))
def test_any_text_is_a_map_or_a_map_error(text):
    try:
        board = MAPS.parse(text)
    except MapError:
        return
    MAPS.check(board)
    assert MAPS.parse(MAPS.write(board)) == board
