"""Snake's maps: their text, what is wrong with it and where, and maps by chance."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import SeatSetup, Setup
from games.maps import MOST_PROBLEMS, MapError
from games.snake.engine import SnakeEngine
from games.snake.game import SNAKE
from games.snake.maps import MAPS

TEXT = """\
# the first one comes at once
8 8 1 length 3

9 8 4 2 512   # a ray
"""
BOARD = {"items": [[8, 8, 1, 0, 3], [9, 8, 4, 2, 512]]}


def places(text):
    with pytest.raises(MapError) as refused:
        MAPS.parse(text)
    return [(problem.row, problem.column) for problem in refused.value.problems]


def test_a_text_has_an_item_on_each_line_and_comments():
    assert MAPS.parse(TEXT) == BOARD


@given(st.integers(0, 2**53), st.integers(16, 600))
def test_what_is_written_is_read_again(seed, rounds):
    board = MAPS.generate({"rounds": rounds}, seed)
    assert MAPS.parse(MAPS.write(board)) == board
    MAPS.check(board)


@pytest.mark.parametrize(
    ("text", "places_of"),
    [
        ("", [(None, None)]),
        ("# nothing\n", [(None, None)]),
        ("8 8 1 0\n", [(1, None)]),
        ("8 8 1 0 3 9\n", [(1, None)]),
        ("8 x 1 0 3\n", [(1, 2)]),
        ("8 8 1 apple 3\n", [(1, 4)]),
        ("8 8 1 0 ٣\n", [(1, 5)]),
        ("8 8 9999999 0 3\n", [(1, 3)]),
        ("16 8 1 0 3\n", [(1, None)]),
        ("-1 8 1 0 3\n", [(1, None)]),
        ("8 8 0 0 3\n", [(1, None)]),
        ("8 8 1 1 3\n", [(1, None)]),
        ("8 8 1 0 6\n", [(1, None)]),
        ("8 8 1 ray 5\n", [(1, None)]),
        ("8 8 5 0 3\n9 9 5 0 3\n", [(2, None)]),
        ("8 8 1 0 3\n8 8 16 0 3\n", [(2, None)]),
        ("8 8 1 0 3\n\n8 y 2 0 3\n9 9 z 0 3\n", [(3, 2), (4, 3)]),
    ],
)
def test_what_is_wrong_has_its_line_and_its_number(text, places_of):
    assert places(text) == places_of


def test_of_very_many_problems_the_first_are_shown():
    assert places("x x x x x\n" * 1000) == [(row, 1) for row in range(1, MOST_PROBLEMS + 1)]


@pytest.mark.parametrize(
    "board", [None, [], {}, {"items": []}, {"items": [[8, 8, 1, 0]]}, {"items": [[8, 8, 1, 0, 9]]}]
)
def test_json_that_is_no_map_is_refused(board):
    with pytest.raises(MapError):
        MAPS.check(board)


def test_a_map_fits_a_ruleset_in_which_an_item_comes():
    blitz = SNAKE.ruleset("blitz")
    MAPS.fits(BOARD, blitz)
    with pytest.raises(MapError, match="first item comes in round 200, but Blitz ends after 128"):
        MAPS.fits({"items": [[8, 8, 200, 0, 3]]}, blitz)


@pytest.mark.parametrize("options", [{"rounds": 15}, {"rounds": 4097}, {"apples": 3}])
def test_a_generator_is_told_only_what_it_can_be(options):
    with pytest.raises(MapError):
        MAPS.generate(options, 1)


def test_a_generated_map_is_what_the_engine_makes_of_the_seed_itself():
    seats = (SeatSetup(0), SeatSetup(1))
    engine = SnakeEngine(Setup(seats, 5, "standard", {"rounds": 512}))
    assert MAPS.generate({}, 5)["items"] == engine.scene()["items"]


def test_the_engine_plays_on_a_map():
    seats = (SeatSetup(0), SeatSetup(1))
    engine = SnakeEngine(Setup(seats, 5, "standard", {"rounds": 512}, BOARD))
    assert engine.scene()["items"] == BOARD["items"]


def test_facts_count_what_there_is():
    facts = {fact.title: fact.value for fact in MAPS.facts(BOARD)}
    assert facts == {"Items": "2", "Rays": "1", "Growth": "3", "Last item": "round 4"}
