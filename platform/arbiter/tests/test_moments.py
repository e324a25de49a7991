"""Spans of time in tables whose keys rise with it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from accounts.models import User
from arbiter.database.moments import since, until

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def people():
    """One joined each day; the clock of the last one's machine is an hour late."""
    hours = {"a": 0, "b": 24, "c": 48, "d": 47}
    for name, late in hours.items():
        User.objects.create(username=name, date_joined=NOON + timedelta(hours=late))
    return User.objects.filter(username__in=hours)


@pytest.mark.parametrize(
    ("moment", "later", "sooner"),
    [
        (NOON - timedelta(hours=1), "abcd", ""),
        (NOON, "abcd", "a"),
        (NOON + timedelta(hours=25), "cd", "ab"),
        (NOON + timedelta(hours=47), "cd", "abd"),
        (NOON + timedelta(hours=48), "c", "abcd"),
        (NOON + timedelta(hours=49), "", "abcd"),
        (datetime.min.replace(tzinfo=timezone(timedelta(hours=14))), "abcd", ""),
        (datetime.max.replace(tzinfo=timezone(-timedelta(hours=12))), "", "abcd"),
    ],
)
def test_rows_are_those_of_the_span(people, moment, later, sooner):
    assert names(since(people, "date_joined", moment)) == later
    assert names(until(people, "date_joined", moment)) == sooner


def names(people):
    return "".join(sorted(people.values_list("username", flat=True)))
