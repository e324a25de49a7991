"""The output of commands with another Python, on another system, or without such a bot."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli import app
from games.snake import SNAKE
from sandbox import __main__ as program

ROOT = Path(__file__).resolve().parents[3]


def test_a_python_without_the_packages_says_which_and_what_to_do():
    done = subprocess.run(
        [sys.executable, "-S", "-m", "sandbox", "check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,  # what it says is looked at
    )
    assert done.returncode == program.REFUSED
    assert re.match(r"error: this Python lacks the package \w+\.\n", done.stderr)
    assert "/bin/python instead of python" in done.stderr
    assert len(done.stderr.splitlines()) <= 3


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_another_system_has_no_sandbox(monkeypatch, capsys, system):
    monkeypatch.setattr(sys, "platform", system)
    assert program.main(["check"]) == program.REFUSED
    assert "needs Linux" in capsys.readouterr().err


def test_an_old_python_is_told_which_is_needed(monkeypatch, capsys):
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    assert program.main(["check"]) == program.REFUSED
    assert "3.11 is needed" in capsys.readouterr().err


def test_without_a_virtual_environment_the_command_that_makes_one_is_shown(monkeypatch, tmp_path):
    monkeypatch.setattr(program, "_ROOT", tmp_path)
    assert "-m venv .venv" in program._advice()


def test_house_bots_are_listed_from_the_weakest_to_the_strongest(capsys):
    assert app.main(["bots", "snake"]) == 0
    _, *rows = capsys.readouterr().out.splitlines()
    count = len(SNAKE.house)
    assert [row.split()[0] for row in rows] == [f"house:{bot.name}" for bot in SNAKE.house]
    assert all(f"{number} of {count}" in row for number, row in enumerate(rows, 1))
    assert [", slow" in row for row in rows] == [bot.practice for bot in SNAKE.house]


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["bots", "chess"], "There is no game “chess”"),
        (["play", "snake", "house:nobody"], "drifter, gardener, hunter, warden, sentinel"),
        (["play", "snake", ""], "a bot's name is empty"),
        (["play", "snake", "house:drifter", "--game-module", ""], "there is no GAME in the module"),
    ],
)
def test_a_wrong_command_is_answered_by_a_line(capsys, arguments, what):
    assert app.main(arguments) == 2
    said = capsys.readouterr().err
    assert what in said
    assert len(said.splitlines()) == 1
