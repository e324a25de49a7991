"""The local runner of every Python kit does without what only some systems have."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from games.package import SDK
from games.registry import OURS
from games.tests.kits import imported, kit_of, unpacked

BRIEF = {
    "snake": ["--rounds", "12"],
    "generals": ["--halfturns", "20"],
    "xghj": ["--rounds", "4"],
    "lost_in_space": ["--rounds", "3"],
    "microwars": ["--turns", "4"],
}
ELSEWHERE = """
import os, runpy, subprocess, sys, threading
for name in ("fcntl", "grp", "pwd", "resource", "select", "selectors", "termios"):
    sys.modules[name] = None
for name in ("fork", "wait4", "killpg", "setsid", "sched_getaffinity", "getuid", "mkfifo"):
    delattr(os, name)
sys.argv = ["play.py", *sys.argv[1:]]
sys.path.insert(0, "")
runpy.run_path("play.py", run_name="__main__")
"""
"""Runs play.py as on a system without the modules and functions of POSIX."""


@pytest.fixture(scope="module")
def player():
    with imported(SDK / "python") as modules:
        yield modules["player"]


def elsewhere(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", ELSEWHERE, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,  # what it says is looked at
    )


@pytest.mark.parametrize("name", OURS)
def test_a_kit_plays_against_itself_without_posix(name, tmp_path_factory):
    folder = unpacked(kit_of(OURS[name], "python"), tmp_path_factory)
    done = elsewhere(folder, *BRIEF[name])
    assert done.returncode == 0, done.stderr
    assert "slowest" in done.stdout
    assert "without the platform's sandbox" in done.stderr
    assert "Traceback" not in done.stderr


def test_what_cannot_be_started_is_said_in_a_line(tmp_path_factory):
    folder = unpacked(kit_of(OURS["snake"], "python"), tmp_path_factory)
    done = elsewhere(folder, "nowhere/bot --fast")
    assert done.returncode == 1
    assert "The bot “nowhere/bot --fast” cannot be started: " in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (r"C:\bots\bot.exe", [r"C:\bots\bot.exe"]),
        (r'"C:\My bots\bot.exe" --fast', [r"C:\My bots\bot.exe", "--fast"]),
        (r"'..\other bot\bot'", [r"..\other bot\bot"]),
        (r"py ..\old\main.py", [sys.executable, r"..\old\main.py"]),
        (r"..\old\main.py", [sys.executable, r"..\old\main.py"]),
    ],
)
def test_commands_of_windows_keep_their_backslashes(player, command, words):
    assert player.words_of(command, windows=True) == words


@pytest.mark.parametrize("python", ["python", "python3", "py"])
def test_every_name_of_python_is_the_one_that_runs_the_game(player, python):
    assert player.words_of(f"{python} 'my bot/main.py'", windows=False) == [
        sys.executable,
        "my bot/main.py",
    ]


def test_a_program_is_read_with_patience_and_to_its_end(player):
    code = "import os,sys; os.write(1, b'one'); sys.stdin.read(); os.write(1, b'two')"
    program = player.Program(f'python -c "{code}"')
    assert program.read(30) == b"one"
    assert program.read(0.05) is None
    program.input.close()
    assert program.read(30) == b"two"
    assert program.read(30) == b""
    program.close()
    assert program.process.returncode == 0


@pytest.mark.parametrize("name", OURS)
def test_every_kit_names_the_house_bots_by_strength(name, tmp_path_factory):
    for kit in OURS[name].kits:
        text = " ".join((kit.folder / "README.md").read_text().split())
        said = text.partition("From the weakest to the strongest they are ")[2].partition(".")[0]
        found = [bot.name for bot in OURS[name].house if bot.name in said]
        assert sorted(found, key=said.index) == [bot.name for bot in OURS[name].house]
