"""The registry, and what a game gives by default."""

from __future__ import annotations

import re

import pytest

from games.engine import EndState, Outcome, SeatOutcome
from games.registry import GAMES
from games.tests.sampling import setups
from games.tests.toy import Toy


def test_every_game_is_registered_under_its_own_name():
    assert "snake" in GAMES
    for name, game in GAMES.items():
        assert game.name == name
        assert re.fullmatch(r"[a-z][a-z0-9_]*", name), "names are parts of paths and addresses"


def test_every_house_bot_and_kit_is_there():
    for game in GAMES.values():
        assert all(bot.source.exists() for bot in game.house)
        assert all(kit.folder.is_dir() for kit in game.kits)


def test_a_ruleset_is_found_by_its_name_and_an_unknown_one_is_not():
    assert Toy().ruleset("duel").seats == 2
    with pytest.raises(KeyError):
        Toy().ruleset("quartet")


def test_a_match_is_one_game_unless_the_game_says_otherwise():
    game = Toy()
    setup = setups(game)[0]
    outcome = Outcome((SeatOutcome(1, 3.0), SeatOutcome(2, 0, EndState.CRASH)))
    assert game.next_game(setup, []) is setup
    assert game.next_game(setup, [outcome]) is None
    assert game.decide([outcome]) is outcome
