"""The official ratings of a season: made of its matches alone, and what they are asked for."""

from __future__ import annotations

import math
import random
from datetime import timedelta
from io import StringIO

import pytest
from django.conf import settings
from django.core.management import call_command
from django.utils import timezone

from bots.models import Bot
from ladder import tasks
from ladder.core.official import CHANGE, PRIOR, SCALE
from ladder.models import Anchor, OfficialRating, RatedMatch, Refit, Season
from ladder.ratings import official
from ladder.seasons.current import ensure_seasons
from ladder.tests.play import add_version, finish, make_bot
from matches.models import Match


@pytest.fixture
def adder(olga):
    """A bot of the house."""
    bot = make_bot(olga, "adder")
    Bot.objects.filter(pk=bot.pk).update(is_house=True)
    bot.refresh_from_db()
    return bot


def end(season) -> None:
    Season.objects.filter(pk=season.pk).update(ends=timezone.now() - timedelta(seconds=1))
    season.refresh_from_db()


def numbers(season):
    rows = OfficialRating.objects.filter(season=season).order_by("version")
    return list(rows.values_list("version", "strength", "error", "games", "current"))


def test_the_table_follows_the_results(season, worm, viper, adder, pit):
    for _ in range(6):
        finish(pit(worm, viper), [1, 2])
        finish(pit(viper, adder), [1, 2])
    official.refit(season)
    table = official.table(season)
    assert [line.rating.bot for line in table] == [worm, viper, adder]
    assert [line.place for line in table] == [1, 2, 3]
    assert [line.rating.games for line in table] == [6, 12, 6]
    first, middle, last = table
    assert first.low < first.points < first.high
    assert middle.points == 1500
    assert first.points - 1500 == 1500 - last.points > 100
    assert (first.rating.best, last.rating.worst) == (1, 3)


def test_a_tie_moves_nobody_and_makes_surer(season, worm, viper, pit):
    finish(pit(worm, viper), [1, 1])
    official.refit(season)
    one, two = official.table(season)
    assert (one.place, two.place, one.points, two.points) == (1, 1, 1500, 1500)
    assert one.rating.error == pytest.approx(two.rating.error)
    assert one.rating.error < PRIOR


def test_the_order_of_results_and_a_refit_change_nothing(season, worm, viper, adder, pit):
    rng = random.Random(3)
    for number in range(30):
        if number == 15:
            add_version(worm)
        finish(pit(*rng.sample([worm, viper, adder], 2)), rng.choice([[1, 2], [2, 1], [1, 1]]))
    official.refit(season)
    before = numbers(season)
    orders = list(RatedMatch.objects.values_list("pk", "order"))
    RatedMatch.objects.update(order=None)
    for (pk, _), (_, order) in zip(orders, reversed(orders), strict=True):
        RatedMatch.objects.filter(pk=pk).update(order=order)
    OfficialRating.objects.all().delete()
    official.refit(season)
    assert numbers(season) == before
    assert len(before) == 4


def test_a_result_that_is_taken_back_was_never_there(season, worm, viper, pit):
    finish(pit(worm, viper), [1, 2])
    official.refit(season)
    before = numbers(season)
    wrong = finish(pit(worm, viper), [2, 1])
    official.refit(season)
    assert numbers(season) != before
    Match.objects.filter(pk=wrong.pk).update(state=Match.State.ABORTED)
    official.refit(season)
    assert numbers(season) == before


def test_a_new_version_stands_for_its_bot_before_its_first_match(season, worm, viper, pit):
    for _ in range(5):
        finish(pit(worm, viper), [1, 2])
    add_version(worm)
    official.refit(season)
    first = official.table(season)[0]
    assert (first.rating.bot, first.rating.version.number, first.rating.games) == (worm, 2, 0)
    old = OfficialRating.objects.get(version__bot=worm, version__number=1)
    assert not old.current
    assert old.best is None
    assert first.rating.strength == pytest.approx(old.strength)
    assert first.rating.error == pytest.approx(math.hypot(old.error, CHANGE))


def test_the_version_that_a_bot_went_back_to_is_the_one_that_counts(season, worm, viper, pit):
    first = worm.active_version
    finish(pit(worm, viper), [1, 2])
    add_version(worm)
    finish(pit(worm, viper), [2, 1])
    Bot.objects.filter(pk=worm.pk).update(active_version=first)
    official.refit(season)
    assert OfficialRating.objects.get(bot=worm, current=True).version == first


def test_who_does_not_play_has_no_place_until_the_season_is_over(season, worm, viper, adder, pit):
    finish(pit(worm, viper), [1, 2])
    finish(pit(adder, viper), [1, 2])
    Bot.objects.filter(pk=worm.pk).update(retired_at=timezone.now())
    Bot.objects.filter(pk=adder.pk).update(deactivated_at=timezone.now())
    official.refit(season)
    assert [line.rating.bot for line in official.table(season)] == [viper]
    end(season)
    assert [line.rating.bot for line in official.table(season)] == [worm, viper]


def test_two_bots_are_compared_by_what_is_known_of_both(season, worm, viper, adder, pit):
    for _ in range(4):
        finish(pit(worm, viper), [1, 2])
    official.refit(season)
    told = official.compare(season, worm.pk, viper.pk)
    back = official.compare(season, viper.pk, worm.pk)
    assert told
    assert back
    assert told.lead == -back.lead > 0
    assert told.probability + back.probability == pytest.approx(1)
    # Their errors hang together: what one won the other lost.
    gap = told.first.rating.strength - told.second.rating.strength
    variance = told.first.rating.error**2 + told.second.rating.error**2
    alone = 0.5 * math.erfc(-gap / math.sqrt(2 * variance))
    assert 0.8 < alone < told.probability < 1
    assert official.compare(season, worm.pk, adder.pk) is None
    same = official.compare(season, worm.pk, worm.pk)
    assert same
    assert (same.probability, same.lead) == (0.5, 0)


def test_two_bots_are_compared_where_their_errors_were_too_many_to_keep(
    season, worm, viper, pit, monkeypatch
):
    monkeypatch.setattr("ladder.core.official.MOST_EXACT", 1)
    finish(pit(worm, viper), [1, 2])
    assert not official.refit(season).covariance
    told = official.compare(season, worm.pk, viper.pk)
    assert told
    assert 0.5 < told.probability < 0.9


def test_only_the_newest_fit_is_kept(season, worm, viper, pit, django_capture_on_commit_callbacks):
    finish(pit(worm, viper), [1, 2])
    first = official.refit(season).covariance
    with django_capture_on_commit_callbacks(execute=True):
        second = official.refit(season).covariance
    assert not first.storage.exists(str(first.name))
    assert second.storage.exists(str(second.name))
    assert Refit.objects.count() == 1


def test_the_beat_fits_what_has_new_results_and_nothing_else(season, worm, viper, pit):
    tasks.refit_seasons()
    assert not Refit.objects.exists()
    finish(pit(worm, viper), [1, 2])
    tasks.refit_seasons()
    first = Refit.objects.get()
    assert (first.season, first.results) == (season, 1)
    tasks.refit_seasons()
    assert Refit.objects.get().made == first.made
    finish(pit(worm, viper), [1, 2])
    # A fit that took long is not made again at once.
    Refit.objects.update(seconds=100.0)
    tasks.refit_seasons()
    assert Refit.objects.get().made == first.made
    Refit.objects.update(seconds=0.0)
    tasks.refit_seasons()
    assert Refit.objects.get().results == 2
    schedule = settings.CELERY_BEAT_SCHEDULE.values()
    assert "ladder.tasks.refit_seasons" in {entry["task"] for entry in schedule}


def test_what_house_bots_have_shown_holds_in_later_seasons(season, worm, viper, adder, pit):
    for _ in range(3):
        finish(pit(adder, worm), [1, 2])
        finish(pit(adder, viper), [1, 2])
    tasks.refit_seasons()
    assert not Anchor.objects.exists()
    end(season)
    tasks.refit_seasons()
    kept = Anchor.objects.get()
    assert (kept.version, kept.season) == (adder.active_version, season)
    shown = OfficialRating.objects.get(bot=adder).strength
    assert kept.strength == shown > 50 / SCALE
    (following,) = ensure_seasons()
    match = finish(pit(worm, adder), [1, 2])
    RatedMatch.objects.filter(match=match).update(season=following, order=1)
    official.refit(following)
    held = OfficialRating.objects.get(season=following, bot=adder)
    assert (held.strength, held.error) == (shown, 0)
    assert OfficialRating.objects.get(season=following, bot=worm).strength > 0
    tasks.refit_seasons()
    assert Anchor.objects.count() == 1


def test_a_season_keeps_no_anchors_while_its_last_matches_are_played(season, worm, adder, pit):
    finish(pit(adder, worm), [1, 2])
    waiting = pit(adder, worm)
    official.refit(season)
    end(season)
    assert official.fix_anchors(season) == 0
    finish(waiting, [1, 2])
    official.refit(season)
    assert official.fix_anchors(season) == 1
    assert official.fix_anchors(season) == 0


def test_a_version_after_an_anchored_one_starts_from_it(season, worm, adder, pit):
    finish(pit(adder, worm), [1, 2])
    official.refit(season)
    end(season)
    official.fix_anchors(season)
    shown = Anchor.objects.get().strength
    add_version(adder)
    (following,) = ensure_seasons()
    match = finish(pit(worm, adder), [1, 1])
    RatedMatch.objects.filter(match=match).update(season=following, order=1)
    official.refit(following)
    now = OfficialRating.objects.get(season=following, bot=adder, current=True)
    assert now.version.number == 2
    assert now.strength == pytest.approx(shown, abs=CHANGE / 2)
    assert 0 < now.error < CHANGE


def test_a_season_without_results_has_an_empty_table(season):
    official.refit(season)
    assert official.table(season) == []


def test_rebuilding_ratings_fits_the_official_ones_too(season, worm, viper, pit):
    finish(pit(worm, viper), [1, 2])
    official.refit(season)
    before = numbers(season)
    OfficialRating.objects.update(strength=9.0)
    call_command("rebuild_ratings", stdout=StringIO())
    assert numbers(season) == before
