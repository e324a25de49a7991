"""House bots as their games' tests start them, and matches of the local runner."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from games.engine import Game
from games.sources import house_files, kit_files
from games.tests.kits import kit_of
from games.tests.pipes import Command, unpack

_ROOT = Path(__file__).resolve().parents[2]
_SEAT = re.compile(r"^  \d+\. \S.*?  score \S+  CPU \S+ s in \d+ turns(.*)$", re.MULTILINE)
"""A seat of a match as the local runner tells it; what follows the turns is a fault."""


def all_ready(game: Game, temporary: pytest.TempPathFactory) -> dict[str, Command]:
    """How the house bots of a game are started, by name."""
    return {
        bot.name: unpack(house_files(bot, game.kits), bot.language, temporary.mktemp(bot.name))
        for bot in game.house
    }


def assert_laid_over_kits(game: Game) -> None:
    """Every house bot is its own files, and those that it shares, over those of its kit."""
    for bot in game.house:
        assert bot.kit is not None
        files = house_files(bot, game.kits)
        own = {path.name for source in (*bot.shares, bot.source) for path in source.iterdir()}
        assert own - {"__pycache__"} <= files.keys()
        for path in (path for path in bot.source.iterdir() if path.is_file()):
            assert files[path.name] == path.read_bytes()
        for name, content in kit_files(kit_of(game.kits, bot.kit)).items():
            assert (files[name] == content) == (name not in own), name


def through_the_judger(game: Game, *options: str) -> list[str]:
    """Play with the local runner; how each seat failed, empty for one that did not."""
    module = type(game).__module__
    usual = ["--game-module", module, "--seed", "3", "--no-mirror"]
    done = subprocess.run(
        [sys.executable, "-m", "sandbox", "play", game.name, *options, *usual],
        cwd=_ROOT,
        capture_output=True,
        text=True,
        check=False,  # the assertion shows what was said
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return _SEAT.findall(done.stdout)
