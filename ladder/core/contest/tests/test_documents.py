"""Plans as JSON: there and back, and what is no plan is refused with its place."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladder.core.contest.documents import from_json, to_json
from ladder.core.contest.plan import EventPlan, Feed, Kind, Options, Reveal, Seeding, StagePlan
from ladder.core.contest.templates import TEMPLATES, Choice, Rules
from ladder.core.stages.contract import TieBreak

number = st.integers(0, 1000)
feeds = st.builds(
    Feed,
    source=st.none() | st.sampled_from(["a", "b"]),
    count=st.none() | number,
    first=number,
    pass_on=st.booleans(),
    exclude=st.booleans(),
    each_group=st.booleans(),
)
options = st.builds(
    Options,
    games=number,
    rounds=number,
    groups=number,
    group_limit=number,
    third_place=st.booleans(),
    last_games=st.lists(number, max_size=3).map(tuple),
    early=st.booleans(),
    cut=number,
    accelerated=st.booleans(),
    matchday=number,
    reset=st.booleans(),
    tie_breaks=st.lists(st.sampled_from(TieBreak)).map(tuple),
    points=st.booleans(),
)
stages = st.builds(
    StagePlan,
    key=st.text(max_size=5),
    name=st.text(max_size=5),
    game=st.text(max_size=5),
    ruleset=st.text(max_size=5),
    kind=st.sampled_from(Kind),
    feeds=st.lists(feeds, max_size=3).map(tuple),
    options=options,
    seeding=st.sampled_from(Seeding),
    begins=st.none() | number,
    ends=st.none() | number,
    freeze=number,
    maps=st.lists(number, max_size=3).map(tuple),
    reveal=st.sampled_from(Reveal),
    about=st.text(max_size=5),
)


@given(st.lists(stages, max_size=3).map(lambda found: EventPlan(tuple(found))))
@settings(deadline=None)
def test_a_plan_comes_back_from_its_text_as_it_was(plan):
    assert from_json(json.loads(json.dumps(to_json(plan)))) == plan


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda each: each.name)
def test_every_template_comes_back_as_it_was(template):
    plan = template.make(Choice(Rules("g", "r"), brawls=(Rules("g", "b"),)))
    assert from_json(to_json(plan)) == plan


def test_a_plan_of_an_older_site_has_the_defaults_of_newer_fields():
    old = {
        "key": "a",
        "name": "A",
        "game": "g",
        "ruleset": "r",
        "kind": "swiss",
        "feeds": [{"source": None, "count": None, "first": 1, "pass_on": True, "exclude": False}],
        "options": {"games": 2, "rounds": 0, "groups": 1, "group_size": 3, "tie_breaks": ["seed"]},
        "seeding": "rating",
    }
    (stage,) = from_json({"format": 1, "stages": [old]}).stages
    assert stage.options == Options(tie_breaks=(TieBreak.SEED,))
    assert stage.feeds == (Feed(),)


def changed(**fields):
    plan = EventPlan((StagePlan("a", "A", "g", "r", Kind.SWISS),))
    found = to_json(plan)
    found["stages"][0].update(fields)
    return found


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ([], "must be an object"),
        ({}, "not a plan of an event"),
        ({"format": 1}, "“stages” must be a list"),
        ({"format": 1, "stages": [3]}, "Stage 1 must be an object"),
        ({"format": 1, "stages": [{}]}, "Stage 1: “key” is missing"),
        (changed(kind="chess"), "Stage 1: “kind” cannot be 'chess'"),
        (changed(begins="soon"), "Stage 1: “begins” cannot be 'soon'"),
        (changed(begins=True), "Stage 1: “begins” cannot be True"),
        (changed(begins=1.5), "Stage 1: “begins” cannot be 1.5"),
        (changed(name=None), "Stage 1: “name” cannot be None"),
        (changed(maps="all"), "Stage 1: “maps” cannot be 'all'"),
        (changed(maps=["1"]), "Stage 1: “maps” cannot be"),
        (changed(feeds=7), "“feeds” must be a list"),
        (changed(feeds=[{"exclude": "a"}]), "Stage 1, feed 1: “exclude” cannot be 'a'"),
        (changed(feeds=[{"from": "a"}]), "Stage 1, feed 1: “from” is not a known field"),
        (changed(options={"games": "two"}), "Stage 1, options: “games” cannot be 'two'"),
        (changed(options={"last_games": ["5"]}), "Stage 1, options: “last_games” cannot be"),
        (changed(options={"last_games": 5}), "Stage 1, options: “last_games” cannot be"),
        (changed(options={"tie_breaks": ["luck"]}), "Stage 1, options: “tie_breaks” cannot be"),
        (changed(colour="red"), "Stage 1: “colour” is not a known field"),
    ],
)
def test_what_is_no_plan_is_refused_with_its_place(data, words):
    with pytest.raises(ValueError, match=words):
        from_json(data)
