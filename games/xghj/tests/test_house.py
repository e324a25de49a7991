"""The house bots stand on the kits, play every ruleset in order and differ clearly in strength."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from games.engine import EndState, SeatSetup, Setup
from games.tests.house import all_ready, assert_laid_over_kits, assert_light_on, through_the_judger
from games.tests.pipes import Command, Played, play
from games.xghj.game import XGHJ
from games.xghj.tests.brief import GAME as BRIEF
from tests.examples import some_of

BOTS = {bot.name: bot for bot in XGHJ.house}
RULESETS = [ruleset.name for ruleset in XGHJ.rulesets]
BY_STRENGTH = ("turtle", "expander", "diplomat")
EIGHT = ("turtle", "expander", "diplomat") * 2 + ("turtle", "expander")
SEEDS = range(3)

Commands = dict[str, Command]


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> Commands:
    return all_ready(XGHJ, tmp_path_factory)


def game(commands: Commands, names: Sequence[str], ruleset: str, seed: int) -> Played:
    seats = tuple(SeatSetup(index, name) for index, name in enumerate(names))
    setup = Setup(seats, seed, ruleset, dict(XGHJ.ruleset(ruleset).params))
    return play(XGHJ, [commands[name] for name in names], setup)


def relations(played: Played) -> str:
    """All relations that there were in the game, as letters."""
    rows = (row for event in played.told if event["e"] == "round" for row in event["relation"])
    return "".join(rows)


@pytest.mark.parametrize("ruleset", some_of(RULESETS, "standard", "halls", "duel"))
def test_house_bots_are_light_on_every_ruleset(commands, ruleset):
    assert_light_on(XGHJ, ruleset, commands)


def test_a_house_bot_is_its_own_files_laid_over_those_of_its_kit():
    assert_laid_over_kits(XGHJ)


def test_the_first_opponent_of_a_newcomer_is_the_weakest():
    assert [name for name, bot in BOTS.items() if bot.proving] == [BY_STRENGTH[0]]


@pytest.mark.parametrize("ruleset", ["duel", "standard"])
@pytest.mark.parametrize(("strong", "weak"), [("expander", "turtle"), ("diplomat", "expander")])
def test_the_stronger_house_bot_wins_from_either_seat_on_the_maps_of_the_ladder(
    commands, strong, weak, ruleset
):
    for seats in ((strong, weak), (weak, strong)):
        played = game(commands, seats, ruleset, SEEDS[0])
        assert dict(zip(seats, played.ranks, strict=True)) == {strong: 1, weak: 2}
        assert set(played.ends) == {EndState.OK}


def test_an_expander_wipes_a_turtle_out_before_time_is_up(commands):
    played = game(commands, ["turtle", "expander"], "duel", SEEDS[1])
    assert played.turn < 49
    assert "eliminated" in played.outcome.reason


def test_among_eight_the_stronger_house_bots_come_out_ahead_on_the_average(commands):
    ranks: dict[str, list[int]] = {name: [] for name in BY_STRENGTH}
    for seed in SEEDS:
        names = list(EIGHT)
        Random(seed).shuffle(names)
        played = game(commands, names, "standard", seed)
        assert set(played.ends) == {EndState.OK}
        for name, rank in zip(names, played.ranks, strict=True):
            ranks[name].append(rank)
    turtle, expander, diplomat = (sum(ranks[name]) / len(ranks[name]) for name in BY_STRENGTH)
    assert diplomat + 1 < expander
    assert expander + 1 < turtle


def test_diplomats_ally_and_one_of_them_stabs_somebody_in_the_back(commands):
    names = ["diplomat", "turtle", "diplomat", "expander"] * 2
    played = game(commands, names, "standard", 1)
    assert "A" in relations(played)
    traitors = {
        change[-1]
        for event in played.told
        if event["e"] == "round"
        for change in event["changes"]
        if change[-1] is not None
    }
    assert traitors
    assert {names[traitor] for traitor in traitors} == {"diplomat"}


def test_turtles_that_meet_stay_at_peace(commands):
    played = game(commands, ["turtle"] * 8, "teaching", 1)
    letters = relations(played)
    assert "N" in letters
    assert "W" not in letters


def test_the_same_game_is_played_the_same_way_again(commands):
    first, again = (game(commands, ["expander", "diplomat"], "duel", 5) for _ in range(2))
    assert first.told == again.told


@pytest.mark.parametrize("ruleset", some_of(RULESETS, "standard"))
def test_the_house_bots_play_every_ruleset_through_the_judger_in_order(ruleset):
    seats = BRIEF.ruleset(ruleset).seats
    names = [f"house:{name}" for name in (BY_STRENGTH * seats)[1 : seats + 1]]
    assert through_the_judger(BRIEF, *names, "--ruleset", ruleset) == [""] * seats
