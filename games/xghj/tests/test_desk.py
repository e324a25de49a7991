"""The parts of scenarios for organizers: every constant and part that the game has."""

from __future__ import annotations

import copy
from dataclasses import fields, replace
from typing import Any

import pytest

from games.engine import SeatSetup, Setup
from games.maps import MapError
from games.scenarios import ScenarioError, Sort
from games.tests.sampling import record
from games.xghj import XGHJ, scenario
from games.xghj.catalog import PARTS
from games.xghj.constants import Constants
from games.xghj.desk import SCENARIOS
from games.xghj.maps import MAPS
from games.xghj.scenario import Scenario

FIELD = MAPS.parse(scenario.map_text("field"))
GATES: dict[str, Any] = {
    "title": "Gates",
    "summary": "Two of them.",
    "constants": {"max_round": 6},
    "points": [
        {"name": "West gate", "x": 2, "y": 3, "tags": ["gate"]},
        {"name": "East gate", "x": 9, "y": 3, "tags": ["gate"]},
    ],
    "parts": [{"kind": "hold", "ways": "2 gate", "rounds": 2}],
}


def gates(**changes: Any) -> dict[str, Any]:
    return {**copy.deepcopy(GATES), **changes}


def setup_of(scenario: dict[str, Any], base: str = "duel") -> Setup:
    ruleset = XGHJ.ruleset(base)
    params = {**ruleset.params, **SCENARIOS.params(scenario)}
    seats = tuple(SeatSetup(seat, f"bot {seat}") for seat in range(ruleset.seats))
    return Setup(seats, 5, ruleset.name, params, FIELD)


def test_every_constant_can_be_set_within_its_bounds():
    usual = Constants()
    assert [each.name for each in SCENARIOS.constants] == [f.name for f in fields(Constants)]
    for each in SCENARIOS.constants:
        assert each.title
        assert each.low <= each.default == getattr(usual, each.name) <= each.high
        for value in (each.low, each.high):
            SCENARIOS.check(gates(constants={each.name: value}), FIELD)
        for value in (each.low - 1, each.high + 1):
            with pytest.raises(ScenarioError, match=f"constants.{each.name}"):
                SCENARIOS.check(gates(constants={each.name: value}), FIELD)


def test_the_kernel_can_be_written_again():
    (sheet,) = SCENARIOS.sheets
    usual = setup_of(gates())
    same = setup_of(gates(sheets={"kernel": list(sheet.usual)}))
    weights = Scenario.of_params(usual.params, FIELD).kernel
    assert Scenario.of_params(same.params, FIELD).kernel == weights
    narrow = ["0 " * 8 + "0"] * 9
    narrow[4] = "0 0 0 0 1 0 0 0 0.25"
    SCENARIOS.check(gates(sheets={"kernel": narrow}), FIELD)
    kernel = Scenario.of_params(setup_of(gates(sheets={"kernel": narrow})).params, FIELD).kernel
    assert sum(map(sum, kernel.weights)) == 12_500


@pytest.mark.parametrize("rows", [["1"], ["1 " * 9] * 8, ["x " * 9] * 9, ["2 " * 9] * 9])
def test_a_kernel_that_is_none_is_said_beside_its_field(rows):
    with pytest.raises(ScenarioError) as refused:
        SCENARIOS.check(gates(sheets={"kernel": rows}), FIELD)
    assert [problem.path for problem in refused.value.problems] == ["sheets.kernel"]


def test_every_part_can_be_chosen_and_its_defaults_are_valid():
    assert [part.kind for part in SCENARIOS.parts] == list(PARTS)
    for part in SCENARIOS.parts:
        assert part.title
        assert part.help
        values = {field.name: field.default for field in part.fields}
        tags = [v for f in part.fields if f.sort is Sort.TAG for v in [values[f.name]]] or ["gate"]
        points = [
            {"name": f"{number}", "x": number, "y": 0, "tags": tags} for number in range(1, 5)
        ]
        made = gates(points=points, parts=[{"kind": part.kind, **values}])
        SCENARIOS.check(made, FIELD)
        assert SCENARIOS.describe(made, FIELD)[-1]


def test_all_bases_are_rulesets_of_the_game():
    assert [XGHJ.ruleset(name).seats for name in SCENARIOS.bases] == [8, 4, 2]


def test_problems_have_the_paths_of_what_they_are_about():
    wrong = gates(
        constants={"border": -1},
        points=[{"name": "", "x": 1, "y": 1, "tags": []}],
        parts=[{"kind": "collect", "tag": "hall"}],
    )
    with pytest.raises(ScenarioError) as refused:
        SCENARIOS.check(wrong, FIELD)
    assert [problem.path for problem in refused.value.problems] == [
        "constants.border",
        "points.0",
        "parts.0",
    ]


def test_players_read_changed_numbers_and_the_special_rules():
    goal = "own 2 gate at the end of 2 rounds in a row (points of these tags, in working order)"
    assert SCENARIOS.describe(GATES, FIELD) == ["Rounds: 6 instead of 50.", f"Goal: {goal}."]
    assert SCENARIOS.describe(gates(constants={}, parts=[]), FIELD) == []


@pytest.mark.parametrize("base", SCENARIOS.bases)
def test_the_engine_plays_what_was_put_together(base):
    setup = Setup.from_json(setup_of(GATES, base).to_json())
    scenario = Scenario.of_params(setup.params, setup.map)
    assert scenario.constants.max_round == 6
    assert record(XGHJ, setup).steps
    scene = XGHJ.engine(setup).scene()
    assert scene["title"] == "Gates"
    assert scene["points"] == GATES["points"]
    assert scene["parts"] == GATES["parts"]
    assert scene["constants"]["max_round"] == 6


def test_a_map_without_room_for_the_base_does_not_fit():
    ruleset = XGHJ.ruleset("standard")
    tiny = MAPS.parse("...\n...\n...\n")
    params = {**ruleset.params, **SCENARIOS.params(gates(points=[], parts=[]))}
    with pytest.raises(MapError, match="for 8 countries"):
        MAPS.fits(tiny, replace(ruleset, params=params))
