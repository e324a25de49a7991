"""Groups that follow from the entrants, and the cup that they feed, played to the end."""

from __future__ import annotations

import pytest

from ladder.core.contest.plan import EventPlan, Feed, Kind, Seeding
from ladder.events.entrants import entering
from ladder.events.models import Event
from ladder.events.planning.checking import findings
from ladder.events.planning.forecasts import forecast
from ladder.events.tests.steps import begin, names, open_event, play_all, stage

pytestmark = pytest.mark.django_db
GROUPS = stage("groups", Kind.ROUND_ROBIN, options={"group_size": 2, "group_limit": 3})
CUP = stage(
    "cup",
    Kind.SINGLE,
    Feed("groups", 2, each_group=True),
    seeding=Seeding.GROUPS,
    options={"extra": 0},
)


@pytest.mark.parametrize(("entrants", "sizes"), [(8, [2, 3, 3]), (7, [2, 2, 3]), (6, [3, 3])])
def test_the_groups_fit_the_entrants_and_two_of_each_play_the_cup(olga, bots, entrants, sizes):
    event = begin(olga, bots[:entrants], GROUPS, CUP)
    groups, cup = event.stages.all()
    play_all(event)
    assert event.state == Event.State.FINISHED
    group = {row.entry_id: row.group for row in groups.entries.all()}
    found = list(group.values())
    assert sorted(found.count(each) for each in set(found)) == sizes
    playing = [row.entry_id for row in cup.entries.order_by("number")]
    places = {row.entry_id: row.place or 0 for row in groups.entries.all()}
    for each in set(found):
        best = sorted((entry for entry in group if group[entry] == each), key=places.__getitem__)
        assert set(best[:2]) == {entry for entry in playing if group[entry] == each}
    for encounter in cup.encounters.filter(round=1):
        one, two = (playing[number] for number in encounter.entrants)
        assert group[one] != group[two]
        assert {places[one], places[two]} != {1}
    assert names(cup)[0] == ("b0", 1)


def test_a_dry_run_says_how_many_groups_there_will_be(olga, bots):
    event = open_event(olga, GROUPS, CUP)
    for bot in bots[:7]:
        entering.enter(event, bot, bot.owner)
    groups, cup = forecast(event).lines
    assert groups["groups"] == "3 groups of 2 to 3 bots"
    assert groups["matches"] == 2 * (3 + 1 + 1)
    assert cup["groups"] == ""
    assert cup["matches"] == 2 * 5


def test_more_groups_than_a_stage_can_have_are_refused(db):
    plan = EventPlan((GROUPS,))
    assert findings(plan, 3 * 512) == []
    (problem,) = findings(plan, 3 * 512 + 1)
    assert (problem.stage, problem.field) == ("groups", "group_limit")
    assert "513 groups" in problem.text
