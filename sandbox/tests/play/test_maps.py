"""Maps of the local runner: files, and those that come with the game."""

from __future__ import annotations

import json

import pytest

from cli import app as program
from examples.our_games.__main__ import Refused, _wishes
from games.registry import GAMES
from games.replay import ReplayReader
from sandbox.errors import UploadError
from sandbox.tests.play.mapped import GAME
from sandbox.uploads.mapfiles import read_map

MODULE = ["--game-module", "sandbox.tests.play.mapped"]
TEXT = "#..\n..#\n"
BOARD = GAME.maps.parse(TEXT)
FILES = {"m.map": TEXT, "m.json": json.dumps(BOARD)}


@pytest.fixture
def play(worm, mole):
    def play(named, *more):
        words = ["play", "mapped", worm, mole, "--map", named, *more, *MODULE]
        return program.main([str(word) for word in words])

    return play


@pytest.mark.parametrize("name", FILES)
def test_a_map_from_a_file_reaches_the_game(play, tmp_path, name):
    (tmp_path / name).write_text(FILES[name])
    assert play(tmp_path / name, "--games", "2", "--replay", tmp_path / "r.jsonl.gz") == 0
    for number in (1, 2):
        with (tmp_path / f"r-{number}.jsonl.gz").open("rb") as file:
            assert ReplayReader(file).header["setup"]["map"] == BOARD


def test_a_map_that_comes_with_the_game_is_named(play, tmp_path):
    assert play("corner", "--replay", tmp_path / "r.jsonl.gz") == 0
    with (tmp_path / "r.jsonl.gz").open("rb") as file:
        assert ReplayReader(file).header["setup"]["map"]["cells"] == list("##.#..")


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        (
            "m.map",
            b"#x\ny.\n",
            "is no map of Mapped:\n  row 1, column 2: 'x' is no sign\n  row 2, column 1: 'y' is",
        ),
        ("m.map", b"#\n", "Standard cannot be played on this map: 2 do not fit side by side"),
        ("m.json", b"{", "m.json is not a JSON text"),
        ("m.json", b"[1]", "width, height and cells are what a map has"),
        ("m.txt", b"\xff\xfe", "m.txt is no map: "),
    ],
)
def test_what_is_no_map_is_refused_with_every_place(play, tmp_path, capsys, name, data, words):
    (tmp_path / name).write_bytes(data)
    assert play(tmp_path / name) == 2
    assert words in capsys.readouterr().err


def test_a_name_that_is_no_map_lists_those_there_are(play, capsys):
    assert play("nowhere") == 2
    err = capsys.readouterr().err
    assert "no such file, and the maps of Mapped are corner" in err


def test_a_game_logic_reads_maps_in_the_same_way(tmp_path):
    file = tmp_path / "items.txt"
    file.write_text("3 3 1 0 2\n")
    assert _wishes(["snake", str(file)]).map == {"items": [[3, 3, 1, 0, 2]]}
    file.write_text("3 3 1 0 9\n")
    with pytest.raises(Refused, match=r"row 1: length 9 is not in 1\.\.5"):
        _wishes(["snake", str(file)])


def test_a_game_without_maps_reads_none(monkeypatch):
    monkeypatch.setattr(type(GAMES["snake"]), "maps", None)
    with pytest.raises(UploadError, match="played without maps"):
        read_map(GAMES["snake"], "corner")
