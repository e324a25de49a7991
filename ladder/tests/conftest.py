"""A season of snake, and bots that play in it."""

import pytest

from ladder.models import RatedMatch, Season
from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import RULESET, make_bot
from matches.models import Match
from matches.services import create_match


@pytest.fixture
def season(db) -> Season:
    """The running season of snake's default ruleset."""
    ensure_seasons()
    season = current_season("snake", RULESET)
    assert season is not None
    return season


@pytest.fixture
def worm(alice, team):
    """Alice's bot, which her team shares and which plays."""
    return make_bot(alice, "worm", team)


@pytest.fixture
def viper(charlie):
    """Charlie's bot, which plays."""
    return make_bot(charlie, "viper")


@pytest.fixture
def pit(season):
    """Makes a waiting ladder match of the season between two bots' active versions."""

    def make(*bots) -> Match:
        versions = [bot.active_version for bot in bots]
        match = create_match(season.game, season.ruleset, "ladder", versions)
        RatedMatch.objects.create(match=match, season=season)
        return match

    return make
