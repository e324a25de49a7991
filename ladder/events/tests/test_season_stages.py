"""Stages that are a season: their entrants alone, as many matches for each, and never unplayed."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from bots import pausing as bot_pausing
from bots.models import Bot
from controls import services as controls
from ladder.core.contest.plan import Feed, Kind, Seeding
from ladder.events.entrants import dropping
from ladder.events.kinds.registry import kind_of, table
from ladder.events.kinds.season import fillers
from ladder.events.models import Stage
from ladder.events.planning.rescheduling import reschedule, schedule_of
from ladder.events.reading.stages.results import shown
from ladder.events.reading.viewer import EventViewer
from ladder.events.running import pausing
from ladder.events.tests.steps import begin, end_season, go_on, names, play_season, stage
from ladder.events.tests.test_series_stages import countries  # noqa: F401  a fixture
from ladder.matchmaking import feed_season
from ladder.models import Rating, Season
from ladder.ratings.rebuilding import recalculate
from ladder.tests.play import make_bot
from matches.models import Match, Seat
from matches.recorded import voiding
from notices.models import Notice

pytestmark = pytest.mark.django_db
OWN = {"new_season": True, "points": True}
CUP = stage("cup", Kind.SINGLE, Feed("season", 2), seeding=Seeding.ORDER)


def season(**more):
    return stage("season", Kind.LADDER, ends=60, **{"options": OWN, **more})


def row(event, key="season"):
    return event.stages.select_related("season", "event").get(key=key)


def matches_of(stage) -> Counter[str]:
    """By bot, its matches of the season that count."""
    counting = Match.objects.counting().filter(rated__season=stage.season)
    seats = Seat.objects.filter(match__in=counting)
    return Counter(seats.values_list("version__bot__name", flat=True))


@pytest.fixture
def house(olga):
    """A house bot of snake, which is on the ladder."""
    bot = make_bot(olga, "house")
    Bot.objects.filter(pk=bot.pk).update(is_house=True)
    return bot


def test_only_its_entrants_play_and_all_of_them_as_many_matches(olga, bots, house):
    event = begin(olga, bots[:5], season(), CUP)
    held = row(event)
    play_season(held, most=13)
    played = matches_of(held)
    assert set(played) == {f"b{n}" for n in range(5)}
    assert max(played.values()) - min(played.values()) == 2, "one bot is a plan behind"
    end_season(held)
    played = matches_of(held)
    assert len(set(played.values())) == 1
    assert held.state == Stage.State.FINISHED
    assert held.season.has_ended
    made = kind_of(held).matches(held)
    assert made.count() * 2 == sum(played.values()), "also those after its end"
    assert [name for name, _ in names(held)][:2] == ["b0", "b1"]
    lines = shown(EventViewer(event, olga), row(event)).lines
    assert {(line.counted, line.played) for line in lines} == {(played["b0"],) * 2}
    points = [line.standing.points for line in lines if line.standing is not None]
    assert points == sorted(points, reverse=True)
    assert len(points) == 5


def test_a_bot_that_withdrew_is_not_paired_and_a_paused_stage_makes_no_match(olga, bots):
    event = begin(olga, bots[:4], season())
    held = row(event)
    play_season(held, most=4)
    entry = event.entries.get(bot__name="b3")
    dropping.withdraw(entry, entry.bot.owner, "A bug")
    before = matches_of(held)["b3"]
    pausing.pause_stage(held, olga, "lunch")
    assert play_season(row(event)) == 0
    pausing.resume_stage(held, olga, "it goes on")
    play_season(row(event), most=12)
    end_season(row(event))
    played = matches_of(held)
    assert played.pop("b3") == before
    assert len(set(played.values())) == 1
    assert names(row(event))[-1] == ("b3", 4)


def test_a_void_match_is_played_again_before_the_stage_ends(olga, bots):
    event = begin(olga, bots[:4], season(), CUP)
    held = row(event)
    play_season(held, most=8)
    first = Match.objects.filter(rated__season=held.season).order_by("pk")[0]
    voiding.void(first, olga, "The referee's machine was out of order.")
    assert len({*matches_of(held).values()}) == 2
    Stage.objects.filter(pk=held.pk).update(ends=timezone.now())
    go_on(event)
    assert row(event).state == Stage.State.RUNNING, "two of its bots lack a match"
    end_season(row(event))
    assert row(event).state == Stage.State.FINISHED
    assert len({*matches_of(held).values()}) == 1
    again = Match.objects.filter(rated__season=held.season).latest("pk")
    assert again.seats.get(number=0).version == first.seats.get(number=0).version


def test_a_match_that_becomes_void_after_the_end_is_said_by_the_table(
    olga, bots, django_capture_on_commit_callbacks
):
    event = begin(olga, bots[:4], season())
    held = row(event)
    play_season(held, most=8)
    end_season(held)
    played = matches_of(held)["b0"]
    first = Match.objects.filter(rated__season=held.season).of_bots(Bot.objects.filter(name="b0"))
    with django_capture_on_commit_callbacks(execute=True):
        voiding.void(first[0], olga, "The referee's machine was out of order.")
    recalculate(held.season.pk)
    lines = shown(EventViewer(event, olga), row(event)).lines
    counted = {line.entry.entry.bot.name: line.counted for line in lines}
    assert sorted(counted.values()) == [played - 1, played - 1, played, played]
    assert counted["b0"] == played - 1
    event.refresh_from_db()
    assert event.corrected is not None, "archives of it are outdated"


def test_a_bot_that_the_ladder_pauses_plays_on_and_keeps_its_place(olga, bots):
    """A paused bot still plays the events that it is entered in, as its page says."""
    event = begin(olga, bots[:4], season())
    held = row(event)
    play_season(held, most=8)
    assert bot_pausing.pause(Bot.objects.get(name="b0"), "Its last 5 rated matches failed.")
    before = matches_of(held)["b0"]
    first = table(held)[0]
    assert (first.entry, first.place) == (event.entries.get(bot__name="b0").pk, 1)
    play_season(held, most=8)
    assert matches_of(held)["b0"] > before
    end_season(row(event))
    assert len(set(matches_of(held).values())) == 1
    assert names(row(event))[0] == ("b0", 1)


@pytest.mark.parametrize("all_seasons", [True, False])
def test_a_stage_whose_season_is_paused_at_the_desk_says_so(olga, bots, all_seasons):
    event = begin(olga, bots[:3], season())
    held = row(event)
    if all_seasons:
        controls.hold("seasons", "all", olga, "The power goes off.")
    else:
        held.season.paused = True
        held.season.save()
    go_on(event)
    go_on(event)
    why = "all seasons are paused (The power goes off.)" if all_seasons else "Season, is paused"
    assert why in row(event).trouble
    assert Notice.objects.filter(user=olga, kind="announcement").count() == 1
    if all_seasons:
        controls.release("seasons", "all", olga, "It is back.")
    else:
        Season.objects.filter(pk=held.season_id).update(paused=False)
    go_on(event)
    assert row(event).trouble == ""


def test_more_than_two_sides_need_no_house_bot(olga, countries):  # noqa: F811  a fixture
    Bot.objects.filter(is_house=True).update(is_house=False)
    three = season(game="stakes", ruleset="three")
    event = begin(olga, countries[:4], three)
    held = row(event)
    assert held.state == Stage.State.RUNNING
    assert len(feed_season(held.season, random.Random(1))) > 0
    assert not Notice.objects.filter(user=olga, kind="announcement").exists()


def test_a_stage_that_cannot_begin_is_one_notice_to_its_people(olga, countries):  # noqa: F811
    Bot.objects.filter(is_house=True).update(is_house=False)
    three = season(game="stakes", ruleset="three")
    event = begin(olga, countries[:2], three)
    for _ in range(3):
        go_on(event)
    held = row(event)
    assert (held.state, held.started) == (Stage.State.WAITING, None)
    assert "but 2 bots qualified, and there is no house bot" in held.trouble
    (told,) = Notice.objects.filter(user=olga, kind="announcement")
    assert held.trouble in told.text
    Bot.objects.filter(name="house").update(is_house=True)
    go_on(event)
    held = row(event)
    assert (held.state, held.trouble) == (Stage.State.RUNNING, "")


def test_a_stage_whose_end_has_passed_does_not_begin(olga, bots):
    event = begin(olga, bots[:3], season(begins=30), CUP)
    past = timezone.now() - timedelta(minutes=1)
    Stage.objects.filter(key="season").update(begins=past, ends=past)
    go_on(event)
    go_on(event)
    held = row(event)
    assert held.state == Stage.State.WAITING
    assert "has passed. Give it a later end." in held.trouble
    assert Notice.objects.filter(user=olga, kind="announcement").count() == 1
    later = timezone.now() + timedelta(hours=1)
    reschedule(held, olga, replace(schedule_of(held), ends=later))
    assert row(event).state == Stage.State.RUNNING


@pytest.mark.parametrize("own", [True, False])
def test_a_season_that_was_not_played_ranks_nobody(olga, bots, pit, own):
    event = begin(olga, bots[:3], season(options=OWN if own else {}), CUP)
    held = row(event)
    Stage.objects.filter(pk=held.pk).update(ends=timezone.now())
    go_on(event)
    go_on(event)
    held = row(event)
    assert held.state == Stage.State.RUNNING
    assert "none of its bots has played in the season" in held.trouble
    assert Notice.objects.filter(user=olga, kind="announcement").count() == 1
    assert {place for _, place in names(held)} == {None}
    assert row(event, "cup").state == Stage.State.WAITING
    if own:
        play_season(held)
    else:
        Rating.objects.create(season=held.season, bot=bots[0], games=1)
    go_on(event)
    held = row(event)
    assert (held.state, held.trouble) == (Stage.State.FINISHED, "")
    assert names(held)[0] == ("b0", 1)


def test_a_season_of_the_ladder_is_still_played_by_everybody(olga, bots, house):
    event = begin(olga, bots[:2], season(options={}))
    held = row(event)
    play_season(held, most=40)
    assert set(matches_of(held)) > {"b0", "b1"}
    assert Match.objects.filter(rated__season=held.season).exists()


def test_a_house_bot_that_may_not_play_the_season_fills_no_seat(olga, bots, house):
    held = row(begin(olga, bots[:2], season()))
    assert held.season is not None
    assert fillers(held, held.season).exists()
    held.season.disqualifications.create(bot=house, by=olga, why="It is broken.")
    assert not fillers(held, held.season).exists(), "nobody waits for its matches"
