"""A result that is void was never there, and one that is restored never went."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.utils import timezone

from ladder import tasks
from ladder.models import OfficialRating, RatedMatch, Rating, RatingChange, Refit, Season
from ladder.ratings import official, rebuilding
from ladder.ratings.rebuilding import NUMBERS
from ladder.tests.play import add_version, finish, make_bot
from matches.models import Match
from matches.recorded.voiding import restore, void
from matches.services import abort
from tests.examples import sample

RANKS = ([1, 2], [2, 1], [1, 1])


def live(season):
    """Everything that live ratings say, but for the numbers of rows."""
    rows = Rating.objects.filter(season=season, games__gt=0).order_by("bot")
    changes = RatingChange.objects.filter(rated__season=season).order_by("rated", "seat")
    return (
        list(rows.values_list("bot", *NUMBERS)),
        list(changes.values_list("rated", "seat", "mu_before", "sigma_before", "mu", "sigma")),
    )


def fitted(season):
    official.refit(season)
    rows = OfficialRating.objects.filter(season=season).order_by("version")
    return list(rows.values_list("version", "strength", "error", "games", "best", "worst"))


def mend(season):
    while rebuilding.waiting().exists():
        rebuilding.recalculate(season.pk)
    season.refresh_from_db()


@pytest.fixture
def adder(olga):
    return make_bot(olga, "adder")


@pytest.fixture
def trio(worm, viper, adder):
    return [worm, viper, adder]


@pytest.fixture
def play(pit, trio):
    """Plays ``count`` random rated matches of three bots."""
    rng = random.Random(3)

    def play(count: int) -> list[Match]:
        return [finish(pit(*rng.sample(trio, 2)), rng.choice(RANKS)) for _ in range(count)]

    return play


def test_a_void_match_leaves_the_numbers_of_a_season_without_it(season, worm, viper, pit, olga):
    first = finish(pit(worm, viper), [1, 2])
    before, strengths = live(season), fitted(season)
    second = finish(pit(worm, viper), [2, 1])
    void(second, olga, "the map was broken")
    mend(season)
    assert live(season) == before
    assert fitted(season) == strengths
    assert (season.results, season.stale_since) == (1, None)
    assert first.finished == Rating.objects.get(bot=worm).last_played


def test_what_follows_a_void_match_is_rated_as_if_it_followed_what_came_before(
    season, worm, viper, pit, olga, play
):
    play(4)
    gone = finish(pit(worm, viper), [1, 2])
    play(9)
    void(gone, olga, "a fault of the worker")
    mend(season)
    found = live(season)
    Match.objects.filter(pk=gone.pk).delete()
    assert rebuilding.rebuild(season).corrected == 0
    assert live(season) == found


def test_a_restored_match_brings_back_every_bit(season, olga, play, monkeypatch):
    monkeypatch.setattr(rebuilding, "CHUNK", 3)
    matches = play(12)
    before, strengths = live(season), fitted(season)
    for match in matches[2:6]:
        void(match, olga, "one by one")
    mend(season)
    assert live(season) != before
    for match in reversed(matches[2:6]):
        restore(match, olga, "it was right")
    mend(season)
    assert live(season) == before
    assert fitted(season) == strengths
    assert season.results == 12
    ids = RatingChange.objects.order_by("rated__order", "seat").values_list("pk", flat=True)
    assert list(ids) == sorted(ids)


def test_a_season_whose_results_are_all_void_is_empty(season, worm, viper, pit, olga):
    match = finish(pit(worm, viper), [1, 2])
    official.refit(season)
    void(match, olga, "all of it")
    mend(season)
    assert live(season) == ([], [])
    assert official.due(now=True) == [season]
    official.refit(season)
    assert official.table(season) == []
    assert official.due(now=True) == []


def test_official_ratings_are_fitted_again_after_a_void_and_after_its_undoing(season, olga, play):
    match = play(3)[0]
    official.refit(season)
    assert official.due(now=True) == []
    void(match, olga, "once")
    assert official.due(now=True) == [season]
    play(1)
    assert official.due(now=True) == [season], "there are as many results as before, but others"
    official.refit(season)
    restore(match, olga, "back")
    assert (Refit.objects.get().results, official.due(now=True)) == (3, [season])


def test_results_that_come_while_ratings_are_recalculated_are_counted_in_the_end(
    season, worm, viper, pit, olga, play
):
    matches = play(5)
    void(matches[1], olga, "first")
    late = finish(pit(worm, viper), [2, 1])
    season.refresh_from_db()
    assert season.stale_since is not None
    assert season.results == 5
    assert late.rated.order == season.revision
    assert not late.rated.changes.exists()
    mend(season)
    assert late.rated.changes.count() == 2
    after = finish(pit(viper, worm), [1, 2])
    assert after.rated.changes.count() == 2
    found = live(season)
    assert rebuilding.rebuild(season).corrected == 0
    assert live(season) == found


def test_a_recalculation_that_was_killed_is_begun_again(season, olga, play, monkeypatch):
    monkeypatch.setattr(rebuilding, "CHUNK", 2)
    matches = play(9)
    void(matches[0], olga, "at the beginning")
    go_on, calls = rebuilding._Work.go_on, []

    def dies(work, now):
        calls.append(work)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return go_on(work, now)

    with monkeypatch.context() as patch:
        patch.setattr(rebuilding._Work, "go_on", dies)
        with pytest.raises(KeyboardInterrupt):
            rebuilding.recalculate(season.pk)
    season.refresh_from_db()
    assert (season.recalculated, season.stale_since is None) == (4, False)
    assert rebuilding.recalculate(season.pk) is None, "its lease holds"
    Season.objects.update(recalculation_until=timezone.now() - timedelta(seconds=1))
    tasks.mend()
    season.refresh_from_db()
    assert season.stale_since is None
    found = live(season)
    assert rebuilding.rebuild(season).corrected == 0
    assert live(season) == found


def test_a_void_in_the_middle_of_a_recalculation_ends_it(season, olga, play, monkeypatch):
    monkeypatch.setattr(rebuilding, "CHUNK", 2)
    matches = play(8)
    void(matches[6], olga, "late")
    go_on, calls = rebuilding._Work.go_on, []

    def interrupted(work, now):
        calls.append(work)
        going = go_on(work, now)
        if len(calls) == 2:
            void(matches[1], olga, "and an early one")
        return going

    with monkeypatch.context() as patch:
        patch.setattr(rebuilding._Work, "go_on", interrupted)
        assert rebuilding.recalculate(season.pk) is None
    season.refresh_from_db()
    assert season.stale_from == matches[1].rated.order
    mend(season)
    assert season.results == 6
    found = live(season)
    assert rebuilding.rebuild(season).corrected == 0
    assert live(season) == found


def test_only_what_follows_a_void_match_is_written_again(season, olga, play):
    matches = play(6)
    kept = set(RatingChange.objects.filter(rated__match__in=matches[:4]).values_list("pk"))
    void(matches[4], olga, "the last but one")
    mend(season)
    assert kept <= set(RatingChange.objects.values_list("pk"))
    assert RatingChange.objects.count() == 10


def test_a_new_version_while_ratings_are_recalculated_shows_in_the_end(season, worm, olga, play):
    void(play(6)[2], olga, "an early one")
    add_version(worm)
    mend(season)
    row = Rating.objects.get(season=season, bot=worm)
    assert row.sigma_shown > row.sigma
    assert rebuilding.rebuild(season).corrected == 0


def test_void_matches_of_other_kinds_leave_ratings_alone(season, worm, viper, pit, olga, play):
    play(2)
    RatedMatch.objects.filter(order=1).update(order=None)
    before = Rating.objects.count()
    waiting = pit(worm, viper)
    abort(waiting, olga, "never played")
    void(Match.objects.get(rated__order=None, state="finished"), olga, "not counted")
    season.refresh_from_db()
    assert season.stale_since is None
    assert Rating.objects.count() == before


@pytest.mark.parametrize("seed", range(sample(8, 3)))
def test_any_way_of_playing_voiding_and_restoring_ends_at_the_rebuilt_numbers(
    seed, season, trio, pit, olga, monkeypatch
):
    """In the end, ratings follow only from the matches that count."""
    rng = random.Random(seed)
    monkeypatch.setattr(rebuilding, "CHUNK", rng.randint(1, 6))
    for what in rng.choices(("play", "void", "restore", "mend"), (5, 3, 2, 1), k=24):
        counting = list(Match.objects.counting().filter(rated__season=season).order_by("pk"))
        void_ones = list(Match.objects.exclude(voided_at=None).order_by("pk"))
        if what == "play" or (what == "void" and not counting):
            finish(pit(*rng.sample(trio, 2)), rng.choice(RANKS))
        elif what == "void":
            void(rng.choice(counting), olga, "why not")
        elif what == "restore" and void_ones:
            restore(rng.choice(void_ones), olga, "why not")
        elif what == "mend":
            mend(season)
    mend(season)
    found, strengths = live(season), fitted(season)
    assert season.results == Match.objects.counting().filter(rated__season=season).count()
    assert rebuilding.rebuild(season).corrected == 0
    assert live(season) == found
    Match.objects.exclude(voided_at=None).delete()
    Rating.objects.all().delete()
    rebuilding.rebuild(season)
    assert live(season) == found
    assert fitted(season) == strengths
