"""The terms of seats, from `create_match` to the judger's job."""

from __future__ import annotations

import pytest

from matches.models import Match
from matches.playing.runner import job_of
from matches.seating import SeatTerms
from matches.services import create_match


@pytest.fixture
def version(make_ready, alices_bot):
    return make_ready(alices_bot)


def told(match):
    """The handicap and rating of each seat in the job."""
    job = job_of(Match.objects.get(pk=match.pk), None)
    return [(seat.handicap, seat.rating) for seat in job.setup.seats]


def test_handicap_and_points_reach_the_judger(version):
    match = create_match("snake", "standard", "friendly", [version, version])
    assert told(match) == [(1.0, None)] * 2
    terms = [SeatTerms(1.5, 1523.5), SeatTerms(rating=1480)]
    match = create_match("snake", "standard", "series", [version, version], terms=terms)
    assert told(match) == [(1.5, 1523.5), (1.0, 1480.0)]


def test_terms_are_for_every_seat(version):
    before = Match.objects.count()
    with pytest.raises(ValueError, match="zip"):
        create_match("snake", "standard", "series", [version, version], terms=[SeatTerms(1.5)])
    assert Match.objects.count() == before
