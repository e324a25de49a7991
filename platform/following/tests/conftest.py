"""Bots and events of which followers hear."""

from __future__ import annotations

import pytest

from following import fanout, noting
from ladder.events.tests.steps import authors
from ladder.seasons.current import ensure_seasons
from ladder.tests.play import make_bot
from notices.models import Notice


@pytest.fixture
def worm(alice, redis_client):
    ensure_seasons()
    return make_bot(alice, "worm")


@pytest.fixture
def bots(worm):
    """Eight bots of snake, b0 to b7, each of another person; b0 is the strongest."""
    return authors(8)


@pytest.fixture
def hear():
    """Run the periodic task and return what a person was notified of since, oldest first."""

    def hear(person) -> list[str]:
        before = set(Notice.objects.values_list("pk", flat=True))
        noting.sweep()
        fanout.notify_all()
        rows = Notice.objects.filter(user=person, kind__startswith="followed.")
        return [row.text for row in rows.order_by("pk") if row.pk not in before]

    return hear
