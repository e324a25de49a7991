"""The example logics, played in every way: by programs, with a person, with players that fail."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from sandbox.tests.foreign.direct import ROOT, ai, play
from sandbox.tests.foreign.people import console, hear, person, say

EXAMPLES = ROOT / "examples" / "logics"
AUCTION = f"{sys.executable}+{EXAMPLES}/auction/logic.py"
BIDDER = f"{sys.executable}+{EXAMPLES}/auction/bidder.py"
FILLER = f"{sys.executable}+{EXAMPLES}/gomoku/filler.py"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder with the compiled programs."""
    folder = tmp_path_factory.mktemp("built")
    for source in ("auction/saver", "gomoku/logic", "gomoku/reader"):
        program = folder / source.replace("/", "-")
        done = subprocess.run(
            ["g++", "-O1", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-o", program,
             EXAMPLES / f"{source}.cpp"],
            check=False, capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
    return folder


def auction(tmp_path, *players, **config):
    ended = play(tmp_path, AUCTION, *players, json.dumps(config), "auction.json")
    return ended, json.loads((tmp_path / "auction.json").read_text())


def gomoku(tmp_path, built, *players, time=2):
    config = json.dumps({"time": time})
    ended = play(tmp_path, f"{built}/gomoku-logic", *players, config, "gomoku.txt")
    return ended, (tmp_path / "gomoku.txt").read_text().splitlines()


def test_an_auction_between_programs_in_two_languages(tmp_path, built):
    ended, replay = auction(tmp_path, BIDDER, f"{built}/auction-saver", BIDDER, rounds=6, time=60)
    assert ended.ends == ["OK"] * 3
    assert [ended.scores[str(n)] for n in range(3)] == replay["points"]
    assert len(replay["rounds"]) == 6
    assert sum(replay["points"]) > 0


def test_a_game_of_gomoku_between_programs_in_two_languages(tmp_path, built):
    ended, replay = gomoku(tmp_path, built, f"{built}/gomoku-reader", FILLER)
    assert ended.scores == {"0": 0, "1": 2}
    assert replay[0] == "size 9"
    assert replay[-1] == "end 0 2 OK OK"


@pytest.mark.parametrize(
    ("player", "end"),
    [("silent", "TLE"), ("exit+0", "RE"), ("exit+3", "RE"), ("suicide", "RE"),
     ("garbage", "OLE"), ("header+-1", "OLE"), ("echo", "IA"), ("split", "IA"), ("flood", "OLE"),
     ("latin", "IA"), ("fork", "IA")],
)  # fmt: skip
def test_every_fault_loses_the_game_of_gomoku(tmp_path, built, player, end):
    time = 1 if player == "silent" else 2
    ended, _ = gomoku(tmp_path, built, ai(*player.split("+")), FILLER, time=time)
    assert ended.ends == [end, "OK"]
    assert ended.scores == {"0": 0, "1": 2}


@pytest.mark.parametrize(
    ("player", "end"),
    [("silent", "TLE"), ("exit+0", "RE"), ("garbage", "OLE"), ("echo", "IA"), ("spin", "TLE")],
)
def test_an_auction_goes_on_without_those_who_fail(tmp_path, player, end):
    ended, replay = auction(tmp_path, ai(*player.split("+")), BIDDER, rounds=2, time=1)
    assert ended.ends == [end, "OK"]
    assert ended.scores["1"] == sum(entry["prize"] for entry in replay["rounds"])


def test_an_auction_with_a_player_that_cannot_be_started(tmp_path):
    ended, _ = auction(tmp_path, "no+such+program", BIDDER, rounds=1)
    assert ended.ends == ["RE", "OK"]


def test_a_person_bids_against_a_program(tmp_path):
    with console(tmp_path) as desk:
        desk.write(f"0 0 {BIDDER}")
        desk.write("1 1 127.0.0.1 0 1")
        with person(desk.port(1), 1) as client:
            desk.wait(type=1)
            desk.write(f'4 {AUCTION} {{"rounds":1,"time":60}} auction.json')
            assert json.loads(hear(client))["coins"] == 100
            say(client, "action", content='{"bid": 100}')
            assert None not in json.loads(hear(client))["bids"]
            scores = desk.end()
    assert scores["0"] == 0
    assert scores["1"] > 0


def test_a_person_plays_gomoku_against_a_program_leaves_and_comes_back(tmp_path, built):
    with console(tmp_path) as desk:
        desk.write("1 0 127.0.0.1 0 1")
        desk.write(f"0 1 {FILLER}")
        port = desk.port(0)
        with person(port, 0) as client:
            desk.wait(type=1)
            desk.write(f'4 {built}/gomoku-logic {{"time":60}} gomoku.txt')
            assert hear(client) == "black\n"
            say(client, "action", content="0 0")
        with person(port, 0) as client:
            answer = hear(client)
            while answer == "black\n":  # if it left before its program had confirmed that
                answer = hear(client)
            assert len(answer.split()) == 2
            say(client, "action", content=answer)  # that cell is taken
            assert desk.end() == {"0": 0, "1": 2}
    assert desk.lines[-2]["end_state"] == ["IA", "OK"]
