"""The promises of every scenario format, tried on the orchard's."""

from __future__ import annotations

import pytest

from games.registry import GAMES
from games.scenarios import MOST_PROBLEMS, ScenarioError, ScenarioProblem, Sort
from games.tests.orchard import FIELD, GAME

SCENARIO = {
    "title": "Fair",
    "summary": "",
    "constants": {"turns": 2, "wind": 3},
    "points": [{"name": "Old tree", "x": 1, "y": 1, "tags": ["gate"]}],
    "parts": [{"kind": "gate", "tag": "gate"}],
}


def test_only_constants_that_differ_are_shown():
    board = GAME.maps.parse(FIELD)
    assert GAME.scenarios.describe(SCENARIO, board) == ["Turns: 2 instead of 6.", "A gate."]


def test_a_problem_says_where_it_is():
    assert str(ScenarioProblem("parts.1", "it is too far")) == "parts.1: it is too far"
    assert str(ScenarioProblem("", "it is too far")) == "it is too far"


def test_not_all_of_very_many_problems_are_shown():
    many = [ScenarioProblem(f"points.{number}", "wet") for number in range(100)]
    assert len(ScenarioError(many).problems) == MOST_PROBLEMS


@pytest.mark.parametrize("name", ["orchard", *(n for n, g in GAMES.items() if g.scenarios)])
def test_formats_of_games_are_sound(name):
    game = GAMES.get(name, GAME)
    parts = game.scenarios
    assert parts is not None
    assert game.maps is not None
    assert parts.bases
    for base in parts.bases:
        game.ruleset(base)
    kinds = [part.kind for part in parts.parts]
    assert len(set(kinds)) == len(kinds)
    assert not any("-" in f.name or f.name == "kind" for part in parts.parts for f in part.fields)
    for part in parts.parts:
        for field in part.fields:
            if field.sort is Sort.NUMBER:
                assert field.low <= field.default <= field.high
            if field.sort is Sort.CHOICE:
                assert field.default in [choice.value for choice in field.choices]
    for each in parts.constants:
        assert each.low <= each.default <= each.high
