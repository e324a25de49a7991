"""Bots for the toy game, as an author would have them lying about."""

from __future__ import annotations

import pytest

from cli import app as program

NUMBER = """
import json, sys
for line in sys.stdin:
    if json.loads(line)["type"] == "ask":
        print("said \\x1b[31mNUMBER", file=sys.stderr, flush=True)
        print(NUMBER, flush=True)
"""


@pytest.fixture
def worm(tmp_path):
    """A file that says 3."""
    path = tmp_path / "worm.py"
    path.write_text(NUMBER.replace("NUMBER", "3"))
    return str(path)


@pytest.fixture
def mole(tmp_path):
    """A folder that says 7."""
    folder = tmp_path / "mole"
    folder.mkdir()
    (folder / "main.py").write_text("from brain import *\n")
    (folder / "brain.py").write_text(NUMBER.replace("NUMBER", "7"))
    return str(folder)


@pytest.fixture
def run():
    """``play`` with the toy game and these arguments; the exit status."""

    def run(*arguments):
        module = ["--game-module", "sandbox.tests.toy"]
        return program.main(["play", "toy", *map(str, arguments), *module])

    return run
