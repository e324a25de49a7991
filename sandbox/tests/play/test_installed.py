"""The local runner with a game that was installed, not written into the platform."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from sandbox.foreign.install.installing import install
from sandbox.judger.client import ROOT
from sandbox.tests.foreign.games import bot, nim


@pytest.fixture
def games(tmp_path):
    games = tmp_path / "games"
    install(nim(tmp_path / "source"), games, {}, lambda _line: None)
    return games


def sandbox(games, *arguments):
    """The program as an author calls it, in a process that has read no game yet."""
    return subprocess.run(
        [sys.executable, "-m", "cli", *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "ARBITER_GAMES": str(games)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_an_installed_game_is_played_by_its_own_program(games, tmp_path):
    paths = [tmp_path / "first.py", tmp_path / "second.py"]
    for path in paths:
        path.write_bytes(bot(1))
    replay = tmp_path / "match.jsonl.gz"
    done = sandbox(games, "play", "nim", *paths, "--replay", replay)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 to 0 in points" in done.stdout
    shown = sandbox(games, "show", replay, "--no-open", "--output", tmp_path / "page.html")
    assert shown.returncode == 0, shown.stderr
    assert (tmp_path / "page.html").stat().st_size > 10_000
