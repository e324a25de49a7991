"""The table of a season, and a bot's way through it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bots.services import deactivate, retire
from ladder.core.rating import POINTS, display
from ladder.models import Rating, Season
from ladder.ratings.counting import history
from ladder.ratings.results import RECENT
from ladder.ratings.standings import Rank, Standings, rank
from ladder.ratings.standings import display as display_of
from ladder.tests.play import add_version, finish, make_bot


def test_the_better_stand_first(season, worm, viper, pit):
    for _ in range(3):
        finish(pit(worm, viper), [2, 1])
    first, second = Standings(season)
    assert (first.place, first.rating.bot, first.win_rate) == (1, viper, 1.0)
    assert (second.place, second.rating.bot, second.win_rate) == (2, worm, 0.0)
    assert first.display.points > 1500 > second.display.points
    assert first.trend == -second.trend == first.display.points - 1500


def test_equals_share_a_place(season, worm, viper, pit):
    finish(pit(worm, viper), [1, 1])
    assert [line.place for line in Standings(season)] == [1, 1]


def test_a_new_season_is_empty(season, worm):
    assert list(Standings(season)) == []
    assert Standings(season).bounds() is None


def test_those_who_left_have_no_place_while_the_season_runs(season, worm, viper, alice, pit):
    finish(pit(worm, viper), [1, 2])
    retire(worm, alice)
    assert [line.rating.bot for line in Standings(season)] == [viper]
    Season.objects.filter(pk=season.pk).update(ends=timezone.now() - timedelta(seconds=1))
    season.refresh_from_db()
    assert [line.rating.bot for line in Standings(season)] == [worm, viper]


def test_those_whom_organizers_took_out_never_have_a_place(season, worm, viper, olga, pit):
    finish(pit(worm, viper), [1, 2])
    deactivate(worm, olga, "copied")
    Season.objects.filter(pk=season.pk).update(ends=timezone.now() - timedelta(seconds=1))
    season.refresh_from_db()
    assert [line.rating.bot for line in Standings(season)] == [viper]


def test_the_trend_looks_back_a_number_of_matches(season, worm, viper, pit):
    for number in range(RECENT + 5):
        match = finish(pit(worm, viper), [1, 2])
        if number == 4:
            then = match.rated.changes.get(seat=0).mu
    (best, _) = Standings(season)
    assert best.trend == round(POINTS * (best.rating.mu - then)) > 0


def test_a_new_version_is_shown_as_less_certain_at_once(season, worm, viper, pit):
    for _ in range(40):
        finish(pit(worm, viper), [1, 2])
    row = Rating.objects.get(bot=worm)
    assert display_of(row).uncertainty == display((row.mu, row.sigma)).uncertainty
    add_version(worm)
    row = Rating.objects.get(bot=worm)
    assert display_of(row).uncertainty > display((row.mu, row.sigma)).uncertainty
    assert Standings(season)[0].display == display_of(row)


def test_a_history_tells_every_match(season, worm, viper, pit):
    matches = [finish(pit(worm, viper), ranks) for ranks in ([1, 2], [2, 1], [1, 1])]
    steps = history(Rating.objects.get(bot=worm))
    assert [step.match_id for step in steps] == [match.pk for match in matches]
    assert steps[0].change > 0 > steps[1].change
    assert 1500 + sum(step.change for step in steps) == steps[-1].display.points


@pytest.mark.parametrize("others", [1, 8])
def test_a_table_costs_the_same_however_long(
    season, worm, charlie, pit, others, django_assert_max_num_queries
):
    for number in range(others):
        finish(pit(worm, make_bot(charlie, f"bot{number}")), [1, 2])
    with django_assert_max_num_queries(2):
        for line in Standings(season):
            assert str(line.rating.bot)


def test_a_rank_is_the_place_in_the_standings_without_the_table(season, worm, viper, alice, pit):
    third = make_bot(alice, "third")
    finish(pit(worm, viper), [1, 2])
    finish(pit(viper, third), [1, 1])
    add_version(worm)  # less certain from now on, so further down
    table = {line.rating.pk: line.place for line in Standings(season)}
    assert len(table) == 3
    for rating in Rating.objects.filter(season=season):
        assert rank(rating) == Rank(table[rating.pk], 3)
    retire(worm, alice)
    assert rank(Rating.objects.get(season=season, bot=worm)) is None


@pytest.fixture
def crowd(season, worm, charlie, pit):
    """Nine bots that lost to worm once each, or tied: all in two places below it."""
    for number in range(9):
        finish(pit(worm, make_bot(charlie, f"bot{number}")), [1, 2] if number % 3 else [1, 1])
    return season


def test_a_part_of_the_table_has_the_places_of_the_whole(crowd):
    whole = [(line.place, line.rating.pk) for line in Standings(crowd)]
    assert len(whole) == len(Standings(crowd)) == 10
    for start in range(11):
        part = Standings(crowd)[start : start + 3]
        assert [(line.place, line.rating.pk) for line in part] == whole[start : start + 3]
    assert Standings(crowd)[4].rating.pk == whole[4][1]
    with pytest.raises(IndexError):
        Standings(crowd)[10]


def test_equals_share_the_place_across_parts(season, worm, viper, alice, charlie, pit):
    pairs = [(worm, viper), (make_bot(alice, "third"), make_bot(charlie, "fourth"))]
    for pair in pairs:
        finish(pit(*pair), [1, 2])
    assert [line.place for line in Standings(season)] == [1, 1, 3, 3]
    assert [Standings(season)[number].place for number in range(4)] == [1, 1, 3, 3]


def test_words_leave_lines_and_keep_their_places(crowd):
    whole = {str(line.rating.bot): line.place for line in Standings(crowd)}
    found = Standings(crowd, "CHARLIE/bot")
    assert (len(found), found.total) == (9, 10)
    told = {str(line.rating.bot): line.place for line in found}
    assert told == {name: place for name, place in whole.items() if name.startswith("charlie")}
    assert list(Standings(crowd, "100%")) == []


def test_the_ends_of_all_intervals_bound_the_scale(crowd):
    bounds = Standings(crowd).bounds()
    assert bounds is not None
    low, high = bounds
    shown = [line.display for line in Standings(crowd)]
    assert low == pytest.approx(min(d.points - d.uncertainty for d in shown), abs=1.1)
    assert high == pytest.approx(max(d.points + d.uncertainty for d in shown), abs=1.1)


def test_a_season_that_is_over_is_not_moved_by_new_versions(season, worm, viper, pit):
    finish(pit(worm, viper), [1, 2])
    Season.objects.filter(pk=season.pk).update(ends=timezone.now() - timedelta(seconds=1))
    season.refresh_from_db()
    before = [(line.place, line.display) for line in Standings(season)]
    add_version(worm)
    assert [(line.place, line.display) for line in Standings(season)] == before
