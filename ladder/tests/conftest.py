"""A season of snake, and bots that play in it."""

from functools import partial

import pytest

from ladder.models import Season
from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import RULESET, bot_of, rated


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
    return bot_of(alice, "worm", team)


@pytest.fixture
def viper(charlie):
    """Charlie's bot, which plays."""
    return bot_of(charlie, "viper")


@pytest.fixture
def pit(season):
    """Makes a waiting ladder match of the season between two bots' active versions."""

    return partial(rated, season)
