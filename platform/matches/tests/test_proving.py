"""Whom a new version meets in its first match."""

from __future__ import annotations

import pytest

from accounts.models import User
from bots.services import create_bot
from bots.tasks import build
from games.registry import GAMES
from matches.models import Match
from matches.proving import opponent_of


@pytest.fixture
def proving_bot(db):
    """The house bot that the game names for first matches."""
    house = User.objects.create_user("house", is_house=True)
    (name,) = (bot.name for bot in GAMES["snake"].house if bot.proving)
    return create_bot(house, "snake", name)


def test_without_a_house_bot_a_version_meets_itself(make_ready, alices_bot):
    version = make_ready(alices_bot)
    assert opponent_of(version) == version
    seats = Match.objects.get().seats.all()
    assert [seat.version for seat in seats] == [version, version]


def test_it_meets_the_proving_house_bot(make_ready, proving_bot, alices_bot):
    house = make_ready(proving_bot)
    version = make_ready(alices_bot)
    seats = Match.objects.latest("pk").seats.all()
    assert [seat.version for seat in seats] == [version, house]


def test_on_a_new_site_a_house_bot_that_is_only_built_will_do(upload, proving_bot, alices_bot):
    house = upload(proving_bot)
    version = upload(alices_bot)
    assert opponent_of(version) == version
    build(house.pk)
    assert opponent_of(version) == house
