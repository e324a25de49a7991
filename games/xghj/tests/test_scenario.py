"""Scenarios as data: read, written, put together, and refused with all that is wrong."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import pytest

from games.engine import SeatSetup, Setup
from games.scenarios import ScenarioError
from games.tests.sampling import Player, record, walk
from games.xghj import XGHJ, maptext, scenario
from games.xghj.constants import NUMBERS, Constants
from games.xghj.engine import XghjEngine
from games.xghj.ground import PALETTE, STANDARD_KERNEL, UNIT, Terrain
from games.xghj.scenario import Point, Scenario

SMALL: dict[str, Any] = {
    "title": "Small",
    "map": ["....", ".HG.", "...."],
    "terrain": [
        {
            "letter": "G",
            "name": "gate",
            "colour": "#112233",
            "resource": 7,
            "attack": 80,
            "defence": 90,
        }
    ],
    "constants": {"max_round": 7, "initial_money": 20},
    "points": [
        {"name": "Gate", "x": 2, "y": 1, "tags": ["gate", "gate", "east"]},
        {"name": "Corner", "x": 0, "y": 0},
    ],
    "parts": [{"kind": "hold", "ways": "1 gate", "rounds": 2}],
}


def with_changes(**changes: Any) -> dict[str, Any]:
    return {**copy.deepcopy(SMALL), **changes}


def problems(data: Any) -> dict[str, str]:
    with pytest.raises(ScenarioError) as refused:
        Scenario.from_json(data)
    return {each.path: each.reason for each in refused.value.problems}


def seats(count: int) -> tuple[SeatSetup, ...]:
    return tuple(SeatSetup(index, f"bot {index}") for index in range(count))


def test_a_scenario_has_ground_numbers_points_and_parts():
    scenario = Scenario.from_json(SMALL)
    ground = scenario.ground
    assert (ground.cols, ground.rows) == (4, 3)
    place = ground.place(2, 1)
    assert (ground.resource[place], ground.attack[place], ground.defence[place]) == (7, 80, 90)
    assert scenario.constants == Constants(max_round=7, initial_money=20)
    assert scenario.points[0] == Point("Gate", 2, 1, ("gate", "east"))
    assert scenario.kernel == STANDARD_KERNEL
    rules = scenario.rules()
    assert rules.parts[0].places == (place,)
    assert scenario.words() == [
        "Goal: own 1 gate at the end of 2 rounds in a row (points of these tags, in working order)."
    ]


def test_the_scene_tells_players_points_parts_and_terrain():
    scene = Scenario.from_json(SMALL).scene()
    assert scene["title"] == "Small"
    assert scene["points"][0] == {"name": "Gate", "x": 2, "y": 1, "tags": ["gate", "east"]}
    assert scene["parts"] == [{"kind": "hold", "ways": "1 gate", "rounds": 2}]
    assert [kind["letter"] for kind in scene["terrain"]] == [
        *(kind.letter for kind in PALETTE),
        "G",
    ]
    assert json.loads(json.dumps(scene)) == scene


@pytest.mark.parametrize("name", scenario.SHIPPED_SCENARIOS)
def test_what_is_written_is_in_the_scenario(name):
    data = scenario.shipped_scenario(name)
    found = Scenario.from_json(data)
    assert (found.title, found.summary) == (data["title"], data.get("summary", ""))
    own = [found.constants.to_json(), *(each.to_json() for each in found.points)]
    own += [each.to_json() for each in found.parts]
    given = [data.get("constants", {}), *data.get("points", []), *data.get("parts", [])]
    assert all(a.items() >= b.items() for a, b in zip(own, given, strict=True))


def test_a_kernel_is_written_as_rows_of_decimals():
    assert STANDARD_KERNEL.weights[0] == (500, 1000, 1000, 2000, 4000, 2000, 1000, 1000, 500)
    assert STANDARD_KERNEL.weights[4][4] == UNIT
    narrow = ["0 0 0 0 0.0625 0 0 0 0"] * 9
    scenario = Scenario.from_json(with_changes(kernel=narrow))
    assert scenario.kernel.weights[3] == (0, 0, 0, 0, 625, 0, 0, 0, 0)


@pytest.mark.parametrize(
    "board",
    [
        "commons",
        "....\n....\n....\n",
        ["....", "....", "...."],
        {"width": 4, "height": 3, "cells": ["1/100/100"] * 12},
        "4 3\n" + "1 " * 12 + "100 " * 24,
    ],
)
def test_a_map_is_a_name_a_text_rows_or_a_grid(board):
    scenario = Scenario.from_json(with_changes(map=board, points=[], parts=[]))
    assert scenario.ground.cols == (30 if board == "commons" else 4)


@pytest.mark.parametrize(
    ("changes", "path", "reason"),
    [
        ({"colour": 3}, "colour", "no such part"),
        ({"title": ""}, "title", "1 to 60 characters"),
        ({"summary": 5}, "summary", "0 to 2000 characters"),
        ({"map": None}, "map", "width, height and cells"),
        ({"map": "atlantis"}, "map", "there is no map 'atlantis'"),
        ({"map": ["..", ".."]}, "map", "a map has 3 to 50"),
        ({"map": ["....", "..?.", "...."]}, "map", "row 2, column 3"),
        ({"kernel": [0] * 9}, "kernel", "nine rows of nine decimals"),
        ({"kernel": ["1 1"]}, "kernel", "9 rows of 9 weights"),
        ({"kernel": ["2 0 0 0 0 0 0 0 0"] * 9}, "kernel", "from 0 to 10000"),
        ({"constants": []}, "constants", "an object"),
        ({"constants": {"speed": 1}}, "constants.speed", "no constant 'speed'"),
        ({"constants": {"border": 51}}, "constants.border", "from 0 to 50, not 51"),
        ({"points": {}}, "points", "a list of at most 100"),
        ({"points": [{"x": 1}]}, "points.0", "name, x, y and tags"),
        ({"points": [{"name": "", "x": 0, "y": 0}]}, "points.0", "a point's name"),
        ({"points": [{"name": "P", "x": 0.5, "y": 0}]}, "points.0", "whole numbers"),
        ({"points": [{"name": "P", "x": 4, "y": 0}]}, "points.0", "lies off the map"),
        ({"points": [{"name": "P", "x": 0, "y": 0, "tags": ["Ä"]}]}, "points.0", "is not a tag"),
        ({"parts": [{"kind": "moon"}]}, "parts.0", "there is no part 'moon'"),
        ({"parts": [{"kind": "collect"}]}, "parts.0", "no point has the tag hall"),
        ({"terrain": [{"letter": "x"}]}, "terrain.0", "look at 'attack'"),
        ({"terrain": 4}, "terrain", "a list of at most 40"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(changes, path, reason):
    assert reason in problems(with_changes(**changes))[path]


def test_everything_that_is_wrong_is_told_at_once():
    found = problems(
        with_changes(
            title=7,
            constants={"border": -1, "max_round": 1, "initial_money": 30},
            points=[{"name": "Here", "x": 1, "y": 1}, {"name": "There", "x": 1, "y": 1}],
        )
    )
    assert set(found) == {
        "title",
        "constants.border",
        "constants.max_round",
        "points.1",
        "parts.0",
    }


def test_a_point_must_be_where_it_can_be_taken():
    data = with_changes(map=["....", "..~.", "...."])
    assert "nobody can ever take it" in problems(data)["points.0"]


@pytest.mark.parametrize("data", [None, [], "standard", 7])
def test_a_scenario_is_an_object(data):
    assert problems(data) == {"": "a scenario is an object"}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"letter": "1"}, "letter"),
        ({"letter": "ab"}, "letter"),
        ({"letter": "/"}, "letter"),
        ({"name": ""}, "name"),
        ({"name": "a\nb"}, "name"),
        ({"colour": "red"}, "#1a2b3c"),
        ({"resource": -1}, "resource"),
        ({"attack": 10_001}, "attack"),
        ({"defence": 1.5}, "defence"),
        ({"letter": 7}, "is a text"),
    ],
)
def test_what_is_no_terrain_is_refused(changes, reason):
    with pytest.raises(ValueError, match=reason):
        Terrain.from_json({**SMALL["terrain"][0], **changes})
    with pytest.raises(ValueError, match="an object"):
        Terrain.from_json(None)


def test_usual_terrain_has_letters_and_numbers_of_its_own():
    assert len({kind.letter for kind in PALETTE}) == len(PALETTE)
    assert len({kind.numbers for kind in PALETTE}) == len(PALETTE)


# From a setup.


def test_a_setup_names_a_scenario_or_brings_one_and_may_change_numbers():
    named = Scenario.of_params({"scenario": "halls"})
    assert named.title == "Five halls"
    params = {"scenario": SMALL, "constants": {"max_round": 12}}
    brought = Scenario.of_params(params)
    assert (brought.title, brought.constants.max_round) == ("Small", 12)
    assert brought.constants.initial_money == 20
    assert SMALL["constants"]["max_round"] == 7
    assert Scenario.of_params({}).title == "Standard"


def test_the_map_of_a_setup_replaces_the_scenarios_own():
    board = maptext.grid(maptext.read("......\n......\n......\n"))
    scenario = Scenario.of_params({"scenario": SMALL}, board)
    assert scenario.ground.cols == 6
    tiny = maptext.grid(maptext.read("..~\n..~\n..~\n"))
    with pytest.raises(ScenarioError, match=r"points.0: Gate lies where nobody"):
        Scenario.of_params({"scenario": SMALL}, tiny)


@pytest.mark.parametrize(
    "params", [{"scenario": "nothing"}, {"scenario": 5}, {"constants": {"max_round": 0}}]
)
def test_a_setup_that_cannot_be_played_is_refused(params):
    with pytest.raises(ValueError, match=r"no scenario|an object|max_round"):
        XghjEngine(Setup(seats(2), 1, "x", params))


def test_every_number_has_bounds_within_which_its_usual_value_lies():
    usual = Constants().to_json()
    assert set(usual) == set(NUMBERS)
    assert all(low <= usual[name] <= high for name, (low, high, *_) in NUMBERS.items())
    assert Constants.from_json(usual) == Constants()


# Those that ship.


@pytest.mark.parametrize("ruleset", XGHJ.rulesets, ids=lambda ruleset: ruleset.name)
def test_a_shipped_scenario_is_played_to_its_end_by_chance_moves(ruleset):
    setup = Setup(ruleset.seated([f"bot {i}" for i in range(ruleset.seats)]), 3, "", ruleset.params)
    outcome = record(XGHJ, setup, 2).outcome
    assert sorted(seat.rank for seat in outcome.seats)[0] == 1
    assert outcome.seats[0].data["rounds"] > 5


@pytest.mark.parametrize("name", ["machines", "halls"])
def test_what_is_special_in_a_brawl_shows_in_its_marks(name):
    (ruleset,) = [one for one in XGHJ.rulesets if one.name == name]
    setup = Setup(ruleset.seated([f"bot {i}" for i in range(8)]), 5, "", ruleset.params)
    engine = XghjEngine(setup)
    seen = set()
    for step in walk(engine, Player(XGHJ, Random(4))):
        for event in step.events:
            seen |= {mark["kind"] for mark in event.data.get("marks", ())}
    specials = {"machines": {"broken", "tower"}, "halls": {"archive", "press"}}
    assert seen == {"goal", "held"} | specials[name]


@pytest.mark.parametrize("name", ["machines", "halls"])
def test_the_goal_of_a_brawl_can_be_reached_and_ends_it(name):
    """One country is helped to all points; the others sit still."""
    (ruleset,) = [one for one in XGHJ.rulesets if one.name == name]
    setup = Setup(seats(2), 5, "", ruleset.params)
    engine = XghjEngine(setup)
    ground = engine.rules.ground
    engine.submit({0: {"bid": 1}, 1: {"bid": 0}})
    engine.submit({0: {"spawn": [0, 0]}})
    engine.submit({1: {"spawn": [ground.cols - 1, 0]}})
    while engine.outcome() is None:
        engine.state.owner = engine.state.owner.copy()
        for point in engine.scenario.points:
            engine.state.owner[ground.place(point.x, point.y)] = 0
        events = engine.submit({0: {}, 1: {}})
    outcome = engine.outcome()
    assert outcome is not None
    assert [seat.data["reached"] for seat in outcome.seats] == [True, False]
    assert [seat.rank for seat in outcome.seats] == [1, 2]
    assert "the goal is reached" in outcome.reason
    assert events[-1].data["e"] == "end"
    assert engine.state.round < 49


def test_the_rulesets_are_played_on_the_maps_of_their_scenarios():
    for ruleset in XGHJ.rulesets:
        data = scenario.shipped_scenario(ruleset.params["scenario"])
        assert (data["map"],) == ruleset.pool
        assert ruleset.params["scenario"] == ruleset.name
        assert not ruleset.generated
    assert {ruleset.name for ruleset in XGHJ.rulesets} == set(scenario.SHIPPED_SCENARIOS)
