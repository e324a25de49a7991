"""Matches that are made together."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bots.tests.steps import ready, version_of
from matches.audience import Audience
from matches.creating import MatchDraft, create_matches
from matches.models import Duration, Match
from matches.seating import SeatTerms

pytestmark = pytest.mark.django_db


@pytest.fixture
def worm(alices_bot, redis_client):
    return ready(version_of(alices_bot))


def draft(worm, **more):
    return MatchDraft(
        game="snake", ruleset="standard", kind=Match.Kind.EVENT, players=[worm, worm], **more
    )


def test_many_matches_take_as_many_queries_as_one(worm):
    def queries(count: int) -> int:
        with CaptureQueriesContext(connection) as sent:
            create_matches([draft(worm) for _ in range(count)])
        return len(sent)

    assert queries(9) == queries(1)
    assert queries(0) <= queries(1)


def test_each_match_is_as_its_draft(worm):
    terms = [SeatTerms(handicap=0.5), SeatTerms(rating=12.0)]
    Duration.objects.create(key="kind event", recent=[3.0])
    first, second = create_matches(
        [draft(worm, seed=7, audience=Audience.HIDDEN, terms=terms), draft(worm, seed=8)]
    )
    assert first.pk < second.pk
    for match, seed, audience in ((first, 7, Audience.HIDDEN), (second, 8, Audience.PUBLIC)):
        match.refresh_from_db()
        assert (match.seed, match.audience, match.expected) == (seed, audience, 3.0)
    assert list(first.seats.values_list("number", "handicap", "rating")) == [
        (0, 0.5, None),
        (1, 1.0, 12.0),
    ]
    assert list(second.seats.values_list("version", flat=True)) == [worm.pk, worm.pk]


def test_drafts_with_a_wrong_number_of_terms_make_no_match(worm):
    with pytest.raises(ValueError, match="shorter"):
        create_matches([draft(worm), draft(worm, terms=[SeatTerms()])])
    assert not Match.objects.exists()
