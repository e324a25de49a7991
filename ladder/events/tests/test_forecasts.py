"""Dry runs: how many matches, how long, and who may win, before anything is played."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from bots.models import Bot
from games.registry import GAMES
from ladder.core.contest.documents import to_json
from ladder.core.contest.plan import Feed, Kind, Seeding
from ladder.core.contest.templates import TEMPLATES, Choice, Rules
from ladder.events.entrants import entering
from ladder.events.models import EncounterGame, Event
from ladder.events.planning.forecasts import SUPPOSED_S, forecast, time_for
from ladder.events.tests.steps import open_event, play_all, stage
from ladder.models import Rating
from ladder.seasons.current import current_season
from ladder.tests.play import RULESET
from maps.services import install_stock
from matches.models import Match

pytestmark = pytest.mark.django_db

GROUPS = stage("groups", Kind.ROUND_ROBIN, options={"groups": 2})
CUP = stage("cup", Kind.SINGLE, Feed("groups", 4), seeding=Seeding.ORDER, options={"extra": 0})


@pytest.fixture
def event(olga, bots):
    event = open_event(olga, GROUPS, CUP)
    for bot in bots:
        entering.enter(event, bot, bot.owner)
    return event


def took(found):
    return [line["ends"] - line["begins"] for line in found.lines]


def test_a_plan_without_luck_has_as_many_matches_as_it_then_takes(event, olga):
    from ladder.events.planning import acts

    found = forecast(event)
    assert [line["matches"] for line in found.lines] == [24, 6]
    assert not found.supposed
    acts.start(event, olga)
    assert play_all(event) == found.matches == 30
    assert EncounterGame.objects.count() == 30


@pytest.mark.parametrize(
    ("ruleset", "options", "words"),
    [
        ("standard", {"games": 8}, ""),
        ("standard", {"games": 10}, "up to 10 games, but Standard has only 8 different starts"),
        ("standard", {"cycles": 5}, "up to 10 games"),
        ("skirmish", {"games": 20}, ""),  # boards by chance
    ],
)
def test_more_games_of_a_pair_than_different_starts_are_named(olga, ruleset, options, words):
    install_stock([GAMES["microwars"]])
    plan = stage("groups", Kind.ROUND_ROBIN, options=options)
    event = open_event(olga, replace(plan, game="microwars", ruleset=ruleset))
    (line,) = forecast(event).lines
    assert bool(line["repeats"]) == bool(words)
    assert words in line["repeats"]


def test_on_a_site_without_bots_nothing_is_played(olga):
    Bot.objects.update(retired_at=timezone.now())
    found = forecast(open_event(olga, GROUPS, CUP))
    assert found.matches == 0
    assert [line["favourites"] for line in found.lines] == [[], []]


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda each: each.name)
@pytest.mark.parametrize("entered", [0, 1])
def test_every_template_has_a_forecast_without_opponents(olga, bots, template, entered):
    Bot.objects.exclude(pk__in=[bot.pk for bot in bots[:entered]]).update(retired_at=timezone.now())
    plan = template.make(Choice(Rules("snake", RULESET)))
    event = Event.objects.create(name="Cup", slug="cup", state=Event.State.OPEN, plan=to_json(plan))
    found = forecast(event)
    assert found.workers == 1
    assert len(found.lines) == len(plan.stages)
    # A season is as long as planned, whoever plays.
    kinds = {each.key: each.kind for each in plan.stages}
    assert all(kinds[line["key"]] is Kind.LADDER for line in found.lines if line["matches"])
    assert time_for({}) == timedelta()


def test_a_bot_that_is_known_to_be_strong_is_the_favourite(event, bots):
    season = current_season("snake", RULESET)
    assert season is not None
    for number, bot in enumerate(bots):
        Rating.objects.create(season=season, bot=bot, mu=10.0 + 4 * number, sigma=1.0, games=50)
    cup = forecast(event).lines[1]
    assert cup["favourites"][0][0] == bots[7].pk
    assert cup["favourites"][0][1] > 0.5
    assert bots[0].pk not in dict(cup["favourites"])


def test_it_uses_the_times_of_recent_matches_and_stages_wait_for_each_other(event):
    begin = timezone.now() - timedelta(minutes=20)
    for number in range(4):
        Match.objects.create(
            game="snake",
            ruleset=RULESET,
            kind=Match.Kind.LADDER,
            seed=number,
            state=Match.State.FINISHED,
            started=begin,
            finished=begin + timedelta(seconds=10),
            claimed_by=f"worker-{number % 2}",
        )
    found = forecast(event)
    assert found.workers == 2
    assert [line["known"] for line in found.lines] == [True, True]
    assert took(found) == [24 * 10 / 2, 6 * 10 / 2]
    assert found.took.total_seconds() == sum(took(found))


def test_stages_at_the_same_time_share_the_workers(olga, bots):
    one, two = replace(GROUPS, key="one"), replace(GROUPS, key="two")
    alone = forecast(open_event(olga, one)).took
    both = forecast(open_event(olga, one, two))
    assert both.took == 2 * alone
    assert took(both) == [2 * alone.total_seconds()] * 2


def test_a_season_has_the_workers_that_a_stage_beside_it_leaves(olga, bots):
    season = stage("season", Kind.LADDER, begins=0, ends=60)
    found = forecast(open_event(olga, season, GROUPS))
    assert found.matches == pytest.approx(3600 / SUPPOSED_S)
    assert found.lines[0]["matches"] == pytest.approx(3600 / SUPPOSED_S - 24)


def test_without_entrants_bots_of_the_ladder_stand_in_and_without_matches_a_guess(olga, bots):
    found = forecast(open_event(olga, GROUPS))
    assert found.supposed
    assert not found.lines[0]["known"]
    assert took(found) == [24 * SUPPOSED_S]


def test_a_season_takes_its_time_and_as_many_matches_as_workers_play_in_it(olga, bots):
    season = stage("season", Kind.LADDER, begins=0, ends=60)
    found = forecast(open_event(olga, season))
    assert found.took == timedelta(hours=1)
    assert found.matches == 3600 / SUPPOSED_S


def test_the_entrants_of_a_season_of_its_own_rest_between_their_matches(olga, bots):
    season = stage("season", Kind.LADDER, begins=0, ends=60, options={"new_season": True})
    event = open_event(olga, season)
    for bot in bots[:2]:
        entering.enter(event, bot, bot.owner)
    found = forecast(event)
    assert 60 < found.matches < 80 < 3600 / SUPPOSED_S, "a free worker does not make them faster"
    assert found.lines[0]["worked"] == pytest.approx(found.matches * SUPPOSED_S)
