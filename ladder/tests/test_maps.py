"""Rated matches are played on the maps of their ruleset's pool."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bots.services import create_bot
from games.registry import GAMES
from ladder.matchmaking import feed_season
from ladder.models import Season
from ladder.seasons.current import ensure_seasons
from ladder.tests.play import add_version
from maps.services import install_stock
from maps.tests.meadow import MEADOW
from maps.tests.steps import add_meadow, make_map
from matches.models import Match


@pytest.fixture
def season(db, monkeypatch, settings, alice, bob, charlie, olga):
    """Makes the season of a ruleset of the meadow, with bots that wait to be paired."""
    add_meadow(monkeypatch, settings)
    install_stock([MEADOW])
    ensure_seasons()
    for owner, name in ((alice, "lamb"), (bob, "wolf"), (charlie, "ram"), (olga, "crow")):
        add_version(create_bot(owner, "meadow", name))
    return lambda ruleset: Season.objects.get(game="meadow", ruleset=ruleset)


def fed(season, seed):
    Match.objects.all().delete()
    return feed_season(season, random.Random(seed))


def test_the_matches_of_a_plan_share_map_and_seed(season):
    for seed in range(6):
        matches = fed(season("duel"), seed)
        assert matches
        by_seed = Counter(match.seed for match in matches)
        assert set(by_seed.values()) == {2}
        maps = {(match.seed, match.map_used_id, match.map_revision) for match in matches}
        assert len(maps) == len(by_seed)
        for match in matches:
            assert match.map == (match.map_used.board if match.map_used else None)


def test_maps_and_generated_boards_take_turns_at_random(season):
    seen = {
        match.map_used.name if match.map_used else None
        for seed in range(12)
        for match in fed(season("duel"), seed)
    }
    assert seen == {"crossing", None}


def test_a_ruleset_that_generates_nothing_is_played_on_its_pool(season):
    assert {match.map_used.name for match in fed(season("trio"), 1)} == {"ring"}


def test_maps_that_are_in_no_pool_are_not_played_for_points(season, alice):
    make_map(alice, public=True)
    names = {
        getattr(m.map_used, "name", "") for seed in range(8) for m in fed(season("duel"), seed)
    }
    assert "field" not in names


def test_a_game_without_maps_is_paired_without_asking_for_any(season, monkeypatch):
    monkeypatch.setattr(type(GAMES["meadow"]), "maps", None)
    assert {match.map for match in fed(season("duel"), 1)} == {None}
