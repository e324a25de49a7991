"""Bots of many people that can enter an event."""

import pytest

from bots.models import Bot
from bots.services import create_bot
from games.tests import stakes
from ladder.events.tests.series_steps import begun
from ladder.events.tests.steps import authors
from ladder.seasons.current import ensure_seasons
from ladder.tests.play import add_version, rated
from matches.tests import crowd


@pytest.fixture(scope="module")
def eight(kept_db):
    """The ids of eight bots of snake."""
    ensure_seasons()
    return [bot.pk for bot in authors(8)]


@pytest.fixture
def bots(eight, db, redis_client):
    """Eight bots of snake, b0 to b7, each of another person."""
    return kept(eight)


def kept(ids):
    """The bots with these ids, as they are stored."""
    return list(Bot.objects.filter(pk__in=ids).select_related("owner").order_by("pk"))


@pytest.fixture
def pit():
    """Makes a waiting ladder match of a season between two bots' active versions."""

    return rated


@pytest.fixture
def stakes_bots(db, alice, bob, charlie, olga, monkeypatch, redis_client):
    """Bots of three people that play a game with handicaps, and two house bots."""
    crowd.install(monkeypatch, stakes)
    made = [create_bot(owner, "stakes", f"of-{owner}") for owner in (alice, bob, charlie)]
    for name in ("low", "high"):
        house = create_bot(olga, "stakes", name)
        type(house).objects.filter(pk=house.pk).update(is_house=True)
        made.append(house)
    for bot in made:
        add_version(bot)
        bot.refresh_from_db()
    return made


@pytest.fixture
def series(stakes_bots, olga):
    """An event of one series between three bots, which has begun."""
    return begun(olga, stakes_bots[:3])
