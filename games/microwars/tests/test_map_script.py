"""Maps in the browser: what `map.js` paints is what the rules read; parts drawn fit together."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from games.microwars.layout import LETTERS, MOST_POINTS, from_json, read_token
from games.microwars.maps import MAPS
from games.microwars.tests.watched import STATIC, ask
from games.microwars.units import MOST_TURNS, SPECS, USUAL_TURNS
from games.tests.views import assert_parts_make_the_map

pytestmark = pytest.mark.browser

TOKENS = [".", "#", "T", "C", "t", "c", "T12", "c999", ".@80", "#@1", "C3@10000"]
UNITS = "TCtc"


def paint(page: Page, token: str, brush: str, **values: int) -> str:
    body = "return view.paint(args[0], args[1], args[2]);"
    found: str = ask(page, body, token, brush, values, module="map.js")
    return found


def in_script(page: Page, body: str, *arguments: Any) -> Any:
    return ask(page, body, *arguments, module="map.js")


def test_the_brushes_know_the_numbers_of_the_rules(page: Page):
    brushes = {brush["id"]: brush for brush in in_script(page, "return view.brushes;")}
    for letter in UNITS:
        (points,) = brushes[letter]["values"]
        _, kind = LETTERS[letter]
        assert (points["low"], points["high"]) == (1, MOST_POINTS)
        assert points["default"] == SPECS[kind].points
        assert kind.name.lower() in brushes[letter]["title"].lower()
    (turns,) = brushes["turns"]["values"]
    assert (turns["low"], turns["high"]) == (0, MOST_TURNS)
    assert str(USUAL_TURNS) in turns["title"]
    assert in_script(page, "return [view.blank, view.separator];") == [".", " "]


def test_what_is_painted_at_both_ends_of_every_value_is_a_field(page: Page):
    body = """const ends = ["low", "high", "default"];
      return view.brushes.flatMap(({ id, values = [] }) => ends.map((end) =>
        view.paint(args[0], id, Object.fromEntries(values.map((v) => [v.name, v[end]])))));"""
    for before in [*TOKENS, "what"]:
        for token in in_script(page, body, before):
            if token != before:
                read_token(token)


@pytest.mark.parametrize(
    ("before", "brush", "values", "after"),
    [
        (".", "T", {}, "T"),
        (".", "T", {"points": 12}, "T12"),
        ("T12", "c", {"points": 10}, "c"),
        ("T12", "points", {"points": 25}, "T"),
        ("T12", "points", {"points": 7}, "T7"),
        ("c", "points", {}, "c5"),
        ("#", "points", {"points": 7}, "#"),
        ("T12", "available", {}, "."),
        ("T12", "unavailable", {}, "#"),
        ("T12@80", "available", {}, ".@80"),
        ("T12@80", "c", {}, "c@80"),
        ("T12@80", "turns", {"turns": 9}, "T12@9"),
        ("T12@80", "turns", {"turns": 0}, "T12"),
        (".", "turns", {}, ".@100"),
        ("what", "T", {}, "T"),
    ],
)
def test_a_brush_changes_what_it_is_for(
    page: Page, before: str, brush: str, values: dict[str, int], after: str
):
    assert paint(page, before, brush, **values) == after


def test_cells_are_described_in_words(page: Page):
    told = in_script(page, "return args[0].map(view.describe);", [*TOKENS, "#5", "what"])
    assert told[0] == "available"
    assert told[6] == "tank of the first side, 12 points"
    assert told[8] == "available; the game has 80 turns"
    assert told[10] == "cannon of the first side, 3 points; the game has 10000 turns"
    assert all("no field" in words for words in told[-2:])
    assert len(set(told)) == len(told)


def test_every_map_that_ships_is_read_as_the_rules_read_it(page: Page):
    for stock in MAPS.stock:
        board = MAPS.parse(stock.path.read_text(encoding="utf-8"))
        found = from_json(board)
        told = in_script(page, "return args[0].cells.map(view.describe);", board)
        by_field = {
            (number % board["width"] + 1, board["height"] - number // board["width"]): words
            for number, words in enumerate(told)
        }
        for owner, kind, x, y, points in found.units:
            side = ("first", "second")[owner]
            name = ("tank", "cannon")[kind]
            assert by_field[x, y].startswith(f"{name} of the {side} side, {points} points")
        assert {f for f, words in by_field.items() if words.startswith("un")} == (
            found.ground.blocked
        )


@pytest.mark.parametrize("size", [4, 13, 36])
def test_drawing_the_parts_of_a_map_draws_the_map(page: Page, size: int):
    tokens = [*TOKENS, "what"]
    assert_parts_make_the_map(page, f"{STATIC}/map.js", tokens, most=0.003, size=size, clipped=True)
