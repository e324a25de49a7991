"""The kit's own referee knows the rules, and plays between any commands."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from games.microwars.maps import MAPS
from games.microwars.tests.boards import setup
from games.microwars.tests.kits import KITS, duel
from games.tests.kits import local_game, unpacked

STOCK = {stock.name: stock.path for stock in MAPS.stock}
SCORE = re.compile(r"^score (\d+) : (\d+)$", re.MULTILINE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The kit as somebody unpacks it."""
    return unpacked(KITS["python"], tmp_path_factory)


def printed_by(folder: Path, *arguments: str) -> str:
    """The output of a run of the kit's own referee."""
    done = local_game(folder, *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def score(printed: str) -> list[int]:
    found = SCORE.search(printed)
    assert found, printed
    return [int(found[1]), int(found[2])]


@pytest.mark.parametrize("name", ["meadow", "siege", "bridge"])
def test_a_game_on_a_map_ends_as_it_does_with_the_platforms_referee(folder, name):
    start = setup(MAPS.parse(STOCK[name].read_text()))
    bot = [sys.executable, str(folder / "main.py")]
    expected = [seat.data["destroyed"] for seat in duel(bot, bot, start).outcome.seats]
    assert score(printed_by(folder, "--map", str(STOCK[name]))) == expected
    assert sum(expected) > 0


def test_a_drawn_map_is_played_and_shown_after_every_turn(folder):
    printed = printed_by(folder, "--watch", "--turns", "30", "--width", "9", "--height", "7")
    boards = re.findall(r"after turn \d+\n((?:[.#TCtc ]+\n){7})\n", printed)
    assert len(boards) == 30
    for board in (boards[0], boards[-1]):
        assert {len(line.split()) for line in board.splitlines()} == {9}
    assert sum(score(printed)) > 0
    assert printed.count(" s of computing time, slowest answer ") == 2


def test_unusual_points_of_a_map_count(folder, tmp_path):
    file = tmp_path / "weak.txt"
    file.write_text("turns 1 ; one\npoints 3 1 1\nT . .\n. t t ; both near\nT . t\n")
    assert score(printed_by(folder, "--map", str(file))) == [0, 0]
    file.write_text("turns 1\npoints 2 1 1\nT t\n")
    assert score(printed_by(folder, "--map", str(file))) == [1, 0]


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ("1 1 0 0 4 1", "is no neighbour"),
        ("1 1 0 0 2 1", "is not empty"),
        ("1 1 3 1 1 1", "out of range"),
        ("1 1 0 3 1 1", "not on the board"),
        ("2 1 0 0 2 1", "no unit of yours"),
        ("1 1 0 0 1 1\n1 1 0 0 1 1", "two orders"),
        ("1 1 0", "neither six numbers nor a lone 0"),
        ("walk", "neither six numbers nor a lone 0"),
    ],
)
def test_an_offence_is_named_and_ends_the_game(folder, tmp_path, lines, reason):
    file = tmp_path / "map.txt"
    file.write_text("turns 5\nT t . .\n")
    bot = tmp_path / "bot.py"
    bot.write_text(f"import sys\nprint({lines!r}, 0, sep='\\n', flush=True)\nsys.stdin.read()\n")
    printed = printed_by(folder, "--map", str(file), f"{sys.executable} {bot}")
    assert re.search(f"^turn 1: the first side loses: .*{reason}", printed, re.MULTILINE)
    assert score(printed) == [0, 0]


def test_a_bot_that_stops_loses(folder):
    printed = printed_by(folder, f"{sys.executable} main.py", "true")
    assert "turn 1: the second side loses: the bot stopped (exit code 0)" in printed
