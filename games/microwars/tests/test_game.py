"""The game's declarations, and the promises of the interface."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest

from games.microwars.game import BANK_MS, MICROWARS
from games.microwars.maps import MAPS
from games.registry import GAMES
from games.replay import ReplayReader
from games.tests.conformance import CHECKS, replay_reaches_the_same_frames
from games.tests.sampling import record_match, setups
from tests.examples import sample

STOCK = {stock.name: stock for stock in MAPS.stock}


def boards():
    """A setup for each ruleset on a map of its pool; those without a map are the interface's own
    tests, as soon as the game is registered."""
    bare = setups(MICROWARS)
    if MICROWARS.name not in GAMES:
        yield from (pytest.param(setup, id=setup.ruleset) for setup in bare)
    for setup in bare:
        name = MICROWARS.ruleset(setup.ruleset).pool[0]
        board = MAPS.parse(STOCK[name].path.read_text(encoding="utf-8"))
        yield pytest.param(replace(setup, map=board), id=f"{setup.ruleset}-{name}")


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("setup", [*boards()])
def test_the_game_conforms(setup, check):
    check(MICROWARS, setup)


def test_many_games_are_replayed_identically():
    (skirmish,) = [setup for setup in setups(MICROWARS) if setup.ruleset == "skirmish"]
    outcomes = set()
    for seed in range(sample(1000, 200)):
        setup = replace(skirmish, seed=seed, params={**skirmish.params, "most_turns": 12})
        data, (outcome,) = record_match(MICROWARS, setup, seed)
        replay_reaches_the_same_frames(MICROWARS, ReplayReader(io.BytesIO(data)).read())
        outcomes.add(tuple(seat.score for seat in outcome.seats))
    assert outcomes == {(3, -1), (0, 0), (-1, 3)}


def test_a_bot_has_ten_seconds_of_cpu_time_for_the_whole_game():
    for ruleset in MICROWARS.rulesets:
        assert ruleset.bank_ms == BANK_MS == 10_000
        assert ruleset.limits.cpu_ms >= BANK_MS, "no limit of a single turn"
        assert not ruleset.pondering


def test_every_map_of_a_pool_ships_and_fits_its_ruleset():
    for ruleset in MICROWARS.rulesets:
        assert len(ruleset.pool) >= 2
        for name in ruleset.pool:
            board = MAPS.parse(STOCK[name].path.read_text(encoding="utf-8"))
            MAPS.fits(board, ruleset)
        engine = MICROWARS.engine(next(s for s in setups(MICROWARS) if s.ruleset == ruleset.name))
        MAPS.fits(engine.layout.to_json(), ruleset)


def test_a_person_who_says_nothing_gives_no_orders():
    engine = MICROWARS.engine(setups(MICROWARS)[0])
    engine.check(0, MICROWARS.patience.otherwise)
    assert MICROWARS.patience.otherwise == []
