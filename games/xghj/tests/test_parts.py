"""Each part of a scenario: what it changes, and that it can be seen."""

from __future__ import annotations

import copy
import json
from typing import Any

import numpy as np
import pytest

from games.xghj import parts
from games.xghj.catalog import PARTS, PartSpec
from games.xghj.constants import Constants
from games.xghj.frames import sight
from games.xghj.ground import STANDARD_KERNEL
from games.xghj.rules import Rules
from games.xghj.state import NOBODY, State
from games.xghj.tests.worlds import divided, flat, order

TAGGED = {"gate": [1, 2, 3], "north": [1], "south": [5, 6]}
QUIET = [order("--"), order("--")]


def rules_with(*parts: dict[str, Any], cols: int = 9, resource: int = 5, **numbers: int) -> Rules:
    built = [
        PartSpec.from_json(part).part(f"{n} {part['kind']}", TAGGED) for n, part in enumerate(parts)
    ]
    constants = Constants(**{"city_income": 0, "corruption": 0, **numbers})
    return Rules(flat(cols, 1, resource=resource), constants, STANDARD_KERNEL, built)


def begun(rules: Rules, drawing: str, seed: int = 1) -> State:
    """The world of a drawing, two players who do not know each other."""
    state = divided(rules, drawing, relation=["-U", "U-"], capital=[NOBODY, NOBODY])
    state.memory["seed"] = seed
    for part in rules.parts:
        part.begin(rules, state)
    for part in rules.parts:
        part.before_round(rules, state)
    return state


def give(state: State, drawing: str) -> None:
    """Land changes hands between two rounds."""
    state.owner = np.array([NOBODY if one == "." else int(one) for one in drawing], np.int8)


def kinds(rules: Rules, state: State) -> list[tuple[int, str, int | None]]:
    return [(mark.place, mark.kind, mark.player) for mark in rules.marks(state)]


# Points that fail.


def test_a_point_that_fails_yields_half_rounded_down_and_does_not_count():
    rules = rules_with({"kind": "failing", "tag": "gate", "chance": 100})
    state = begun(rules, "0000.....")
    assert not rules.counts(state, 1)
    assert rules.counts(state, 0)
    rules.play(state, QUIET)
    assert state.income[0] == 5 + 3 * 2
    assert kinds(rules, state) == [(place, "broken", None) for place in (1, 2, 3)]
    assert rules.ground.resource.tolist() == [5] * 9


def test_points_fail_as_often_as_the_chance_says_and_by_the_seed():
    def broken(seed: int) -> list[tuple[int, ...]]:
        rules = rules_with({"kind": "failing", "tag": "gate", "chance": 25}, max_round=500)
        state = begun(rules, "0......11", seed)
        found = []
        for _ in range(400):
            found.append(tuple(mark.place for mark in rules.marks(state)))
            rules.play(state, QUIET)
        return found

    first = broken(1)
    assert first == broken(1)
    assert first != broken(2)
    assert 240 < sum(map(len, first)) < 360
    assert {len(places) for places in first} == {0, 1, 2, 3}


def test_what_fails_is_known_to_everybody_before_the_round():
    rules = rules_with({"kind": "failing", "tag": "gate", "chance": 100})
    state = begun(rules, "0.......1")
    known = [mark["place"] for mark in sight(rules, state, 1)["marks"]]
    assert known == [1, 2, 3]


# Points that tell something.


def test_the_owner_of_a_watchtower_sees_the_whole_board():
    rules = rules_with({"kind": "watchtower", "tag": "north"})
    state = begun(rules, "0.......1")
    assert "?" in sight(rules, state, 0)["owner"]
    give(state, "00......1")
    assert sight(rules, state, 0)["owner"] == "00......1"
    assert "?" in sight(rules, state, 1)["owner"]
    assert kinds(rules, state) == [(1, "tower", 0)]


def test_the_owner_of_an_archive_knows_everything_of_everybody():
    rules = rules_with({"kind": "archive", "tag": "north"})
    state = begun(rules, "0.......1")
    assert sight(rules, state, 0)["players"][1]["saving"] is None
    give(state, "00......1")
    known = sight(rules, state, 0)["players"][1]
    assert (known["saving"], known["area"], known["relation"]) == (1000, 1, "U-")
    assert (known["status"], known["union"], known["visible"]) == ("U", False, True)
    assert sight(rules, state, 1)["players"][0]["saving"] is None
    assert kinds(rules, state) == [(1, "archive", 0)]


def test_points_that_are_out_of_order_tell_nothing():
    failing = {"kind": "failing", "tag": "gate", "chance": 100}
    rules = rules_with(failing, {"kind": "watchtower", "tag": "north"})
    state = begun(rules, "00......1")
    assert "?" in sight(rules, state, 0)["owner"]


def test_a_press_adds_to_land_and_wage_for_each_point_and_rounds_down():
    rules = rules_with({"kind": "press", "tag": "gate", "percent": 7}, city_income=300)
    state = begun(rules, "000.....1")
    state.capital = [0, NOBODY]
    rules.play(state, QUIET)
    assert state.income == [(15 + 3) * 114 // 100, 5]
    assert type(state.income[0]) is int
    assert kinds(rules, state) == [(1, "press", 0), (2, "press", 0), (3, "press", None)]


# Goals.


def test_who_holds_enough_points_long_enough_without_a_break_has_won():
    rules = rules_with({"kind": "hold", "ways": "2 gate", "rounds": 3})
    state = begun(rules, "0000....1")
    assert [rules.play(state, QUIET).over for _ in range(2)] == [False, False]
    assert [mark.text for mark in rules.marks(state)] == ["held 2 of 3 rounds"] * 3
    give(state, "00......1")
    rules.play(state, QUIET)
    assert kinds(rules, state) == [(1, "goal", 0), (2, "goal", None), (3, "goal", None)]
    give(state, "0.00....1")
    assert [rules.play(state, QUIET).over for _ in range(3)] == [False, False, True]
    assert state.reached == [0]
    assert kinds(rules, state)[1] == (2, "held", 0)


def test_each_of_several_ways_leads_to_the_goal_and_none_of_their_halves():
    part = {"kind": "hold", "ways": "1 north + 1 south or 2 south", "rounds": 1}
    for drawing, reached in (
        ("00...0..1", [0]),
        ("0....00.1", [0]),
        ("00......1", []),
        ("0.....0.1", []),
        ("00...1..1", []),
    ):
        rules = rules_with(part)
        state = begun(rules, drawing)
        rules.play(state, QUIET)
        assert state.reached == reached, drawing


def test_a_point_that_is_out_of_order_in_a_round_breaks_the_holding():
    failing = {"kind": "failing", "tag": "north", "chance": 40}
    rules = rules_with(failing, {"kind": "hold", "ways": "1 north", "rounds": 500}, max_round=500)
    state = begun(rules, "00......1")
    held = 0
    lengths = set()
    for _ in range(60):
        working = rules.counts(state, 1)
        rules.play(state, QUIET)
        held = held + 1 if working else 0
        assert state.memory["1 hold"] == [held, 0]
        lengths.add(held)
    assert len(lengths) > 3


def test_who_has_owned_every_point_once_has_won_though_never_all_together():
    rules = rules_with({"kind": "collect", "tag": "gate"})
    state = begun(rules, "00......1")
    rules.play(state, QUIET)
    give(state, "0.0.....1")
    assert not rules.play(state, QUIET).over
    assert [mark.text for mark in rules.marks(state)][1] == "2 of 3 once owned"
    assert kinds(rules, state) == [(1, "goal", None), (2, "held", 0), (3, "goal", None)]
    give(state, "0..1....1")
    assert not rules.play(state, QUIET).over
    give(state, "0..0....1")
    assert rules.play(state, QUIET).over
    assert state.reached == [0]


def test_a_point_that_is_out_of_order_is_not_collected():
    failing = {"kind": "failing", "tag": "gate", "chance": 100}
    rules = rules_with(failing, {"kind": "collect", "tag": "gate"})
    state = begun(rules, "0000....1")
    assert not rules.play(state, QUIET).over
    assert state.memory["1 collect"] == [[], []]


def test_the_last_frame_shows_what_failed_in_the_last_round():
    failing = {"kind": "failing", "tag": "gate", "chance": 50}
    rules = rules_with(failing, max_round=12)
    state = begun(rules, "0.......1")
    over, seen = False, []
    while not over:
        seen.append([mark.place for mark in rules.marks(state)])
        over = rules.play(state, QUIET).over
    assert [mark.place for mark in rules.marks(state)] == seen[-1]
    assert len({tuple(places) for places in seen}) > 2


def test_two_can_reach_a_goal_together_and_who_is_out_cannot():
    rules = rules_with({"kind": "hold", "ways": "1 north or 1 south", "rounds": 1})
    state = begun(rules, "00...1...")
    state.fell = [None, None]
    rules.play(state, QUIET)
    assert state.reached == [0, 1]
    state = begun(rules, "00...1...")
    state.fell = [1, None]
    rules.play(state, QUIET)
    assert state.reached == [1]


def test_marks_of_goals_are_told_to_those_who_see_the_cells_owner():
    rules = rules_with({"kind": "hold", "ways": "1 north or 1 south", "rounds": 9})
    state = begun(rules, "00....1..")
    rules.play(state, QUIET)
    everybody = {mark.place for mark in rules.marks(state)}
    assert everybody == {1, 5, 6}
    assert {mark["place"] for mark in sight(rules, state, 0)["marks"]} == {1}
    assert {mark["place"] for mark in sight(rules, state, 1)["marks"]} == {5, 6}


# As data.


@pytest.mark.parametrize("kind", list(PARTS))
def test_a_part_has_a_title_help_words_and_defaults_for_all_its_fields(kind):
    spec = PartSpec.from_json({"kind": kind})
    assert PartSpec.from_json(json.loads(json.dumps(spec.to_json()))) == spec
    part = spec.part("1", dict.fromkeys(spec.tags, (1,)))
    assert part.title
    assert part.help.endswith(".")
    assert part.words().endswith(".")
    for value in spec.values.values():
        assert str(value) in part.words()


@pytest.mark.parametrize("kind", list(PARTS))
def test_the_memory_of_a_part_is_json_and_belongs_to_one_world(kind):
    spec = PartSpec.from_json({"kind": kind})
    rules = rules_with(spec.to_json())
    rules.parts = (spec.part("a part", dict.fromkeys(spec.tags, (1, 2))),)
    state = begun(rules, "000.....1")
    twin = copy.deepcopy(state)
    kept = json.dumps(twin.memory)
    for _ in range(3):
        rules.play(state, QUIET)
    assert json.loads(json.dumps(state.memory)) == state.memory
    assert json.dumps(twin.memory) == kept


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("hold", "an object with a kind"),
        ({}, "an object with a kind"),
        ({"kind": "flood"}, "there is no part 'flood'"),
        ({"kind": "hold", "tag": "gate"}, "has no 'tag'"),
        ({"kind": "hold", "rounds": 0}, "from 1 to 500, not 0"),
        ({"kind": "hold", "rounds": True}, "from 1 to 500, not True"),
        ({"kind": "hold", "ways": 3}, "ways is a text"),
        ({"kind": "hold", "ways": "three gates"}, "no number with a tag"),
        ({"kind": "collect", "tag": "Hall"}, "is not a tag"),
        ({"kind": "collect", "tag": "or"}, "is not a tag"),
        ({"kind": "collect", "tag": None}, "is a text"),
    ],
)
def test_what_is_no_part_is_refused_with_the_reason(data, reason):
    with pytest.raises(ValueError, match=reason):
        PartSpec.from_json(data)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("3 gate", [{"gate": 3}]),
        ("2 south + 1 north or 2 park", [{"south": 2, "north": 1}, {"park": 2}]),
        ("  1 a-1+2 b   or   4 c ", [{"a-1": 1, "b": 2}, {"c": 4}]),
        ("1 orchard or 1 door", [{"orchard": 1}, {"door": 1}]),
    ],
)
def test_ways_are_read_as_people_write_them(text, found):
    read = parts.read_ways(text)
    assert list(read.ways) == found
    assert parts.read_ways(read.words()) == read


@pytest.mark.parametrize(
    "text",
    ["", "gate", "0 gate", "2 gate +", "2 gate or", "-1 gate", "2 Gate", "1 a + 1 a", "1 or"],
)
def test_other_words_are_no_ways(text):
    with pytest.raises(ValueError, match=r"“|named twice"):
        parts.read_ways(text)
