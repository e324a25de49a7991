"""Matches that an author should look at first, and more of them."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from games.engine import EndState
from ladder.statistics.notable import MOST, notable
from ladder.tests.play import finish, make_bot
from matches import more
from matches.models import Match
from matches.seating import SeatTerms
from matches.services import create_match


@pytest.fixture
def bots(db, redis_client, alice, charlie):
    return make_bot(alice, "worm"), make_bot(charlie, "viper")


@pytest.fixture
def play(bots):
    def play(ranks, ratings=(1500.0, 1500.0), ends=None) -> Match:
        versions = [bot.active_version for bot in bots]
        terms = [SeatTerms(rating=rating) for rating in ratings]
        match = create_match("snake", "blitz", "ladder", versions, terms=terms)
        return finish(match, ranks, ends)

    return play


def test_failures_come_first_then_the_least_expected_losses(play, bots):
    expected = play([2, 1], (1300.0, 1700.0))
    surprising = play([2, 1], (1700.0, 1300.0))
    play([1, 2])
    failed = play([2, 1], ends=[EndState.TIMEOUT, EndState.OK])
    even = play([2, 1])
    found = notable(bots[0])
    assert [row.match for row in found] == [failed, surprising, even, expected]
    assert found[0].failed
    assert not found[1].failed
    shares = [row.share for row in found[1:]]
    assert all(share is not None for share in shares)
    assert shares == sorted(shares, key=lambda share: -(share or 0))
    assert shares[1] == pytest.approx(0.5)


def test_voided_and_private_matches_and_those_without_ratings_are_left_out(play, bots):
    Match.objects.filter(pk=play([2, 1]).pk).update(voided_at="2026-01-01T00:00Z")
    Match.objects.filter(pk=play([2, 1]).pk).update(kind="trial")
    play([2, 1], (None, 1500.0))
    assert notable(bots[0]) == []


def test_each_kind_has_a_largest_number_and_the_queries_stay_few(
    play, bots, django_assert_max_num_queries
):
    for _ in range(MOST + 2):
        play([2, 1])
        play([2, 1], ends=[EndState.CRASH, EndState.OK])
    with django_assert_max_num_queries(6):
        assert len(notable(bots[0])) == 2 * MOST


def test_more_matches_exchange_the_seats(play, bots, alice, monkeypatch):
    monkeypatch.setattr(more, "MORE", 4)
    assert more.request_more(alice, bots[0], play([2, 1])) == 4
    made = Match.objects.filter(kind="friendly").order_by("pk")
    firsts = [match.seats.get(number=0).program.bot.name for match in made]
    assert firsts == ["worm", "viper", "worm", "viper"]
    assert len({match.seed for match in made}) == 4


def test_more_matches_stay_within_the_quota(play, bots, alice):
    match = play([2, 1])
    assert more.request_more(alice, bots[0], match) == 20
    with pytest.raises(ValidationError, match="still wait"):
        more.request_more(alice, bots[0], match)


def test_a_bot_that_was_not_there_has_no_more_matches(play, alice):
    other = make_bot(alice, "newt")
    with pytest.raises(ValidationError, match="no seat"):
        more.request_more(alice, other, play([2, 1]))
