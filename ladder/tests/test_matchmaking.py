"""The matchmaker keeps the queue of every season fed, and no more than fed."""

import random
from collections import Counter

import pytest

from bots.services import deactivate, retire
from controls import services as controls
from games.registry import GAMES
from ladder import matchmaking
from ladder.core import rating as scale
from ladder.core.matchmaking.pairing import BURST_GAMES
from ladder.matchmaking import feed, feed_season
from ladder.models import RatedMatch, Season
from ladder.seasons.current import ensure_seasons, pause
from ladder.tasks import matchmake
from ladder.tests.play import SNAKE, add_version, finish, make_bot
from matches.models import Match
from tests.examples import sample


@pytest.fixture
def rng():
    return random.Random(6)


def test_two_bots_meet_in_both_seatings_each_match_with_its_own_seed(
    season, worm, viper, rng, settings
):
    settings.LADDER_QUEUE_DEPTH = 2
    first, second = feed_season(season, rng)
    seated = [[seat.program.bot for seat in match.seats.all()] for match in (first, second)]
    assert seated[0] == seated[1][::-1]
    assert set(seated[0]) == {worm, viper}
    assert GAMES["snake"].exchanges_sides
    assert first.seed != second.seed
    assert {match.kind for match in (first, second)} == {Match.Kind.LADDER}
    assert RatedMatch.objects.filter(season=season, order=None).count() == 2


def test_the_queue_is_filled_to_its_depth_and_no_further(season, worm, viper, rng, settings):
    settings.LADDER_QUEUE_DEPTH = 6
    assert len(feed_season(season, rng)) == 6
    assert feed_season(season, rng) == []


def test_what_is_played_is_replaced(season, worm, viper, rng, settings):
    settings.LADDER_QUEUE_DEPTH = 4
    made = feed_season(season, rng)
    finish(made[0], [1, 2])
    assert feed_season(season, rng) == []
    finish(made[1], [1, 2])
    assert len(feed_season(season, rng)) == 2


def test_an_aborted_match_makes_room(season, worm, viper, rng, settings):
    settings.LADDER_QUEUE_DEPTH = 2
    made = feed_season(season, rng)
    Match.objects.filter(pk__in=[match.pk for match in made]).update(state=Match.State.ABORTED)
    assert len(feed_season(season, rng)) == 2


def test_the_version_that_plays_now_is_seated(season, worm, viper, rng):
    newest = add_version(worm)
    (match, *_) = feed_season(season, rng)
    assert newest in [seat.version for seat in match.seats.all()]


def test_one_bot_waits_for_a_second(season, worm, rng):
    assert feed_season(season, rng) == []


def test_one_persons_bots_do_not_meet(season, alice, worm, rng):
    make_bot(alice, "second")
    assert feed_season(season, rng) == []


def test_retired_and_deactivated_bots_rest(season, alice, olga, charlie, worm, viper, rng):
    other = make_bot(olga, "adder")
    retire(worm, alice)
    deactivate(viper, olga, "copied")
    assert feed_season(season, rng) == []
    third = make_bot(charlie, "boa")
    (match, *_) = feed_season(season, rng)
    assert {seat.program.bot for seat in match.seats.all()} == {other, third}


def test_a_paused_season_gets_nothing(season, olga, worm, viper, rng):
    pause(season, olga, "repairs")
    assert season.pk not in {match.rated.season_id for match in feed(rng)}
    assert feed_season(season, rng) == []


def test_all_seasons_are_paused_and_resumed_by_one_act(season, olga, worm, viper, rng):
    other = Season.objects.exclude(pk=season.pk).filter(game="snake").first()
    assert other is not None
    pause(other, olga, "repairs")
    controls.hold("seasons", "all", olga, "the machines move")
    assert feed(rng) == []
    controls.release("seasons", "all", olga, "they are here")
    assert season.pk in {match.rated.season_id for match in feed(rng)}
    other.refresh_from_db()
    assert other.paused  # as it was before


def test_house_bots_meet_and_keep_a_fresh_site_moving(season, charlie, rng):
    charlie.is_house = True
    charlie.save()
    make_bot(charlie, "simple")
    make_bot(charlie, "careful")
    assert feed_season(season, rng) != []


def test_a_settled_bot_with_a_new_version_is_new_again(season, worm, viper, pit):
    for _ in range(BURST_GAMES):
        finish(pit(worm, viper), [1, 2])

    def candidate():
        found = matchmaking.candidates_of(season, [worm], Counter())
        return found[0]

    before = candidate()
    add_version(worm)
    assert (before.games, candidate().games) == (BURST_GAMES, 0)
    assert candidate().sigma > before.sigma
    assert candidate().mu == before.mu


def test_pairs_that_met_are_counted_for_each_season_alone(season, worm, viper, pit):
    pit(worm, viper)
    pit(viper, worm)
    assert matchmaking._met(season) == {tuple(sorted((worm.pk, viper.pk))): 2}
    other = Season.objects.create(game="snake", ruleset="other", name="other")
    assert matchmaking._met(other) == {}


@pytest.mark.skipif(len(SNAKE.rulesets) < 2, reason="the game has one ruleset")
def test_the_first_ruleset_plays_most_and_the_others_a_quarter(db, worm, viper, rng, settings):
    settings.LADDER_QUEUE_DEPTH = 2
    ensure_seasons()
    Season.objects.exclude(game="snake").delete()
    for _ in range(sample(40, 24)):
        for match in feed(rng):
            finish(match, [1, 2])
    played = Counter(RatedMatch.objects.values_list("season__ruleset", flat=True))
    share = played[SNAKE.rulesets[0].name] / played.total()
    assert 0.65 < share < 0.85
    others = [played[ruleset.name] for ruleset in SNAKE.rulesets[1:]]
    assert max(others) - min(others) <= 4


def test_a_season_of_a_game_that_is_gone_is_left_alone(db, rng):
    Season.objects.create(game="gone", ruleset="gone", name="gone")
    assert "gone" not in GAMES
    assert feed(rng) == []


def test_the_task_feeds_the_queue(season, worm, viper, settings):
    settings.LADDER_QUEUE_DEPTH = 2
    matchmake()
    assert Match.objects.filter(rated__season=season, state=Match.State.QUEUED).count() == 2


def test_a_draw_costs_few_queries_however_many_bots(
    season, charlie, worm, rng, settings, django_assert_max_num_queries
):
    for number in range(8):
        make_bot(charlie, f"bot{number}")
    settings.LADDER_QUEUE_DEPTH = 0
    with django_assert_max_num_queries(6):
        feed_season(season, rng)
    settings.LADDER_QUEUE_DEPTH = 2
    with django_assert_max_num_queries(30):
        feed_season(season, rng)


def test_seats_know_the_points_before_the_match(season, worm, viper, pit, rng):
    finish(pit(worm, viper), [1, 2])
    (match, *_) = feed_season(season, rng)
    points = {seat.program.bot: seat.rating or 0 for seat in match.seats.all()}
    mu = {rating.bot: rating.mu for rating in season.ratings.all()}
    assert points[worm] > 1500 > points[viper]
    assert points == {bot: scale.points(mu[bot]) for bot in (worm, viper)}
