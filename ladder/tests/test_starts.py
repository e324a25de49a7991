"""Ladder matches that cannot differ are not played again, and a repeat counts for nothing."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bots.models import Bot
from bots.services import create_bot
from games.registry import GAMES
from ladder.matchmaking import feed_season
from ladder.models import RatedMatch, Rating, Season
from ladder.seasons.current import ensure_seasons
from ladder.starts import of_season
from ladder.tests.play import add_version, finish
from maps.pools import pool
from maps.services import install_stock
from matches.models import Match
from matches.recorded.voiding import restore

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]


@pytest.fixture
def season(settings) -> Season:
    """Of a game that does not use its seed, on a pool of four maps."""
    settings.LADDER_QUEUE_DEPTH = 2
    install_stock([GAMES["microwars"]])
    ensure_seasons()
    return Season.objects.get(game="microwars", ruleset="standard")


@pytest.fixture
def bots(season, alice, charlie) -> list[Bot]:
    found = [create_bot(owner, "microwars", name) for owner, name in ((alice, "a"), (charlie, "b"))]
    for bot in found:
        add_version(bot)
    return found


def start(match: Match) -> str:
    """The start as programs without chance know it: the map, and who sits where."""
    seats = [seat.version_id for seat in match.seats.order_by("number")]
    return f"{match.map_used_id}-{seats}"


def play(season: Season, plans: int, by_chance: bool = False) -> list[Match]:
    """The matches of this number of plans, played to their ends."""
    made: list[Match] = []
    for number in range(plans):
        for match in feed_season(season, random.Random(number)):
            finish(match, [1, 2], play=f"{match.pk}" if by_chance else start(match))
            made.append(match)
    return made


def test_all_maps_are_played_in_both_seatings_before_one_is_played_again(season, bots):
    assert len(pool("microwars", "standard")) == 4
    played = Counter(map(start, play(season, 4)))
    assert len(played) == 8
    assert set(played.values()) == {1}


def test_a_repeat_counts_for_nothing_and_is_the_last_match_of_its_versions(season, bots):
    first = {start(match): match.pk for match in play(season, 4)}
    before = {row.bot_id: (row.mu, row.sigma, row.games) for row in Rating.objects.all()}
    repeats = play(season, 1)
    assert [start(match) in first for match in repeats] == [True, True]
    for match in repeats:
        match.refresh_from_db()
        assert match.voided_at is not None
        assert match.voided_why.startswith(f"It repeats match {first[start(match)]}: ")
        assert match.rated.order is None
    after = {row.bot_id: (row.mu, row.sigma, row.games) for row in Rating.objects.all()}
    assert after == before
    season.refresh_from_db()
    assert season.results == len(first)
    assert play(season, 3) == []


def test_a_new_version_has_all_maps_before_it(season, bots):
    play(season, 5)
    assert play(season, 1) == []
    add_version(bots[0])
    assert len(play(season, 4)) == 8
    assert RatedMatch.objects.filter(order=None).count() == 2


def test_two_versions_that_are_known_to_repeat_need_no_proof_of_their_own(season, bots, olga):
    play(season, 5)
    third = create_bot(olga, "microwars", "c")
    add_version(third)
    while play(season, 1):
        pass
    starts = Counter(map(start, Match.objects.filter(kind=Match.Kind.LADDER)))
    assert len(starts) == 3 * 8
    assert RatedMatch.objects.filter(order=None).count() <= 4


def test_programs_that_draw_go_on_and_all_of_it_counts(season, bots):
    made = play(season, 7, by_chance=True)
    assert len(made) == 14
    assert not Match.objects.exclude(voided_at=None).exists()


def test_while_a_match_goes_on_that_may_repeat_another_no_third_one_begins(season, bots, settings):
    play(season, 4)
    assert len(feed_season(season, random.Random(1))) == 2
    settings.LADDER_QUEUE_DEPTH = 8
    assert feed_season(season, random.Random(2)) == []


def test_the_starts_of_a_game_that_uses_its_seed_are_not_read(db, django_assert_num_queries):
    ensure_seasons()
    season = Season.objects.get(game="xghj", ruleset=GAMES["xghj"].rulesets[0].name)
    with django_assert_num_queries(1):  # its pool
        assert not of_season(season).is_spent([(1, 2), (2, 1)])


def test_a_repeat_that_people_let_count_again_is_rated(season, bots, olga):
    play(season, 4)
    (repeat, _) = play(season, 1)
    results = season.rated_matches.exclude(order=None).count()
    restore(Match.objects.get(pk=repeat.pk), olga, "Its program has changed outside.")
    repeat.refresh_from_db()
    assert repeat.voided_at is None
    assert repeat.rated.order == results + 1
    season.refresh_from_db()
    assert season.results == results + 1
