"""A season of snake, and bots that play in it."""

import pytest

from bots.services import create_bot
from games.tests import stakes
from ladder import series as series_verbs
from ladder.models import RatedMatch, Season
from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import RULESET, add_version, make_bot
from ladder.tests.series_steps import plan
from matches.models import Match
from matches.services import create_match
from matches.tests import crowd


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
    """One of three bots that has begun."""
    made = series_verbs.create(olga, plan(stakes_bots[:3]))
    series_verbs.start(made, olga)
    made.refresh_from_db()
    return made
