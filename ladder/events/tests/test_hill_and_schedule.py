"""King of the hill and schedules, played by an event."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from django.utils import timezone

from ladder.core.contest.plan import EventPlan, Kind
from ladder.core.rating import MU
from ladder.events.entrants import entering
from ladder.events.kinds.formats import MOST_SCHEDULED
from ladder.events.mending.rulings import Disqualify, UndoVoid, Void
from ladder.events.models import Event, Stage
from ladder.events.planning.checking import findings
from ladder.events.planning.forecasts import forecast
from ladder.events.tests.steps import (
    begin,
    go_on,
    names,
    open_event,
    play,
    play_all,
    stage,
    waiting,
)
from ladder.models import Rating
from ladder.seasons.current import current_season
from ladder.tests.play import RULESET

pytestmark = pytest.mark.django_db
HILL = stage("hill", Kind.HILL, options={"games": 1, "rounds": 5})
SCHEDULE = stage("schedule", Kind.SCHEDULE, options={"rounds": 3})


def test_rounds_of_a_schedule_with_match_days_begin_one_after_the_other(olga, bots):
    daily = stage("schedule", Kind.SCHEDULE, options={"rounds": 3, "matchday": 60})
    event = begin(olga, bots[:4], daily)
    row = event.stages.get()
    assert row.started is not None
    hour = timedelta(hours=1)
    assert [row.round_begins(n) for n in (1, 2, 3)] == [row.started + n * hour for n in range(3)]
    for number in (1, 2, 3):
        go_on(event)
        rounds = {match.event_game.encounter.round for match in waiting(event)}
        assert rounds == {number}
        assert play_all(event) == 4
        assert event.state == (Event.State.FINISHED if number == 3 else Event.State.RUNNING)
        Stage.objects.update(started=timezone.now() - number * hour)
    found = forecast(open_event(olga, daily))
    assert found.took >= 2 * hour
    assert forecast(open_event(olga, SCHEDULE)).took < hour


def challenged(event: Event) -> list[set[int]]:
    rows = event.stages.get().encounters.filter(obsolete=False).order_by("round")
    return [set(row.entrants) for row in rows]


def test_the_strongest_keeps_the_hill_to_the_end(olga, bots):
    event = begin(olga, bots[:4], HILL)
    assert len(waiting(event)) == 1
    assert play_all(event) == 5
    assert event.state == Event.State.FINISHED
    assert challenged(event) == [{0, 1}, {0, 2}, {0, 3}, {0, 1}, {0, 2}]
    assert names(event.stages.get()) == [("b0", 1), ("b1", 2), ("b2", 3), ("b3", 4)]


def test_a_void_that_changes_the_holder_ends_what_followed_and_its_undo_brings_it_back(olga, bots):
    event = begin(olga, bots[:4], HILL)
    first = waiting(event)[0]
    play(first)
    go_on(event)
    play(waiting(event)[0])
    go_on(event)
    Void(first).do(olga, "The wrong map was used.")
    go_on(event)
    again = next(match for match in waiting(event) if match.event_game.encounter.round == 1)
    play(again, lambda seats: [1 if name == "b1" else 2 for name in seats])
    go_on(event)
    assert challenged(event) == [{0, 1}, {1, 2}]
    event.stages.get().encounters.get(obsolete=True, round=2)
    UndoVoid(first).do(olga, "It was the right one.")
    go_on(event)
    assert challenged(event)[:2] == [{0, 1}, {0, 2}]
    play_all(event)
    assert challenged(event) == [{0, 1}, {0, 2}, {0, 3}, {0, 1}, {0, 2}]
    assert names(event.stages.get())[0] == ("b0", 1)
    counted = event.stages.get().encounters.filter(obsolete=False, games__lost=False)
    assert counted.count() == 5


def test_a_disqualified_holder_loses_the_hill(olga, bots):
    event = begin(olga, bots[:4], HILL)
    play(waiting(event)[0])
    go_on(event)
    holder = event.stages.get().entries.get(number=0)
    Disqualify(holder.entry).do(olga, "It copied another bot.")
    play_all(event)
    assert challenged(event)[0] == {0, 1}
    # It was in the second challenge, which its challenger then won without a game.
    assert challenged(event)[1:] == [{0, 2}, {2, 3}, {1, 2}, {1, 3}]
    assert [name for name, _ in names(event.stages.get())] == ["b1", "b2", "b3", "b0"]


def test_a_dry_run_of_a_hill_plays_one_challenge_at_a_time(olga, bots):
    event = open_event(olga, HILL)
    season = current_season("snake", RULESET)
    assert season is not None
    for number, bot in enumerate(bots[:4]):
        entering.enter(event, bot, bot.owner)
        Rating.objects.create(season=season, bot=bot, mu=MU - number, sigma=1.0, games=9)
    (line,) = forecast(event).lines
    assert line["matches"] == line["most"] == 5
    assert line["ends"] - line["begins"] == pytest.approx(5 * 30)


def test_every_bot_of_a_schedule_plays_as_many_encounters(olga, bots):
    event = begin(olga, bots, SCHEDULE)
    assert play_all(event) == 8 * 3
    met = Counter(one for row in event.stages.get().encounters.all() for one in row.entrants)
    assert set(met.values()) == {3}
    assert event.state == Event.State.FINISHED


def test_a_schedule_of_an_odd_number_of_bots_has_one_encounter_more(olga, bots):
    event = begin(olga, bots[:7], SCHEDULE)
    play_all(event)
    met = Counter(one for row in event.stages.get().encounters.all() for one in row.entrants)
    assert met == dict.fromkeys(range(7), 4)


def test_a_schedule_with_too_many_encounters_is_refused():
    large = stage("large", Kind.SCHEDULE, options={"rounds": 40})
    assert findings(EventPlan((large,)), 2 * MOST_SCHEDULED // 40) == []
    (problem,) = findings(EventPlan((large,)), 2 * MOST_SCHEDULED // 40 + 2)
    assert (problem.stage, problem.field) == ("large", "rounds")


def test_a_hill_takes_more_rounds_than_other_formats():
    hill = stage("hill", Kind.HILL, options={"rounds": 1000})
    assert findings(EventPlan((hill,))) == []
    swiss = stage("swiss", Kind.SWISS, options={"rounds": 41})
    assert [each.field for each in findings(EventPlan((swiss,)))] == ["rounds"]
