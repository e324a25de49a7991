"""The hourly floor of a season: matches for it, and organizers who set it."""

import random
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from audit import services as audit
from ladder.core.matchmaking.hourly_floor import MOST, USUAL, spacing
from ladder.core.matchmaking.pairing import MATCHES_PER_PLAN, MAX_REST
from ladder.matchmaking import feed, feed_season
from ladder.models import RatedMatch, Rating, Season
from ladder.seasons.current import current_season, ensure_seasons, pause
from ladder.seasons.planning import SeasonPlan, create, set_hourly_floor
from ladder.tests.play import RULESET, SNAKE, finish
from matches.models import Match


@pytest.fixture
def rng():
    return random.Random(6)


@pytest.fixture
def resting(season, worm, viper, pit):
    """The season, after a match of two bots that now rest as long as any."""
    finish(pit(worm, viper), [1, 2])
    Rating.objects.update(version_games=MAX_REST, last_played=timezone.now())
    return season


def pass_time(seconds):
    """Every match was made earlier by this; the bots rest again."""
    for match in Match.objects.all():
        Match.objects.filter(pk=match.pk).update(created=match.created - timedelta(seconds=seconds))


def play_all(made):
    for match in made:
        finish(match, [1, 2])
    Rating.objects.update(version_games=MAX_REST, last_played=timezone.now())


def test_resting_bots_play_a_plan_whenever_the_floor_needs_one(resting, rng):
    assert feed_season(resting, rng) == []
    pass_time(spacing(USUAL))
    made = feed_season(resting, rng)
    assert len(made) == MATCHES_PER_PLAN
    play_all(made)
    assert feed_season(resting, rng) == []
    pass_time(spacing(USUAL))
    assert len(feed_season(resting, rng)) == MATCHES_PER_PLAN


def test_with_the_floors_matches_in_the_last_hour_bots_rest(resting, olga, rng):
    set_hourly_floor(resting, olga, 1, "quiet")
    pass_time(3590)
    assert feed_season(resting, rng) == []
    pass_time(20)
    assert len(feed_season(resting, rng)) == MATCHES_PER_PLAN


def test_a_floor_of_0_lets_the_season_rest_with_its_bots(resting, olga, rng):
    set_hourly_floor(resting, olga, 0, "no disk")
    pass_time(10 * 3600)
    assert feed_season(resting, rng) == []


def test_the_floor_is_off_while_the_disk_is_nearly_full(resting, rng, settings):
    pass_time(3600)
    settings.DISK_FLOOR_MB = 1 << 40
    assert feed_season(resting, rng) == []
    settings.DISK_FLOOR_MB = 0
    assert feed_season(resting, rng) != []


def test_the_floor_adds_nothing_while_a_match_of_the_season_waits(resting, rng, pit, settings):
    settings.LADDER_QUEUE_DEPTH = 40
    bots = [rating.bot for rating in Rating.objects.select_related("bot__active_version")]
    pit(*bots)
    Match.objects.filter(state=Match.State.QUEUED).update(share="events")
    pass_time(3600)
    assert feed_season(resting, rng) == []


def test_the_queue_never_grows_beyond_its_depth(resting, rng, settings):
    pass_time(3600)
    settings.LADDER_QUEUE_DEPTH = 0
    assert feed_season(resting, rng) == []


def test_a_paused_season_gets_nothing(resting, olga, rng):
    pause(resting, olga, "repairs")
    pass_time(3600)
    assert resting.pk not in {match.rated.season_id for match in feed(rng)}


@pytest.mark.skipif(len(SNAKE.rulesets) < 2, reason="the game has one ruleset")
def test_each_ruleset_has_its_own_floor_whatever_the_share_of_side_rulesets(resting, rng):
    side = Season.objects.filter(game="snake").exclude(pk=resting.pk)
    Rating.objects.update(version_games=0)
    for _ in range(8):  # until the side rulesets have had their share
        play_all(feed(rng))
    assert not {match.rated.season for match in feed(rng)} & set(side)
    pass_time(spacing(USUAL))
    made = feed(rng)
    counts = [sum(match.rated.season == each for match in made) for each in side]
    assert counts == [MATCHES_PER_PLAN] * len(side)


def test_the_next_season_of_a_ruleset_begins_with_the_floor_of_the_last(season, olga):
    assert season.hourly_floor == USUAL
    set_hourly_floor(season, olga, 90, "a busy week")
    now = timezone.now()
    later = now + timedelta(days=1)
    planned = create(olga, SeasonPlan("snake", RULESET, "cup", later, later + timedelta(days=1)))
    assert planned.hourly_floor == 90
    planned.delete()
    Season.objects.filter(pk=season.pk).update(ends=now)
    ensure_seasons()
    following = current_season("snake", RULESET)
    assert following is not None
    assert following != season
    assert following.hourly_floor == 90


def test_an_organizer_sets_it_for_a_reason_that_the_audit_trail_keeps(season, olga):
    changed = set_hourly_floor(season, olga, 60, "the finals are near")
    assert changed.hourly_floor == 60
    (entry,) = audit.of(season)
    assert entry.act == f"given an hourly floor of 60 instead of {USUAL}"
    assert (entry.actor_name, entry.reason) == ("olga", "the finals are near")


@pytest.mark.parametrize(
    ("floor", "reason", "complaint"),
    [
        (MOST + 1, "more", f"from 0 to {MOST}"),
        (-1, "less", f"from 0 to {MOST}"),
        (USUAL, "the same", "already"),
        (60, "", "Say why"),
    ],
)
def test_wrong_values_are_refused(season, olga, floor, reason, complaint):
    with pytest.raises(ValidationError, match=complaint):
        set_hourly_floor(season, olga, floor, reason)
    season.refresh_from_db()
    assert season.hourly_floor == USUAL
    assert not audit.of(season)


def test_a_season_that_is_over_keeps_its_floor(season, olga):
    Season.objects.filter(pk=season.pk).update(ends=timezone.now())
    with pytest.raises(ValidationError, match="has ended"):
        set_hourly_floor(season, olga, 60, "too late")


def test_nobody_but_organizers_sets_it(season, alice):
    with pytest.raises(PermissionDenied):
        set_hourly_floor(season, alice, 60, "more of mine")


def test_a_match_that_failed_counts_so_a_broken_game_is_not_tried_more_often(resting, rng):
    pass_time(spacing(USUAL))
    made = feed_season(resting, rng)
    Match.objects.filter(pk__in=[match.pk for match in made]).update(state=Match.State.ABORTED)
    assert feed_season(resting, rng) == []
    assert RatedMatch.objects.filter(season=resting).count() == 1 + MATCHES_PER_PLAN
