"""Special rules: chosen for a match, drawn by the seed, set by a scenario, and told to bots."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import pytest

from games.engine import Setup
from games.generals.engine import GeneralsEngine
from games.generals.game import GENERALS
from games.generals.options import OPTIONS, SCENARIOS, mixed
from games.generals.orders import Modifiers
from games.generals.terrain import Kind
from games.generals.wire import GeneralsWire
from games.options import OptionError
from games.scenarios import ScenarioError
from games.tests.pages import RulesPage
from games.tests.sampling import record

DUEL = GENERALS.ruleset("duel")
BOARD = GENERALS.maps.parse("\n".join([",".join(["n0"] * 5)] * 5))
EACH = {
    "leapfrog": True,
    "city_state": True,
    "misty_veil": 3,
    "crystal_clear": True,
    "silent_war": True,
}


def setup_of(params, seed=1, board=None):
    rules = {**DUEL.params, **params, "halfturns": 60}
    return Setup(DUEL.seated(["a", "b"]), seed, "duel", rules, board)


def started(setup):
    """The engine, and the start line that seat 0 reads."""
    engine = GeneralsEngine(setup)
    line = GeneralsWire(setup, 0).begin(engine.scene(), engine.view(0))
    return engine, json.loads(line)


@pytest.mark.parametrize("name", EACH)
def test_a_chosen_rule_reaches_the_engine_and_the_bots(name):
    chosen = OPTIONS.chosen(DUEL, {name: EACH[name]}, on_map=False)
    engine, line = started(setup_of(OPTIONS.params(chosen)))
    rules = {**Modifiers().to_json(), name: EACH[name]}
    assert engine.world.modifiers.to_json() == rules
    assert line["modifiers"] == rules
    (told,) = OPTIONS.describe(OPTIONS.params(chosen), 1, on_map=False)
    assert told.title.startswith({o.name: o.title for o in OPTIONS.options}[name])


def test_a_match_has_its_chosen_rules_from_start_to_end():
    params = OPTIONS.params(OPTIONS.chosen(DUEL, EACH, on_map=False))
    setup = setup_of(params)
    engine = GeneralsEngine(setup)
    cities = (engine.world.board.kinds == Kind.CITY) & (engine.world.board.owners > 0)
    assert cities.sum() == len(setup.seats)
    halves = [event.data for step in record(GENERALS, setup).steps for event in step.events]
    assert any(event["e"] == "half" for event in halves)
    assert not any(event.get("messages") for event in halves)


def test_what_is_off_is_left_out_and_distance_0_is_on():
    given = {"leapfrog": False, "misty_veil": 0, "silent_war": None}
    assert OPTIONS.chosen(DUEL, given, on_map=False) == {"misty_veil": 0}


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"misty_veil": 255}, "Misty Veil is 255. Set it to a whole number from 0 to 254."),
        ({"misty_veil": -1}, "from 0 to 254"),
        ({"misty_veil": True}, "Misty Veil is True"),
        ({"leapfrog": 1}, "Leapfrog is 1. Set it to true or false."),
        ({"fog": True}, "Duel has no option 'fog'. Its options: leapfrog, city_state,"),
    ],
)
def test_bad_options_are_refused_with_a_reason(given, why):
    with pytest.raises(OptionError) as refused:
        OPTIONS.chosen(DUEL, given, on_map=False)
    assert why in str(refused.value)


def test_city_state_and_a_map_do_not_go_together():
    with pytest.raises(OptionError, match="Choose no map, or turn City-State off"):
        OPTIONS.chosen(DUEL, {"city_state": True}, on_map=True)


def test_crystal_clear_takes_priority_over_misty_veil():
    chosen = {"misty_veil": 2, "crystal_clear": True}
    words = OPTIONS.describe(OPTIONS.params(chosen), 1, on_map=False)
    assert words[0].text == "No effect: Crystal Clear takes priority."
    _, line = started(setup_of(OPTIONS.params(chosen)))
    assert "0" not in line["kinds"]


@pytest.mark.parametrize(("reach", "tiles"), [(0, 1), (1, 9), (2, 25)])
def test_misty_veil_sets_the_distance_of_view(reach, tiles):
    board = GENERALS.maps.parse(
        "\n".join(",".join("g" if (r, c) in ((4, 4), (4, 14)) else "n0" for c in range(19))
                  for r in range(9))
    )  # fmt: skip
    _, line = started(setup_of({"modifiers": {"misty_veil": reach}}, board=board))
    assert sum(kind != "0" for kind in line["kinds"]) == tiles


# The ruleset that mixes them.


def test_the_mixed_ruleset_draws_its_rules_from_the_seed_alone():
    rules = GENERALS.ruleset("mixed")
    assert rules.seats == 2
    assert OPTIONS.offered(rules) == ()
    for seed in range(20):
        setups = [Setup(rules.seated(n), seed, "mixed", rules.params) for n in ("ab", "ba")]
        drawn = [started(setup)[1]["modifiers"] for setup in setups]
        assert drawn == [mixed(seed).to_json()] * 2
        told = OPTIONS.describe(rules.params, seed, on_map=False)
        assert len(told) == sum(v not in (None, False) for v in mixed(seed).to_json().values())


def test_the_mixed_ruleset_draws_as_the_rules_say():
    count = 6000
    drawn = [mixed(seed) for seed in range(count)]
    page = {
        row[0]: row[1] for row in RulesPage(GENERALS).rows("The draw of `mixed`") if len(row) == 2
    }
    for title, name in (
        ("Leapfrog", "leapfrog"),
        ("City-State", "city_state"),
        ("Silent War", "silent_war"),
    ):
        assert page[title].startswith("1 in 3")
        assert abs(sum(getattr(m, name) for m in drawn) / count - 1 / 3) < 0.03
    assert page["View"].startswith("5 in 10")
    views = Counter((m.misty_veil, m.crystal_clear) for m in drawn)
    expected: dict[tuple[int | None, bool], float] = {(None, False): 0.5, (None, True): 0.1}
    expected |= {(reach, False): 0.1 for reach in (2, 3, 4, 5)}
    assert views.keys() == expected.keys()
    assert all(abs(views[view] / count - share) < 0.03 for view, share in expected.items())
    assert len(set(drawn)) == 8 * len(expected), "every combination occurs"


# Scenarios.


def scenario(*parts):
    return {"title": "Silence", "summary": "", "constants": {}, "points": [], "parts": [*parts]}


PARTS = (
    {"kind": "leapfrog"},
    {"kind": "misty_veil", "distance": 3},
    {"kind": "crystal_clear"},
    {"kind": "silent_war"},
)


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part["kind"])
def test_a_part_of_a_scenario_reaches_the_engine_and_the_bots(part):
    made = scenario(part)
    SCENARIOS.check(made, BOARD)
    params = SCENARIOS.params(made)
    engine, line = started(setup_of(params, board=BOARD))
    rules = {**Modifiers().to_json(), part["kind"]: part.get("distance", True)}
    assert engine.world.modifiers.to_json() == line["modifiers"] == rules
    assert len(SCENARIOS.describe(made, BOARD)) == 1
    assert OPTIONS.offered(replace(DUEL, params=params)) == ()


def test_a_scenario_may_have_all_of_its_parts():
    SCENARIOS.check(scenario(*PARTS), BOARD)
    assert (
        "No effect: Crystal Clear takes priority" in SCENARIOS.describe(scenario(*PARTS), BOARD)[1]
    )


@pytest.mark.parametrize(
    ("part", "why"),
    [
        ({"kind": "city_state"}, "City-State works on generated boards only"),
        ({"kind": "leapfrog"}, "Leapfrog is chosen twice"),
        ({"kind": "misty_veil"}, "Misty Veil needs the field distance"),
        ({"kind": "misty_veil", "distance": 255}, "Distance is 255: set it to a whole number"),
        ({"kind": "misty_veil", "distance": "far"}, "Distance is 'far'"),
        ({"kind": "fog"}, "there is no special rule 'fog'"),
    ],
)
def test_bad_parts_are_problems_of_the_scenario(part, why):
    with pytest.raises(ScenarioError) as refused:
        SCENARIOS.check(scenario(PARTS[0], part), BOARD)
    (problem,) = refused.value.problems
    assert problem.path == "parts.1"
    assert why in problem.reason
