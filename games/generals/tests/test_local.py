"""The referee of the Python kit plays as the engine does, also by special rules."""

from __future__ import annotations

import json
import re
import sys
from random import Random
from typing import Any

import pytest

from games.generals.engine import GeneralsEngine
from games.generals.rules import World
from games.generals.tests.setups import anything, setup
from games.tests.kits import local_game
from tests.examples import sample

RULES = {
    "plain": {},
    "leapfrog": {"leapfrog": True},
    "veil": {"misty_veil": 2, "leapfrog": True},
    "own tiles": {"misty_veil": 0},
    "clear": {"crystal_clear": True, "misty_veil": 0},
    "silent": {"silent_war": True, "city_state": True},
}


@pytest.mark.parametrize("rules", RULES.values(), ids=list(RULES))
@pytest.mark.parametrize("teams", [(1, 2), (1, 2, 1, 2)])
def test_the_local_referee_knows_the_rules(modules, teams, rules):
    """Without faults it plays as the engine does, sees the same and says the same."""
    local = modules["play"]
    captures = 0
    for seed in range(sample(4, 2)):
        size = {"width": 6, "height": 6, "lights": 0}
        given = setup(teams, seed, halfturns=250, modifiers=rules, **size)
        engine, random = GeneralsEngine(given), Random(seed)
        world = engine.world
        width, height = world.board.width, world.board.height
        tiles = list(zip(*_tiles(world, 0), strict=True))
        game = local.Game(width, height, tiles, list(teams), local.Modifiers(**rules))
        before: dict[int, Any] = {}
        while engine.pending():
            for seat, ask in engine.pending().items():
                told = local.turn_line(game, seat + 1, before.get(teams[seat]))
                assert told == {"type": "turn", **ask.prompt}
            before = {team: game.view(team) for team in teams}
            replies = {seat: anything(engine, seat, random, 0) for seat in engine.pending()}
            for seat, reply in replies.items():
                local.enqueue(game.queues[seat + 1], reply)
            engine.submit(replies)
            game.play()
            assert game.tiles == list(zip(*_tiles(world, 0), strict=True))
            captures += len(game.beaten)
        outcome = engine.outcome()
        assert outcome is not None
        assert game.ranks() == [seat.rank for seat in outcome.seats]
    assert captures > 0


def _tiles(world: World, team: int) -> list[list[int]]:
    return [array.tolist() for array in world.seen(team)]


def test_the_local_referee_plays_a_game_and_prints_boards_and_ranks(folder):
    done = local_game(folder, "--halfturns", "100", "--watch", "--size", "12")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert [line for line in lines if line.startswith("half-turn ") and ":" not in line] == [
        "half-turn 50",
        "half-turn 100",
    ]
    assert "the end after 100 half-turns" in lines
    ranks = [re.match(r"player (\d): rank (\d), ", line) for line in lines]
    assert sorted(found[1] + found[2] for found in ranks if found) in (["11", "22"], ["12", "21"])


def test_the_local_referee_plays_by_special_rules_and_tells_the_bots(folder):
    """The kit's own bot reads them; the second one answers nothing and shows its start line."""
    show = 'read -r start; printf "%s\\n" "$start" >&2'
    quiet = f"sh -c '{show}; while read -r line; do echo []; done'"
    options = ["--option", "leapfrog", "--option", "misty_veil=3", "--option", "city_state"]
    given = ["--halfturns", "20", "--size", "12", "--watch", *options]
    done = local_game(folder, *given, f"{sys.executable} main.py", quiet)
    assert done.returncode == 0, done.stderr
    (start,) = (json.loads(line) for line in done.stderr.splitlines() if line[:1] == "{")
    assert start["modifiers"] == {
        "leapfrog": True,
        "city_state": True,
        "misty_veil": 3,
        "crystal_clear": False,
        "silent_war": False,
    }
    cities = [place for place, kind in enumerate(start["kinds"]) if kind == "2"]
    assert [start["owners"][place] for place in cities].count("2") == 1


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ("thunder", "there is no rule thunder; the rules are leapfrog, city_state, misty_veil"),
        ("misty_veil", "write misty_veil with its distance, as misty_veil=3"),
        ("misty_veil=far", "write misty_veil with its distance"),
        ("leapfrog=2", "others without"),
    ],
)
def test_the_local_referee_refuses_rules_that_it_does_not_know(folder, given, complaint):
    done = local_game(folder, "--option", given)
    assert done.returncode == 2
    assert complaint in done.stderr


@pytest.mark.parametrize("seed", range(10))
def test_boards_of_the_local_referee_have_a_city_beside_every_capital(modules, seed):
    local = modules["play"]
    tiles = local.board(10, 10, 4, seed, True)
    kinds = {(owner, kind): place for place, (owner, kind, _) in enumerate(tiles) if owner}
    for player in (1, 2, 3, 4):
        home, city = kinds[player, local.Kind.CAPITAL], kinds[player, local.Kind.CITY]
        assert abs(home // 10 - city // 10) + abs(home % 10 - city % 10) == 1
        assert tiles[city][2] == 1


def test_the_local_referee_says_which_bot_stopped(folder):
    done = local_game(folder, f"{sys.executable} main.py", "true")
    assert done.returncode == 1
    assert "true stopped (exit code 0)" in done.stderr


@pytest.mark.parametrize("line", ["{}", "7", "walk", "[1"])
def test_the_local_referee_says_which_bot_sent_no_list(folder, line):
    talker = f"sh -c 'read start; read turn; echo \"{line}\"'"
    done = local_game(folder, f"{sys.executable} main.py", talker)
    assert done.returncode == 1
    assert f"{talker} sent no list: b'{line}\\n'" in done.stderr
