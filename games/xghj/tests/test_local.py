"""The Python kit's own referee knows the rules, and plays between any commands."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from games.engine import SeatSetup
from games.tests.kits import imported, kit_of, local_game, unpacked
from games.xghj.engine import XghjEngine
from games.xghj.game import XGHJ
from games.xghj.tests.told import setup


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python kit as somebody unpacks it."""
    return unpacked(kit_of(XGHJ, "python"), tmp_path_factory)


@pytest.fixture(scope="module")
def modules(folder: Path) -> Iterator[dict[str, ModuleType]]:
    with imported(folder) as found:
        yield found


@pytest.mark.parametrize(("ruleset", "seats"), [("standard", 8), ("four", 4), ("duel", 8)])
def test_the_local_referee_knows_the_rules(modules, ruleset, seats):
    """It tells and does what the engine does, in games of sample actions without faults."""
    given = replace(
        setup(ruleset, seed=4, rounds=40), seats=tuple(SeatSetup(seat) for seat in range(seats))
    )
    engine, choose = XghjEngine(given), Random(4).randrange
    ground = engine.rules.ground
    boards = [board.tolist() for board in (ground.resource, ground.attack, ground.defence)]
    constants = modules["definition"].Constants(**engine.rules.constants.to_json())
    game = modules["rules"].Game((ground.cols, ground.rows, *boards), len(given.seats), constants)
    scene = {key: engine.scene()[key] for key in engine.scene() if key not in ("title", "terrain")}
    assert {key: game.scene()[key] for key in scene} == scene
    bids: list[int] = []
    while asked := engine.pending():
        says = {seat: XGHJ.sample_action(engine, seat, choose) for seat in asked}
        for seat, ask in asked.items():
            if ask.prompt["phase"] == "bid":
                bids.append(says[seat]["bid"])
            elif ask.prompt["phase"] == "spawn":
                assert ask.prompt["chosen"] == game.named
                game.spawn(seat, *says[seat]["spawn"])
            else:
                assert {"phase": "round", **game.sight(seat)} == ask.prompt
        if len(game.named) == len(given.seats):
            if game.round:
                game.play([says.get(seat, {}) for seat in game.players])
            else:
                game.begin(bids)
        engine.submit(says)
        assert game.saving == engine.state.saving or not game.round
    outcome = engine.outcome()
    assert outcome is not None
    assert game.over()
    assert game.ranks() == [seat.rank for seat in outcome.seats]
    # Eight do not all live in the room of two.
    assert any(game.fell) or ruleset != "duel"


def test_the_local_referee_plays_a_game_and_prints_boards_and_ranks(folder):
    done = local_game(folder, "--rounds", "6", "--watch", "--size", "9")
    lines = done.stdout.splitlines()
    assert done.returncode == 0, done.stderr
    assert sum(line.startswith("round ") for line in lines) == 6
    assert "the end after 6 rounds" in lines
    ranks = [re.match(r"player (\d): rank (\d), ", line) for line in lines]
    assert sorted(found[1] + found[2] for found in ranks if found) in (["01", "12"], ["02", "11"])


def test_the_local_referee_says_which_bot_stopped(folder):
    done = local_game(folder, f"{sys.executable} main.py", "true")
    assert done.returncode == 1
    assert "true stopped (exit code 0)" in done.stderr
