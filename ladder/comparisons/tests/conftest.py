"""Bots that are compared: alice's, of which bob is in the team, and others'."""

import pytest

from bots.models import Bot
from bots.services import create_bot
from games.tests import stakes
from ladder.tests.play import add_version
from matches.tests import crowd


@pytest.fixture
def bots(alice, team, charlie, olga, monkeypatch, redis_client):
    """Name → bot of a game with many rulesets: alice's "ant" has a version 2 that does not play
    yet, "bee" is charlie's, "cat" olga's, "low" and "high" are house bots."""
    crowd.install(monkeypatch, stakes)
    kept = Bot.objects.filter(game="stakes").select_related("owner", "team")
    return {bot.name: bot for bot in kept} or _made(alice, team, charlie, olga)


@pytest.fixture(scope="module")
def kept_bots(kept_cast):
    """For modules that make the bots once."""
    with pytest.MonkeyPatch.context() as patch:
        crowd.install(patch, stakes)
        _made(kept_cast.alice, kept_cast.team, kept_cast.charlie, kept_cast.olga)


def _made(alice, team, charlie, olga):
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
