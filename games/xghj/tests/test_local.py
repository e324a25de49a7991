"""The Python kit's own referee knows the rules, and plays between any commands."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from games.engine import SeatSetup
from games.sources import kit_files
from games.tests.pipes import lay_out
from games.xghj.engine import XghjEngine
from games.xghj.game import XGHJ
from games.xghj.tests.told import setup

KITS = {kit.language: kit for kit in XGHJ.kits}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python kit as somebody unpacks it."""
    return lay_out(kit_files(KITS["python"]), tmp_path_factory.mktemp("unpacked"))


@pytest.fixture(scope="module")
def local(folder: Path) -> Iterator[ModuleType]:
    """The Python kit's referee, with its other modules beside; their names are taken back."""
    names = ("definition", "rules")
    before = {name: sys.modules.pop(name, None) for name in names}
    sys.path.insert(0, str(folder))
    try:
        yield importlib.import_module("rules")
    finally:
        sys.path.pop(0)
        for name in names:
            sys.modules.pop(name, None)
        sys.modules.update({name: module for name, module in before.items() if module})


@pytest.mark.parametrize(("ruleset", "seats"), [("standard", 8), ("four", 4), ("duel", 8)])
def test_the_local_referee_knows_the_rules(local, ruleset, seats):
    """It tells and does what the engine does, in games of sample actions without faults."""
    given = replace(
        setup(ruleset, seed=4, rounds=40), seats=tuple(SeatSetup(seat) for seat in range(seats))
    )
    engine, choose = XghjEngine(given), Random(4).randrange
    ground = engine.rules.ground
    boards = [board.tolist() for board in (ground.resource, ground.attack, ground.defence)]
    constants = sys.modules["definition"].Constants(**engine.rules.constants.to_json())
    game = local.Game((ground.cols, ground.rows, *boards), len(given.seats), constants)
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


def local_game(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "play.py", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,  # what it says is looked at
    )


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
