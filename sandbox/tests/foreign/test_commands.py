"""The meaning of arguments of the command line."""

from __future__ import annotations

import os
import shutil
import sys

import pytest

from sandbox.foreign.command.main import split
from sandbox.foreign.command.programs import logic_program, parse_config, player_program
from sandbox.tests.foreign.direct import ROOT


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """The current directory, with a program and a script."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "main").touch(0o755)
    (tmp_path / "ai.py").touch()
    (tmp_path / "config.json").touch()


def request_of(*words, players=None):
    return split(words, players)


def test_players_stand_between_logic_and_config():
    assert request_of("l", "a", "b", "c", "r") == (["a", "b"], "c")


@pytest.mark.parametrize("program", ["main", "./main", "python+ai.py", "python3+-u+ai.py"])
def test_a_program_in_the_place_of_the_config_is_a_player(program):
    assert request_of("l", "a", program, "r") == (["a", program], {})


@pytest.mark.parametrize("config", ["python+gone.py", "2333", "", "ls", "config.json", "x" * 5000])
def test_what_is_no_program_is_the_config(config):
    expected = 2333 if config == "2333" else config
    assert request_of("l", "a", config, "r") == (["a"], expected)


def test_a_number_of_players_removes_the_doubt():
    assert request_of("l", "a", "main", "r", players=1) == (["a"], "main")
    assert request_of("l", "a", "b", "r", players=2) == (["a", "b"], {})


@pytest.mark.parametrize("players", [None, 1, 2, 3])
def test_words_that_do_not_fit_are_refused(players):
    with pytest.raises(ValueError, match="are wanted"):
        request_of("l", "r", players=players)


@pytest.mark.parametrize(
    ("text", "value"),
    [('{"a":1}', {"a": 1}), ("[1]", [1]), ("7", 7), ("null", None), ("x y", "x y"), ("", ""),
     ("NaN", "NaN"), ("{", "{"), ("[" * 10_000, "[" * 10_000)],
)  # fmt: skip
def test_a_config_is_its_value_if_it_is_json_else_text(text, value):
    assert parse_config(text) == value


def test_plus_stands_for_a_blank():
    assert player_program("python3+-u+ai.py").argv == ("python3", "-u", "ai.py")


def test_a_program_in_the_current_directory_needs_no_dot():
    assert player_program("main").argv == (os.path.join(".", "main"),)


def test_an_interpreter_that_is_missing_is_replaced_with_a_remark(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert shutil.which("python") is None
    program = player_program("python+ai.py")
    assert program.argv == (sys.executable, "ai.py")
    assert "no python on this machine" in program.remark


@pytest.mark.parametrize("command", ["", "+", "++"])
def test_nothing_is_no_program(command):
    with pytest.raises(ValueError, match="empty"):
        player_program(command)


def test_a_game_of_ours_is_a_logic_by_name_unless_a_program_has_that_name(tmp_path):
    program = logic_program("snake+--ruleset+blitz")
    assert program.argv == (
        sys.executable,
        "-m",
        "examples.our_games",
        "snake",
        "--ruleset",
        "blitz",
    )
    assert program.env is not None
    assert str(ROOT) in program.env["PYTHONPATH"].split(os.pathsep)
    assert player_program("snake").argv == ("snake",)
    (tmp_path / "snake").touch(0o755)
    assert logic_program("snake").argv == (os.path.join(".", "snake"),)
