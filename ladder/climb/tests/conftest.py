"""A bot that may climb, and the house bots of snake on their rungs."""

from __future__ import annotations

import pytest

from accounts.models import User
from ladder.climb import services
from ladder.tests.play import make_bot

RUNGS = services.rungs_of("snake")


@pytest.fixture
def worm(alice, team, db):
    return make_bot(alice, "worm", team)


@pytest.fixture
def house(db):
    """The house bots of snake, with the programs of their rungs."""
    assert RUNGS is not None
    owner = User.objects.create_user("house", is_house=True)
    for rung in RUNGS.order:
        bot = make_bot(owner, rung.house)
        bot.versions.update(source_sha256=rung.digests[0])
    return owner
