"""Bots that are compared: alice's, of which bob is in the team, and others'."""

import pytest

from bots.services import create_bot
from games.tests import stakes
from ladder.tests.play import add_version
from matches.tests import crowd


@pytest.fixture
def bots(alice, team, charlie, olga, monkeypatch, redis_client):
    """Name → bot of a game with many rulesets: alice's "ant" has a version 2 that does not play
    yet, "bee" is charlie's, "cat" olga's, "low" and "high" are house bots."""
    crowd.install(monkeypatch, stakes)
    made = {}
    for owner, name in ((alice, "ant"), (charlie, "bee"), (olga, "cat")):
        made[name] = create_bot(owner, "stakes", name, team=team if owner == alice else None)
    for name in ("low", "high"):
        made[name] = create_bot(olga, "stakes", name)
        type(made[name]).objects.filter(pk=made[name].pk).update(is_house=True)
    for bot in made.values():
        add_version(bot)
        bot.refresh_from_db()
    add_version(made["ant"], active=False)
    return made


@pytest.fixture
def new(bots):
    """The version of alice's that is not active."""
    return bots["ant"].versions.get(number=2)


@pytest.fixture
def old(bots):
    """The one that plays."""
    return bots["ant"].active_version
