"""AIs that were written for the contest compile unchanged with the C++ kit, and play."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.engine import EndState
from games.package import kit_files
from games.tests.pipes import Command, compile_cpp, lay_out, play, unpack
from games.xghj.engine import XghjEngine
from games.xghj.game import XGHJ
from games.xghj.tests.told import setup

AIS = Path(__file__).parent / "ais"
KITS = {kit.language: kit for kit in XGHJ.kits}
STANDARD = "-std=gnu++20"


@pytest.fixture(scope="module")
def opponent(tmp_path_factory: pytest.TempPathFactory) -> Command:
    return unpack(kit_files(KITS["python"]), "python", tmp_path_factory.mktemp("opponent"))


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The C++ kit without an AI, compiled once: ``main.o`` beside its sources."""
    folder = lay_out(kit_files(KITS["cpp"]), tmp_path_factory.mktemp("runtime"))
    program = folder / "main.o"
    compile_cpp([folder / "main.cpp"], program, STANDARD, "-c")
    return program


def contestant(name: str, runtime: Path, folder: Path) -> Command:
    """The C++ kit with this AI in place of its own."""
    sources = [AIS / f"{name}.cpp", runtime]
    compile_cpp(sources, folder / "bot", STANDARD, "-I", str(runtime.parent))
    return [str(folder / "bot")]


def test_an_ai_with_the_listings_names_compiles_unchanged_and_plays(opponent, runtime, tmp_path):
    plain = contestant("plain", runtime, tmp_path)
    played = play(XGHJ, [plain, opponent], setup("duel", rounds=50))
    assert set(played.ends) == {EndState.OK}
    assert played.outcome.seats[0].score > 30
    bids, spawn = played.told[:2]
    assert bids["bids"] == [3, 1]
    board = XghjEngine(setup("duel")).rules.ground
    assert spawn["p"] == 0
    assert spawn["at"][1] == board.rows // 2
    log = played.seats[0].stderr
    assert log.startswith(f"the map has {board.rows} rows\nRound 1 money 7\n")
    assert "there is input" not in log


def test_an_ai_that_was_a_library_compiles_unchanged_and_plays(opponent, runtime, tmp_path):
    library = contestant("library", runtime, tmp_path)
    played = play(XGHJ, [opponent, library], setup("duel", rounds=50))
    assert set(played.ends) == {EndState.OK}
    board = XghjEngine(setup("duel")).rules.ground
    assert played.told[0]["bids"] == [1, 0]
    assert played.told[2]["at"] == [board.cols - 1, board.rows - 1]
    log = played.seats[1].stderr
    assert log.startswith("chosen before me: 1\n")
    assert "more than 2500 bombs: the rest is left out" in log
    rounds = [event for event in played.told if event["e"] == "round"]
    # A stance that there is not is none; the capital walks about.
    assert rounds[2]["stances"][1][0] == "K"
    assert {event["stances"][1][0] for event in rounds[3:]} == {"B"}
    assert len({event["capital"][1] for event in rounds}) > 2


def test_an_ai_of_one_function_compiles_unchanged_and_plays(runtime, tmp_path):
    short = contestant("short", runtime, tmp_path)
    played = play(XGHJ, [short, short], setup("duel", rounds=20))
    assert played.ends == [EndState.OK, EndState.OK]
    assert played.told[0]["bids"] == [0, 0]
    assert played.told[1]["place"] == 0
    assert min(seat.score for seat in played.outcome.seats) > 1


def test_an_ai_with_the_names_of_the_finals_compiles_unchanged_and_plays(
    opponent, runtime, tmp_path
):
    finalist = contestant("finals", runtime, tmp_path)
    played = play(XGHJ, [finalist, opponent], setup("duel", rounds=30))
    assert set(played.ends) == {EndState.OK}
    assert played.told[0]["bids"][0] == 0
    assert played.outcome.seats[0].score > 5
    assert played.seats[0].stderr.startswith("the cells have the map's numbers\n")


def test_an_ai_whose_functions_are_not_given_the_map_compiles_unchanged_and_plays(
    opponent, runtime, tmp_path
):
    early = contestant("early", runtime, tmp_path)
    played = play(XGHJ, [early, opponent], setup("duel", rounds=3))
    assert set(played.ends) == {EndState.OK}
    assert played.told[0]["bids"][0] == 2
    assert played.told[1]["at"] == [4, 5]


def test_a_kit_without_an_ai_does_not_link(runtime, tmp_path):
    with pytest.raises(AssertionError, match="player_ai"):
        compile_cpp([runtime], tmp_path / "bot")
