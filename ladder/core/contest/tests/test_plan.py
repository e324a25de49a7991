"""Plans of events: each problem is reported beside its field."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ladder.core.contest.plan import (
    EventPlan,
    Feed,
    Kind,
    Options,
    Seeding,
    StagePlan,
    leading_to,
)
from ladder.core.contest.problems import problems
from ladder.core.contest.simulation import Contender, Seats, dry_run
from ladder.core.contest.sizes import most_games
from ladder.core.stages.contract import TieBreak


def stage(key: str, *sources: str, **more) -> StagePlan:
    feeds = tuple(Feed(source) for source in sources) or (Feed(),)
    given = {"game": "g", "ruleset": "r", "kind": Kind.ROUND_ROBIN, "feeds": feeds, **more}
    return StagePlan(key=key, name=key.title(), **given)


def said(*stages: StagePlan) -> list[tuple[str, str]]:
    return [(each.stage, each.field) for each in problems(EventPlan(stages))]


def test_a_plan_that_can_be_played_has_no_problems():
    assert said(stage("groups"), stage("cup", "groups", kind=Kind.SINGLE)) == []


def test_a_stage_is_led_to_by_all_before_it_also_by_those_whose_bots_it_leaves_out():
    last = replace(stage("last", "b"), feeds=(Feed("b"), Feed("c", exclude=True)))
    plan = EventPlan((stage("a"), stage("b", "a"), stage("c", "a"), stage("other", "a"), last))
    before = leading_to("last", lambda key: plan.stage(key).sources)
    assert before == {"last", "a", "b", "c"}
    assert leading_to("last", lambda key: plan.stage(key).fed_by) == {"last", "a", "b"}


def test_an_event_without_stages_is_none():
    assert [each.text for each in problems(EventPlan())] == ["An event has at least one stage."]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": " "}, "name"),
        ({"options": Options(games=0)}, "games"),
        ({"options": Options(games=21)}, "games"),
        ({"options": Options(rounds=41)}, "rounds"),
        ({"options": Options(cycles=0)}, "cycles"),
        ({"options": Options(groups=513)}, "groups"),
        ({"options": Options(group_limit=2, group_size=3)}, "group_limit"),
        ({"kind": Kind.SINGLE, "options": Options(group_limit=5)}, "group_limit"),
        ({"seeding": Seeding.GROUPS}, "seeding"),
        ({"kind": Kind.SINGLE, "seeding": Seeding.GROUPS}, "seeding"),
        ({"feeds": (Feed(each_group=True),)}, "feeds"),
        ({"options": Options(extra=21)}, "extra"),
        ({"options": Options(cut=-1)}, "cut"),
        ({"options": Options(last_games=(5, 0))}, "last_games"),
        ({"options": Options(last_games=(21,))}, "last_games"),
        ({"options": Options(last_games=(1,) * 11)}, "last_games"),
        ({"options": Options(winners=0)}, "winners"),
        ({"options": Options(most_games=1001)}, "most_games"),
        ({"options": Options(patience=0)}, "patience"),
        ({"options": Options(window=1001)}, "window"),
        ({"options": Options(tie_breaks=())}, "tie_breaks"),
        ({"options": Options(tie_breaks=(TieBreak.SEED, TieBreak.SEED))}, "tie_breaks"),
        ({"freeze": -1}, "freeze"),
        ({"begins": -1}, "begins"),
        ({"ends": 5}, "ends"),
        ({"kind": Kind.LADDER}, "ends"),
        ({"kind": Kind.LADDER, "begins": 9, "ends": 9}, "ends"),
        ({"kind": Kind.SINGLE, "options": Options(groups=2)}, "groups"),
        ({"feeds": ()}, "feeds"),
        ({"feeds": (Feed("b", exclude=True),)}, "feeds"),
        ({"feeds": (Feed(), Feed(exclude=True))}, "feeds"),
        ({"feeds": (Feed(first=0),)}, "feeds"),
        ({"feeds": (Feed(count=0),)}, "feeds"),
        ({"feeds": (Feed("nowhere"),)}, "feeds"),
        ({"feeds": (Feed("a"),)}, "feeds"),
        ({"feeds": (Feed(), Feed(count=3))}, "feeds"),
    ],
)
def test_what_is_wrong_with_a_stage_is_said_beside_its_field(change, field):
    assert ("a", field) in said(replace(stage("a"), **change))


def test_a_stage_does_not_begin_before_those_that_it_waits_for():
    season = stage("season", kind=Kind.LADDER, begins=0, ends=600)
    assert said(season, stage("cup", "season", begins=600)) == []
    assert said(season, stage("cup", "season")) == []
    assert said(season, stage("cup", "season", begins=599)) == [("cup", "begins")]
    late = stage("b", "a", begins=20)
    assert said(stage("a", begins=30), late) == [("b", "begins")]
    (problem,) = problems(EventPlan((stage("a", begins=90), late)))
    assert problem.text == (
        "B begins 20 minutes after the start, but waits for A, which begins 1 hour 30 minutes "
        "after the start. Choose a later time, or leave it empty."
    )


def test_seeds_and_feeds_by_groups_need_a_source_with_groups():
    fed = (Feed("groups", 2, each_group=True),)
    cup = stage("cup", kind=Kind.SINGLE, feeds=fed, seeding=Seeding.GROUPS)
    assert said(stage("groups", options=Options(group_limit=5)), cup) == []
    assert said(stage("groups", options=Options(groups=4)), cup) == []
    assert said(stage("groups"), cup) == [("cup", "feeds"), ("cup", "seeding")]


def test_a_stage_is_fed_by_stages_of_its_own_game():
    assert said(stage("a"), stage("b", "a", game="other")) == [("b", "feeds")]


def test_two_stages_of_one_key_and_rings_are_refused():
    assert ("a", "key") in said(stage("a"), stage("a"))
    assert said(stage("a", "b"), stage("b", "a")) == [("", "")]


def test_every_stage_comes_after_those_that_feed_it():
    plan = EventPlan((stage("final", "b", "a"), stage("b", "a"), stage("a"), stage("own")))
    order = [each.key for each in plan.in_order()]
    assert order.index("a") < order.index("b") < order.index("final")
    assert {each.key for each in plan.finals} == {"final", "own"}
    with pytest.raises(ValueError, match="cycle"):
        EventPlan((stage("a", "b"), stage("b", "a"))).in_order()


def test_without_a_stage_those_that_it_fed_are_fed_by_the_registered_ones():
    plan = EventPlan((stage("a"), stage("b", "a"), stage("c", "a", "b")))
    left = plan.without("a")
    assert [each.key for each in left.stages] == ["b", "c"]
    assert left.stage("b").feeds == (Feed(),)
    assert left.stage("c").sources == ("b",)


def test_without_the_stage_that_fed_it_a_stage_still_excludes_others():
    winners = Feed("b", 1, exclude=True)
    plan = EventPlan((stage("a"), stage("b"), replace(stage("c", "a"), feeds=(winners, Feed("a")))))
    assert plan.without("a").stage("c").feeds == (Feed(), winners)
    assert plan.stage("c").sources == ("b", "a")
    assert plan.stage("c").fed_by == ("a",)


def test_a_stage_takes_the_place_of_that_of_its_key():
    plan = EventPlan((stage("a"), stage("b")))
    changed = plan.with_stage(replace(stage("a"), name="Other"))
    assert [each.name for each in changed.stages] == ["Other", "B"]
    assert len(plan.with_stage(stage("c")).stages) == 3


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("entrants", [0, 1, 2, 7, 12])
def test_a_stage_has_no_more_games_than_its_size_allows(kind, entrants):
    """The games of one simulation without ties, in which all that may be played is counted."""
    options = Options(groups=2 if kind.grouped else 1)
    plan = EventPlan((replace(stage("a"), kind=kind, options=options, ends=60),))
    rows = [Contender(number, -20.0 * number) for number in range(entrants)]
    seats, rng = {"a": Seats(2, 2)}, np.random.default_rng(1)
    (found,) = dry_run(plan, {"g": rows}, seats, rng, lambda runs: runs < 3)
    most = most_games(plan.stages[0], entrants, 2)
    assert found.most <= most
    exact = kind in (Kind.ROUND_ROBIN, Kind.SWISS, Kind.SCHEDULE, Kind.HILL, Kind.SINGLE)
    assert found.games == most or not exact
    assert (most > 0) == (entrants > 1 and kind is not Kind.LADDER)
