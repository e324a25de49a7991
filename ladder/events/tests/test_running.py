"""Events go on by themselves, from stage to stage, whatever happens to their matches."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from bots import services as bot_services
from games.registry import GAMES
from ladder.core.contest.plan import Feed, Kind, Seeding
from ladder.events.entrants import entering
from ladder.events.entrants.terms.consent import set_standing
from ladder.events.models import Encounter, EncounterGame, Event, Stage
from ladder.events.planning import acts
from ladder.events.running import advancing, pausing
from ladder.events.tasks import move_events
from ladder.events.tests.steps import (
    begin,
    by_number,
    names,
    open_event,
    play,
    play_all,
    stage,
    waiting,
)
from ladder.matchmaking import feed
from ladder.tests.play import add_version
from matches.models import Match

pytestmark = pytest.mark.django_db


def league(key="league", **more):
    return stage(key, Kind.ROUND_ROBIN, **more)


def test_everybody_meets_everybody_on_both_seats_and_the_table_is_the_order(olga, bots):
    event = begin(olga, bots[:4], league())
    assert play_all(event) == 12
    only = event.stages.get()
    assert event.state == Event.State.FINISHED
    assert names(only) == [("b0", 1), ("b1", 2), ("b2", 3), ("b3", 4)]
    for encounter in only.encounters.all():
        first, second = encounter.games.order_by("number")
        assert first.sides == second.sides[::-1]
        assert first.match.kind == Match.Kind.EVENT


@pytest.mark.parametrize(("exchanges", "seeds"), [(True, 2), (False, 1)])
def test_both_games_of_a_pair_have_one_seed_unless_a_match_exchanges_sides_itself(
    olga, bots, monkeypatch, exchanges, seeds
):
    monkeypatch.setattr(type(GAMES["snake"]), "exchanges_sides", exchanges)
    event = begin(olga, bots[:2], league())
    play_all(event)
    games = event.stages.get().encounters.get().games.all()
    assert len(games) == 2
    assert len({game.match.seed for game in games}) == seeds


def test_the_first_of_a_group_stage_play_a_cup_and_meet_others_until_its_final(olga, bots):
    groups = league("groups", options={"groups": 2})
    cup = stage("cup", Kind.SINGLE, Feed("groups", 4), seeding=Seeding.ORDER)
    event = begin(olga, bots, groups, cup)
    first, second = event.stages.all()
    assert {row.group for row in first.entries.all()} == {0, 1}
    assert second.state == Stage.State.WAITING
    play_all(event)
    second.refresh_from_db()
    assert [name for name, _ in names(second)][:2] == ["b0", "b1"]
    assert second.entries.count() == 4
    assert event.state == Event.State.FINISHED
    # Bots of one group do not meet before the final.
    group = {row.entry_id: row.group for row in first.entries.all()}
    seated = [row.entry_id for row in second.entries.order_by("number")]
    for semi_final in second.encounters.filter(round=1):
        one, two = (group[seated[number]] for number in semi_final.entrants)
        assert one != two


def test_a_draw_in_a_cup_is_played_on_and_then_the_better_seed_has_won(olga, bots):
    cup = stage("cup", Kind.SINGLE, options={"extra": 2})
    event = begin(olga, bots[:2], cup)
    assert play_all(event, lambda seats: [1] * len(seats)) == 4
    assert names(event.stages.get()) == [("b0", 1), ("b1", 2)]


def test_the_version_that_plays_at_the_beginning_plays_to_the_end(olga, bots):
    event = begin(olga, bots[:3], league())
    add_version(bots[0])
    play_all(event)
    seats = Match.objects.filter(kind=Match.Kind.EVENT).values_list(
        "seats__version__bot__name", "seats__version__number"
    )
    assert {number for name, number in seats if name == "b0"} == {1}


def test_versions_are_frozen_before_the_beginning_where_the_plan_says_so(olga, bots):
    later = league("later", begins=60, freeze=45)
    event = begin(olga, bots[:3], later)
    only = event.stages.get()
    advancing.move_all(event.pk)
    assert only.entries.count() == 0
    Stage.objects.update(begins=timezone.now() + timedelta(minutes=30))
    advancing.move_all(event.pk)
    assert only.entries.count() == 3
    add_version(bots[0])
    Stage.objects.update(begins=timezone.now() - timedelta(minutes=1))
    advancing.move_all(event.pk)
    only.refresh_from_db()
    assert only.state == Stage.State.RUNNING
    assert {row.version.number for row in only.entries.all()} == {1}


def test_it_may_stop_at_any_moment_and_goes_on_from_its_rows(olga, bots, monkeypatch):
    event = begin(olga, bots[:4], league())
    with monkeypatch.context() as broken:
        broken.setattr(advancing, "advance", lambda pk: 1 / 0)
        for match in waiting(event):
            play(match)
    assert event.stages.get().state == Stage.State.RUNNING
    play_all(event)
    assert event.state == Event.State.FINISHED
    assert EncounterGame.objects.count() == 12


def test_moving_twice_makes_nothing_twice(olga, bots):
    event = begin(olga, bots[:4], league())
    before = EncounterGame.objects.count()
    for _ in range(3):
        advancing.move_all(event.pk)
    assert EncounterGame.objects.count() == before
    assert before <= 12


def test_a_match_that_had_no_result_is_played_again_with_a_new_seed(olga, bots):
    event = begin(olga, bots[:2], league())
    lost = waiting(event)[0]
    Match.objects.filter(pk=lost.pk).update(state=Match.State.ABORTED)
    advancing.move_all(event.pk)
    games = EncounterGame.objects.filter(lost=False).select_related("match")
    assert EncounterGame.objects.filter(lost=True).get().match_id == lost.pk
    assert games.count() == 2
    again = games.latest("number").match
    assert again.seed != lost.seed
    play_all(event)
    assert event.state == Event.State.FINISHED


def test_what_fails_three_times_stops_the_stage_and_says_why(olga, bots):
    event = begin(olga, bots[:2], stage("one", Kind.ROUND_ROBIN, options={"games": 1}))
    for _ in range(3):
        (match,) = waiting(event)
        Match.objects.filter(pk=match.pk).update(state="failed", failure="the disk is full")
        advancing.move_all(event.pk)
    only = event.stages.get()
    assert only.paused
    assert "the disk is full" in only.trouble
    assert waiting(event) == []
    pausing.resume(event, olga, "the disk was emptied")
    assert len(waiting(event)) == 1
    play_all(event)
    assert event.state == Event.State.FINISHED


def test_nothing_new_is_made_while_it_is_paused(olga, bots):
    event = begin(olga, bots[:4], stage("cup", Kind.SINGLE))
    pausing.pause(event, olga, "supper")
    play_all(event)
    assert event.stages.get().state == Stage.State.RUNNING
    assert Encounter.objects.filter(round=2).count() == 0
    pausing.resume(event, olga, "after supper")
    play_all(event)
    assert event.state == Event.State.FINISHED


def test_a_bot_that_was_retired_since_does_not_begin_a_stage(olga, bots):
    event = begin(olga, bots[:3], league(begins=10))
    bot_services.retire(bots[0], bots[0].owner)
    Stage.objects.update(begins=timezone.now())
    play_all(event)
    assert names(event.stages.get()) == [("b1", 1), ("b2", 2)]


def test_a_result_moves_a_stage_at_once_where_little_of_it_waits(
    olga, bots, django_capture_on_commit_callbacks
):
    event = begin(olga, bots[:4], league())
    for expected in [0] * 8 + [1] * 4:
        with django_capture_on_commit_callbacks() as callbacks:
            play(waiting(event)[0])
        moves = [each for each in callbacks if getattr(each, "func", None) is advancing.move_marked]
        assert len(moves) == expected


def test_a_stage_waits_for_its_time(olga, bots):
    event = begin(olga, bots[:2], league(begins=10))
    assert play_all(event) == 0
    Stage.objects.update(begins=timezone.now())
    assert play_all(event) == 2


def test_a_stage_of_one_is_not_played_and_the_one_goes_on(olga, bots):
    first = league("first")
    second = league("second")
    again = Feed("second", 1, pass_on=False)
    final = stage("final", Kind.ROUND_ROBIN, Feed("first", 1), again)
    event = begin(olga, bots[:2], first, second, final)
    play_all(event)
    last = event.stages.get(key="final")
    assert last.state == Stage.State.SKIPPED
    assert names(last) == [("b0", 1)]
    assert event.state == Event.State.FINISHED


def test_an_event_begins_when_its_time_has_come(olga, bots):
    event = open_event(olga, league(), starts=timezone.now() + timedelta(hours=1))
    entering.enter(event, bots[0], bots[0].owner)
    Event.objects.update(starts=timezone.now() - timedelta(seconds=1))
    move_events()
    event.refresh_from_db()
    assert event.state == Event.State.OPEN
    assert "Fewer than two bots" in event.trouble
    set_standing(bots[1].owner, True)
    entering.enter(event, bots[1], olga)
    acts.start_when_due()
    event.refresh_from_db()
    assert event.state == Event.State.RUNNING
    assert not Match.objects.exists(), "others would wait for the lock while they are made"
    move_events()
    assert Match.objects.exists()


def test_an_event_that_is_aborted_takes_its_matches_along(olga, bots):
    event = begin(olga, bots[:3], league())
    acts.abort(event, olga, "rain")
    assert set(Match.objects.values_list("state", flat=True)) == {"aborted"}
    move_events()
    event.refresh_from_db()
    assert event.state == Event.State.ABORTED
    with pytest.raises(ValidationError, match="has ended"):
        acts.abort(event, olga, "rain")


def test_matches_of_an_events_season_count_as_the_events_while_it_runs(olga, bots, settings):
    settings.LADDER_QUEUE_DEPTH = 2
    season = stage("season", Kind.LADDER, begins=0, ends=60, options={"new_season": True})
    ladder = begin(olga, bots[:3], season).stages.get(key="season")

    def shares():
        made = feed(random.Random(1))
        return {match.share for match in made if match.rated.season_id == ladder.season_id}

    assert shares() == {"events"}
    Match.objects.update(state="aborted")
    Stage.objects.update(state="finished")
    assert shares() == {"ladder"}


def test_a_season_of_the_ladder_ends_with_its_standings(olga, bots, pit):
    season = stage("season", Kind.LADDER, begins=0, ends=60, options={"new_season": True})
    cup = stage("cup", Kind.SINGLE, Feed("season", 2), seeding=Seeding.ORDER)
    event = begin(olga, bots[:3], season, cup)
    ladder = event.stages.get(key="season")
    assert ladder.season is not None
    assert ladder.season.name == "Open: Season"
    for pair in ((2, 1), (2, 0), (1, 0)) * 3:
        match = pit(ladder.season, *(bots[n] for n in pair))
        play(match, lambda seats: [1, 2])
    assert play_all(event) == 0
    Stage.objects.filter(pk=ladder.pk).update(ends=timezone.now())
    advancing.move_all(event.pk)
    ladder.refresh_from_db()
    assert [name for name, _ in names(ladder)] == ["b2", "b1", "b0"]
    ladder.season.refresh_from_db()
    assert ladder.season.has_ended
    play_all(event, lambda seats: by_number(seats)[::-1])
    assert [name for name, _ in names(event.stages.get(key="cup"))] == ["b2", "b1"]


def test_a_result_reads_its_players_once(olga, bots, django_assert_max_num_queries):
    event = begin(olga, bots[:3], stage("league", Kind.ROUND_ROBIN, options={"games": 1}))
    match = waiting(event)[0]
    with django_assert_max_num_queries(27):  # 36 where each name and bot is read by itself
        play(match)
