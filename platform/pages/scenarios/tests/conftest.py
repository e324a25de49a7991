"""The orchard with an organizer who is logged in, a map, a draft on it, and a house bot."""

from __future__ import annotations

import pytest

from bots.services import create_bot
from ladder.tests.play import add_version
from rulesets.tests.steps import install, make, plant


@pytest.fixture
def field(monkeypatch, settings, redis_client, olga, client):
    install(monkeypatch, settings)
    client.force_login(olga)
    return plant(olga)


@pytest.fixture
def summer(field, olga):
    return make(olga, field)


@pytest.fixture
def house(field, charlie):
    charlie.is_house = True
    charlie.save()
    bot = create_bot(charlie, "orchard", "gardener")
    add_version(bot)
    return bot
