"""Matches that an author should look at first, and more of them."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from games.engine import EndState
from ladder.statistics.notable import MOST, notable
from ladder.tests.play import add_version, finish, make_bot
from matches import services
from matches.derived import more
from matches.models import Match
from matches.seating import SeatTerms
from matches.services import create_match


@pytest.fixture
def bots(db, redis_client, alice, charlie):
    return make_bot(alice, "worm"), make_bot(charlie, "viper")


@pytest.fixture
def others(bots, charlie):
    """Opponents that the first bot has not met."""
    return [make_bot(charlie, f"asp-{number}") for number in range(MOST + 2)]


@pytest.fixture
def play(bots):
    def play(ranks, ratings=(1500.0, 1500.0), ends=None, against=None) -> Match:
        versions = [bot.active_version for bot in (bots[0], against or bots[1])]
        terms = [SeatTerms(rating=rating) for rating in ratings]
        match = create_match("snake", "blitz", "ladder", versions, terms=terms)
        return finish(match, ranks, ends)

    return play


def test_failures_come_first_then_the_least_expected_losses(play, bots, others):
    expected = play([2, 1], (1300.0, 1700.0), against=others[0])
    surprising = play([2, 1], (1700.0, 1300.0), against=others[1])
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
    play, bots, others, django_assert_max_num_queries
):
    for end, other in zip(list(EndState)[1 : MOST + 3], others, strict=True):
        play([2, 1], against=other)
        play([2, 1], ends=[end, EndState.OK])
    with django_assert_max_num_queries(6):
        found = notable(bots[0])
    assert [row.failed for row in found] == [True] * MOST + [False] * MOST


def test_losses_to_one_opponent_are_the_least_expected_one_with_their_number(play, bots, others):
    play([2, 1], (1300.0, 1700.0))
    surprising = play([2, 1], (1700.0, 1300.0))
    play([2, 1])
    other = play([2, 1], against=others[0])
    found = [(row.match, row.alike) for row in notable(bots[0])]
    assert found == [(surprising, 2), (other, 0)]


def test_a_cause_that_a_new_version_has_kept_is_one_row(play, bots):
    play([2, 1], ends=[EndState.CRASH, EndState.OK])
    add_version(bots[0])
    bots[0].refresh_from_db()
    newest = play([2, 1], ends=[EndState.CRASH, EndState.OK])
    assert [(row.match, row.alike) for row in notable(bots[0])] == [(newest, 1)]


def test_failures_of_one_kind_and_version_are_listed_once_with_their_number(play, bots):
    play([2, 1], ends=[EndState.CRASH, EndState.OK])
    play([2, 1], ends=[EndState.CRASH, EndState.OK])
    late = play([2, 1], ends=[EndState.TIMEOUT, EndState.OK])
    newest = play([2, 1], ends=[EndState.CRASH, EndState.OK])
    found = [(row.match, row.alike) for row in notable(bots[0])]
    assert found == [(newest, 2), (late, 0)]


def test_older_versions_are_left_out_when_the_new_one_has_played_enough(play, bots, monkeypatch):
    monkeypatch.setattr("ladder.statistics.notable.ENOUGH", 2)
    old = play([2, 1], ends=[EndState.CRASH, EndState.OK])
    add_version(bots[0])
    bots[0].refresh_from_db()
    new = play([2, 1])
    assert [row.match for row in notable(bots[0])] == [old, new]
    won = play([1, 2])
    assert won.seats.get(number=0).version == bots[0].active_version
    assert [row.match for row in notable(bots[0])] == [new]


def test_more_matches_exchange_the_seats(play, bots, alice, monkeypatch):
    monkeypatch.setattr(more, "MORE", 4)
    assert more.request_more(alice, bots[0], play([2, 1])) == more.More(4, ())
    made = Match.objects.filter(kind="friendly").order_by("pk")
    firsts = [match.seats.get(number=0).program.bot.name for match in made]
    assert firsts == ["worm", "viper", "worm", "viper"]
    assert len({match.seed for match in made}) == 4


def test_more_matches_stay_within_the_quota(play, bots, alice):
    match = play([2, 1])
    assert more.request_more(alice, bots[0], match).count == 20
    with pytest.raises(ValidationError, match="still wait"):
        more.request_more(alice, bots[0], match)


def test_more_matches_are_played_by_the_versions_that_met_where_they_may(play, bots, alice):
    match = play([2, 1])
    mine, theirs = (bot.active_version for bot in bots)
    add_version(bots[0], active=True)
    newer = add_version(bots[1], active=True)
    bots[0].refresh_from_db()
    found = more.request_more(alice, bots[0], match)
    assert found.replaced == ((theirs, newer),)
    made = Match.objects.filter(kind="friendly").order_by("pk")
    assert {seat.version for each in made for seat in each.seats.all()} == {mine, newer}


def test_all_matches_are_requested_or_none(play, bots, alice, monkeypatch):
    match = play([2, 1])
    requested = services.request_match

    def third_fails(*given, **more_given):
        if Match.objects.filter(kind="friendly").count() == 2:
            raise ValidationError("the disk is full")
        return requested(*given, **more_given)

    monkeypatch.setattr("matches.derived.more.request_match", third_fails)
    with pytest.raises(ValidationError, match="the disk is full"):
        more.request_more(alice, bots[0], match)
    assert not Match.objects.filter(kind="friendly").exists()


def test_a_bot_that_has_left_plays_no_more_matches(play, bots, alice):
    match = play([2, 1])
    bots[1].deactivated_at = "2026-01-01T00:00Z"
    bots[1].active_version = None
    bots[1].save()
    with pytest.raises(ValidationError, match="does not play any more"):
        more.request_more(alice, bots[0], match)


def test_a_bot_that_was_not_there_has_no_more_matches(play, alice):
    other = make_bot(alice, "newt")
    with pytest.raises(ValidationError, match="no seat"):
        more.request_more(alice, other, play([2, 1]))
