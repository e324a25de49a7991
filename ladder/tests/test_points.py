"""Seasons that go by points."""

import random

import pytest
from django.utils import timezone

from games.engine import EndState
from games.registry import GAMES
from ladder.core.points import total
from ladder.core.rating import standing
from ladder.models import Rating, Season
from ladder.ratings.rebuilding import rebuild
from ladder.ratings.standings import Rank, Standings, rank
from ladder.tests.play import add_version, finish, make_bot
from ladder.tests.test_rebuild import everything
from matches.models import Match

WINDOW = 4


@pytest.fixture
def by_points(season):
    """The season, by points of the newest four matches."""
    Season.objects.filter(pk=season.pk).update(scoring="points", window=WINDOW)
    season.refresh_from_db()
    return season


def points_of(bot):
    row = Rating.objects.get(bot=bot)
    return row.standing, row.counted


def test_points_come_with_every_result(by_points, worm, viper, pit):
    finish(pit(worm, viper), [1, 2])
    finish(pit(viper, worm), [1, 1])
    assert points_of(worm) == (15, [10, 5])
    assert points_of(viper) == (5, [0, 5])


@pytest.fixture
def own_points(monkeypatch):
    """Snake gives points for a match, as microwars does."""
    monkeypatch.setattr(type(GAMES["snake"]), "points", GAMES["microwars"].points)


def test_a_game_that_gives_points_is_summed_by_them(own_points, by_points, worm, viper, pit):
    finish(pit(worm, viper), [1, 2], scores=[3, -1])
    finish(pit(worm, viper), [1, 1], scores=[0, 0])
    finish(pit(worm, viper), [1, 1], [EndState.ILLEGAL] * 2, scores=[-1, -1])
    assert points_of(worm) == (2, [3, 0, -1])
    assert points_of(viper) == (-2, [-1, 0, -1])
    before = everything()
    rebuild(by_points)
    assert everything() == before


def test_a_season_by_ratings_has_a_column_of_the_games_points(
    own_points, season, worm, viper, pit, client
):
    finish(pit(worm, viper), [1, 2], scores=[3, -1])
    finish(pit(viper, worm), [1, 2], scores=[3, -1])
    gone = finish(pit(worm, viper), [1, 2], scores=[3, -1])
    Match.objects.filter(pk=gone.pk).update(voided_at=timezone.now())
    finish(pit(worm, viper), [1, 2], scores=[3, -1])
    assert {line.rating.bot: line.earned for line in Standings(season)} == {worm: 5, viper: 1}
    page = client.get(season.get_absolute_url()).text
    assert ">Points</th>" in page
    assert (
        "Points: 3 points for a win, 0 for a draw, −1 for a loss, over all rated matches." in page
    )
    assert '<td class="num">5</td>' in page
    finish(pit(worm, viper), [1, 2], scores=[3, -1])
    finish(pit(worm, viper), [1, 2], scores=[3, -1])
    assert '<td class="num">−1</td>' in client.get(season.get_absolute_url()).text


def test_a_game_without_points_of_its_own_has_no_such_column(season, worm, viper, pit, client):
    finish(pit(worm, viper), [1, 2])
    assert [line.earned for line in Standings(season)] == [None, None]
    assert ">Points</th>" not in client.get(season.get_absolute_url()).text


def test_more_matches_than_the_window_win_nothing(by_points, worm, viper, alice, pit):
    for _ in range(WINDOW + 3):
        finish(pit(worm, viper), [1, 2])
    assert points_of(worm) == (10 * WINDOW, [10] * WINDOW)
    finish(pit(worm, viper), [2, 1])
    assert points_of(worm) == (10 * (WINDOW - 1), [10, 10, 10, 0])


def test_the_table_is_by_points_and_not_by_rating(by_points, worm, viper, charlie, pit):
    """A bot with one counted win stands behind bots with two."""
    prey = make_bot(charlie, "prey")
    finish(pit(viper, worm), [1, 2])
    for ranks in ([1, 2], [1, 2], [1, 2], [2, 1], [2, 1]):
        finish(pit(worm, prey), ranks)
    lines = list(Standings(by_points))
    told = [
        (line.rating.bot.name, line.total.points, line.total.matches)
        for line in lines
        if line.total is not None
    ]
    assert told == [("worm", 20, WINDOW), ("prey", 20, WINDOW), ("viper", 10, 1)]
    assert [line.place for line in lines] == [1, 1, 3]
    assert lines[2].display.points > max(line.display.points for line in lines[:2])


def test_equals_in_all_share_a_place_and_wins_part_others(by_points, worm, viper, charlie, pit):
    adder, boa = make_bot(charlie, "adder"), make_bot(charlie, "boa")
    finish(pit(worm, viper), [1, 1])
    finish(pit(worm, viper), [1, 1])
    finish(pit(adder, worm), [1, 2])
    finish(pit(adder, boa), [2, 1])
    # All have ten points: adder and boa won once, boa in one match; viper in two without a win.
    places = {line.rating.bot.name: line.place for line in Standings(by_points)}
    assert places == {"boa": 1, "adder": 2, "viper": 3, "worm": 4}
    for row in Rating.objects.filter(season=by_points):
        assert rank(row) == Rank(places[row.bot.name], 4)
    parts = [line.place for start in range(4) for line in Standings(by_points)[start : start + 1]]
    assert parts == [1, 2, 3, 4]
    found = Standings(by_points, "charlie/")
    assert [(line.rating.bot.name, line.place) for line in found][:2] == [("boa", 1), ("adder", 2)]


def test_those_equal_in_points_wins_and_matches_share_the_place(by_points, worm, viper, pit):
    finish(pit(worm, viper), [1, 1])
    assert [line.place for line in Standings(by_points)] == [1, 1]


def test_a_new_version_moves_nobody_in_the_table(by_points, worm, viper, pit):
    finish(pit(worm, viper), [1, 2])
    before = points_of(worm)
    add_version(worm)
    row = Rating.objects.get(bot=worm)
    assert points_of(worm) == before
    assert row.sigma_shown > row.sigma


def test_live_ratings_are_the_same_as_without_points(by_points, worm, viper, pit):
    finish(pit(worm, viper), [1, 2])
    scored = Rating.objects.get(bot=worm)
    Season.objects.filter(pk=by_points.pk).update(scoring="rating")
    by_points.refresh_from_db()
    rebuild(by_points)
    rated = Rating.objects.get(bot=worm)
    assert (rated.mu, rated.sigma) == (scored.mu, scored.sigma)
    assert rated.standing == standing((rated.mu, rated.sigma_shown)) != scored.standing
    assert (rated.counted, rated.tie) == ([], 0)


def test_a_rebuild_gives_the_same_points(by_points, worm, viper, olga, pit):
    bots = [worm, viper, make_bot(olga, "adder")]
    rng = random.Random(2)
    for _ in range(20):
        finish(pit(*rng.sample(bots, 2)), rng.choice([[1, 2], [2, 1], [1, 1]]))
    before = everything()
    assert {len(row.counted) for row in Rating.objects.all()} == {WINDOW}
    rebuild(by_points)
    assert everything() == before
    Rating.objects.update(counted=[], standing=0)
    rebuild(by_points)
    assert everything() == before
    for row in Rating.objects.all():
        assert (row.standing, row.tie) == (total(row.counted).points, total(row.counted).tie)
