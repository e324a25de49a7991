"""Bots of many people that can enter an event."""

import pytest

from ladder.events.tests.steps import authors
from ladder.models import RatedMatch
from ladder.seasons.current import ensure_seasons
from matches.services import create_match


@pytest.fixture
def bots(db, redis_client):
    """Eight bots of snake, b0 to b7, each of another person."""
    ensure_seasons()
    return authors(8)


@pytest.fixture
def pit():
    """Makes a waiting ladder match of a season between two bots' active versions."""

    def make(season, *bots):
        versions = [bot.active_version for bot in bots]
        match = create_match(season.game, season.ruleset, "ladder", versions)
        RatedMatch.objects.create(match=match, season=season)
        return match

    return make
