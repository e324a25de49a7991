"""A finished match changes ratings in the transaction in which it finishes."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine import EndState
from ladder.core.rating import MU, SIGMA, update, with_new_version
from ladder.models import RatedMatch, Rating, RatingChange
from ladder.ratings import results
from ladder.tests.play import RULESET, add_version, finish
from matches.models import Match
from matches.services import abort, create_match, requeue
from matches.signals import match_finished

NEW = (MU, SIGMA)


def belief(season, bot):
    row = Rating.objects.get(season=season, bot=bot)
    return row.mu, row.sigma


def test_a_win_moves_both_ratings_and_leaves_a_trace(season, worm, viper, pit):
    match = finish(pit(worm, viper), [2, 1])
    lost, won = update([NEW, NEW], [2, 1])
    assert belief(season, worm) == lost
    assert belief(season, viper) == won
    season.refresh_from_db()
    assert (season.results, match.rated.order) == (1, 1)
    changes = list(match.rated.changes.all())
    assert [(c.seat, c.rating.bot, c.mu_before, c.mu) for c in changes] == [
        (0, worm, MU, lost[0]),
        (1, viper, MU, won[0]),
    ]


def test_results_are_tallied_as_wins_draws_and_losses(season, worm, viper, pit):
    for ranks in ([1, 2], [1, 1], [2, 1], [1, 2]):
        match = finish(pit(worm, viper), ranks)
    row = Rating.objects.get(season=season, bot=worm)
    assert (row.games, row.wins, row.draws, row.losses) == (4, 2, 1, 1)
    assert row.last_played == match.finished


def test_results_count_in_the_order_in_which_matches_finish(season, worm, viper, pit):
    first, second = pit(worm, viper), pit(viper, worm)
    finish(second, [1, 2])
    finish(first, [1, 2])
    assert [r.match_id for r in season.rated_matches.order_by("order")] == [second.pk, first.pk]


def test_a_bot_that_crashed_is_rated_by_its_rank(season, worm, viper, pit):
    finish(pit(worm, viper), [1, 2], [EndState.OK, EndState.CRASH])
    assert belief(season, viper) == update([NEW, NEW], [1, 2])[1]


def test_a_finished_match_is_counted_once(season, worm, viper, pit):
    match = finish(pit(worm, viper), [1, 2])
    match_finished.send(sender=Match, match=match)
    season.refresh_from_db()
    assert season.results == 1
    assert RatingChange.objects.count() == 2


@pytest.mark.parametrize("kind", ["friendly", "proving"])
def test_only_ladder_matches_are_rated(season, worm, viper, kind):
    finish(
        create_match("snake", RULESET, kind, [worm.active_version, viper.active_version]), [1, 2]
    )
    assert not Rating.objects.exists()


def test_an_aborted_match_does_not_count(season, olga, worm, viper, pit):
    match = pit(worm, viper)
    abort(match, olga, "a broken map")
    finish(pit(worm, viper), [1, 2])
    season.refresh_from_db()
    assert season.results == 1
    assert RatedMatch.objects.get(match=match).order is None


def test_an_aborted_match_that_is_played_after_all_counts(season, olga, worm, viper, pit):
    match = pit(worm, viper)
    abort(match, olga, "a mistake")
    requeue(match, olga, "no, it was right")
    finish(match, [1, 2])
    assert RatedMatch.objects.get(match=match).order == 1


def test_a_result_and_its_ratings_stand_or_fall_together(season, worm, viper, pit, monkeypatch):
    match = pit(worm, viper)
    with monkeypatch.context() as patch:
        patch.setattr(results, "update", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            finish(match, [1, 2])
    match.refresh_from_db()
    season.refresh_from_db()
    assert match.state == Match.State.RUNNING
    assert season.results == 0
    assert not Rating.objects.exists()


def test_the_first_match_of_a_new_version_starts_less_certain(season, worm, viper, pit):
    for _ in range(30):
        finish(pit(worm, viper), [1, 2])
    before = belief(season, worm)
    add_version(worm)
    raised = with_new_version(before)
    assert raised[1] > before[1]
    match = finish(pit(worm, viper), [1, 2])
    change = match.rated.changes.get(seat=0)
    assert (change.mu_before, change.sigma_before) == raised
    row = Rating.objects.get(season=season, bot=worm)
    assert (row.version, row.version_games, row.games) == (worm.active_version, 1, 31)


def test_a_match_of_the_old_version_that_ends_late_raises_nothing(season, worm, viper, pit):
    late = pit(worm, viper)
    add_version(worm)
    finish(pit(worm, viper), [1, 2])
    before = belief(season, worm)
    finish(late, [1, 2])
    change = late.rated.changes.get(seat=0)
    assert (change.mu_before, change.sigma_before) == before
    assert Rating.objects.get(season=season, bot=worm).version_games == 1


def test_a_result_takes_few_queries_and_writes_no_map_again(worm, viper, pit, redis_client):
    for _ in range(2):
        match = pit(worm, viper)
        with CaptureQueriesContext(connection) as queries:
            finish(match, (1, 2))  # which claims it first, and reads it afterwards
    told = [query["sql"] for query in queries]
    assert len(told) <= 25, told
    assert not [sql for sql in told if re.match(r'UPDATE "matches_match" .*"map"', sql)]
