"""Templates: plans that can be played, as the contest that they follow was announced."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ladder.core.contest.plan import EventPlan, Kind
from ladder.core.contest.problems import problems
from ladder.core.contest.qualifying import Placed, entrants
from ladder.core.contest.templates import (
    DAY,
    FROM_BRAWL,
    QUALIFIED,
    TEMPLATES,
    WEEK,
    Choice,
    Rules,
    joined,
    season_and_finals,
)

STANDARD = Rules("g", "standard")


def at_once(plan):
    """The same plan without start times: stages begin when those before them are finished."""
    stages = (replace(each, begins=None if each.ends is None else 0) for each in plan.stages)
    return EventPlan(tuple(stages))


def places(order):
    return [Placed(entry, place) for place, entry in enumerate(order, 1)]


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda each: each.name)
def test_every_template_is_a_plan_without_problems(template):
    assert problems(template.make(Choice(STANDARD))) == []


def test_the_contest_has_a_season_brawls_every_two_weeks_a_qualifier_and_a_final():
    brawls = (Rules("g", "one"), Rules("g", "two"))
    special = Rules("g", "special")
    plan = season_and_finals(Choice(STANDARD, qualifier=special, brawls=brawls, weeks=8))
    assert problems(plan) == []
    assert [stage.kind for stage in plan.stages] == [
        Kind.LADDER,
        Kind.SERIES,
        Kind.SERIES,
        Kind.SERIES,
        Kind.SERIES,
    ]
    season, first, second, qualifier, finals = plan.stages
    assert season.options.points
    assert (season.begins, season.ends) == (0, 8 * WEEK)
    assert (first.begins, second.begins) == (2 * WEEK, 4 * WEEK)
    assert (first.ruleset, second.ruleset, qualifier.ruleset) == ("one", "two", "special")
    assert qualifier.begins == 8 * WEEK + DAY
    fed = [(feed.source, feed.count, feed.pass_on) for feed in finals.feeds]
    assert fed == [
        (first.key, FROM_BRAWL, False),
        (second.key, FROM_BRAWL, False),
        (qualifier.key, QUALIFIED, True),
    ]
    assert (qualifier.options.winners, first.options.winners) == (7, 3)
    assert [(feed.source, feed.count, feed.exclude) for feed in qualifier.feeds] == [
        (season.key, None, False),
        (first.key, FROM_BRAWL, True),
        (second.key, FROM_BRAWL, True),
    ]


def test_the_final_has_three_of_each_brawl_and_seven_others():
    brawls = (Rules("g", "one"), Rules("g", "two"))
    plan = season_and_finals(Choice(STANDARD, brawls=brawls))
    everybody = tuple(range(20))
    tables = {"season": places(everybody), "brawl-1": places((0, 1, 2, *everybody[3:]))}
    tables["brawl-2"] = places((3, 4, 5, 0, 1))
    qualifier = entrants(plan.stage("qualifier"), everybody, tables, {})
    assert qualifier == tuple(range(6, 20))
    tables["qualifier"] = places(qualifier)
    assert sorted(entrants(plan.stage("finals"), everybody, tables, {})) == list(range(13))


def test_an_event_of_two_games_has_two_finals():
    plans = [season_and_finals(Choice(Rules(game, "standard"), prefix=f"{game}-")) for game in "ab"]
    plan = joined(plans)
    assert problems(plan) == []
    assert [stage.key for stage in plan.finals] == ["a-finals", "b-finals"]


def test_a_plan_without_waiting_keeps_the_end_of_its_season():
    plan = at_once(season_and_finals(Choice(STANDARD, weeks=1)))
    assert [stage.begins for stage in plan.stages] == [0, None, None]
    assert plan.stages[0].ends == WEEK


@pytest.mark.parametrize("wrong", [{"weeks": 0}, {"weeks": 53}, {"brawls": (STANDARD,) * 9}])
def test_what_has_no_room_is_refused(wrong):
    with pytest.raises(ValueError, match=r"\w"):
        Choice(STANDARD, **wrong)
    with pytest.raises(ValueError, match="time for 1 brawls"):
        Choice(STANDARD, brawls=(STANDARD,) * 2, weeks=3)
