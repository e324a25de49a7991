"""In a season with many bots the matchmaker looks at some of them at a time."""

import random
from collections import Counter

import pytest
from django.utils import timezone

from accounts.models import User
from ladder import matchmaking
from ladder.core.matchmaking.pairing import BURST_GAMES
from ladder.models import Rating
from ladder.tests.play import make_bot


@pytest.fixture
def large(season, alice, bob, charlie, olga, monkeypatch, settings):
    """A house bot, and two bots of each of three owners; one owner's are looked at together."""
    monkeypatch.setattr(matchmaking, "FIELD", 3)
    settings.LADDER_QUEUE_DEPTH = 2
    alice.is_house = True
    alice.save()
    make_bot(alice, "house")
    for owner in (bob, charlie, olga):
        make_bot(owner, f"{owner.username}-one")
        make_bot(owner, f"{owner.username}-two")
    return season


def test_owners_are_drawn_with_all_their_bots_and_house_bots_are_always_there(large):
    playing = matchmaking.playing_in(large)
    drawn: Counter[User] = Counter()
    for seed in range(30):
        some, everybody = matchmaking._fields(playing, random.Random(seed))
        assert everybody.count() == 7
        house, *others = sorted(some, key=lambda bot: not bot.is_house)
        assert house.is_house
        assert len(others) == 2
        (owner,) = {bot.owner for bot in others}
        drawn[owner] += 1
    assert len(drawn) == 3
    assert min(drawn.values()) >= 5


def test_a_bot_that_may_play_is_found_where_all_others_rest(large):
    *resting, ready = matchmaking.playing_in(large)
    for bot in resting:
        Rating.objects.create(
            season=large,
            bot=bot,
            version=bot.active_version,
            version_games=BURST_GAMES,
            last_played=timezone.now(),
        )
    large.hourly_floor = 0
    large.save()
    some, _ = matchmaking._fields(matchmaking.playing_in(large), random.Random(1))
    assert ready not in some
    made = matchmaking.feed_season(large, random.Random(1))
    assert [ready in [seat.program.bot for seat in match.seats.all()] for match in made] == [
        True,
        True,
    ]


def test_a_few_bots_are_all_looked_at_and_nothing_is_drawn(large, monkeypatch):
    monkeypatch.setattr(matchmaking, "FIELD", 7)
    rng = random.Random(1)
    (everybody,) = matchmaking._fields(matchmaking.playing_in(large), rng)
    assert everybody.count() == 7
    assert rng.getstate() == random.Random(1).getstate()
