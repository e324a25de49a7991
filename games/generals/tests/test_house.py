"""The house bots stand on the kits, play every ruleset in order and differ clearly in strength."""

from __future__ import annotations

import pytest

from games.engine import EndState
from games.generals.game import GENERALS
from games.generals.tests.brief import GAME as BRIEF
from games.generals.tests.setups import setup
from games.package import HouseBot
from games.tests.house import all_ready, assert_laid_over_kits, assert_light_on, through_the_judger
from games.tests.pipes import Command, Played, play
from tests.examples import some_of

pytestmark = pytest.mark.xdist_group("generals house")
"""Compiling is the dear part: once for all of them."""

BOTS: dict[str, HouseBot] = {bot.name: bot for bot in GENERALS.house}
BY_STRENGTH = ("stray", "settler", "marshal")
RULESETS = [ruleset.name for ruleset in GENERALS.rulesets]
LIGHT = some_of(RULESETS, *(name for name in RULESETS if name not in ("eight", "sixteen")))
"""Whole matches of many seats take long."""
JUDGED = some_of([each.name for each in BRIEF.rulesets], "pairs", "sixteen", "leaping")
"""`make test` plays one with teams, the largest one and one with a special rule."""
LONG = 600
SEEDS = (1, 2)


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Command]:
    return all_ready(GENERALS, tmp_path_factory)


def duel(commands: dict[str, Command], first: str, second: str, seed: int) -> Played:
    given = setup((0, 0), seed, halfturns=LONG, width=15, height=15, mountains=120, cities=60)
    return play(GENERALS, [commands[first], commands[second]], given)


@pytest.mark.parametrize("ruleset", LIGHT)
def test_house_bots_are_light_on_every_ruleset(commands, ruleset):
    assert_light_on(GENERALS, ruleset, commands)


def test_a_house_bot_is_its_own_files_laid_over_those_of_its_kit():
    assert_laid_over_kits(GENERALS)


def test_the_first_opponent_of_a_newcomer_is_the_weakest():
    assert [name for name, bot in BOTS.items() if bot.proving] == [BY_STRENGTH[0]]


@pytest.mark.parametrize(("strong", "weak"), [("settler", "stray"), ("marshal", "settler")])
def test_the_stronger_house_bot_wins_from_either_seat_and_nobody_faults(commands, strong, weak):
    for seed in SEEDS:
        for seats in ((strong, weak), (weak, strong)):
            played = duel(commands, *seats, seed)
            ranks = dict(zip(seats, (seat.rank for seat in played.outcome.seats), strict=True))
            assert ranks[strong] == 1, (seats, seed)
            assert ranks[weak] == 2, (seats, seed)
            assert {seat.end for seat in played.outcome.seats} == {EndState.OK}


def test_the_marshal_takes_the_strays_capital_before_time_is_up(commands):
    played = duel(commands, "marshal", "stray", SEEDS[0])
    assert played.turn < LONG
    assert "capital" in played.outcome.reason


def test_the_marshal_never_loses_its_queue_to_an_order_of_its_own(commands):
    """The only orders dropped are for armies that were taken in the same half-turn."""
    played = duel(commands, "marshal", "settler", SEEDS[0])
    assert len(played.remarks(0)) <= played.turn / 50


def test_the_same_game_is_played_the_same_way_again(commands):
    first, again = (duel(commands, "settler", "marshal", SEEDS[1]) for _ in range(2))
    assert first.outcome == again.outcome
    assert first.events == again.events


@pytest.mark.parametrize("ruleset", JUDGED)
def test_the_house_bots_play_every_ruleset_through_the_judger_in_order(ruleset):
    names = [f"house:{name}" for name in BY_STRENGTH[-BRIEF.ruleset(ruleset).seats :]]
    faults = through_the_judger(BRIEF, *names, "--ruleset", ruleset)
    assert faults == [""] * BRIEF.ruleset(ruleset).seats
