"""The folder of installed games: what can be used is, and the rest is left out with a reason."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from games.foreign import STATIC_FOLDER, games_folder
from games.foreign.installed import FILES, INSTALLED, PROGRAM, RULES, read_table
from games.foreign.manifest import FILE
from games.foreign.tests.sample import SMALL, WHOLE, changed
from games.tests.toy import Toy

ROOT = Path(__file__).resolve().parents[3]


def put(games: Path, manifest, *, name: str = "", without: str = "") -> Path:
    """An installed game, as far as the table looks at it."""
    place = games / (name or manifest["name"])
    (place / FILES).mkdir(parents=True)
    (place / FILE).write_text(json.dumps(manifest))
    (place / INSTALLED).write_text(json.dumps({"sha256": "0" * 64}))
    for file in (PROGRAM, RULES):
        (place / file).write_text("")
    for part in (*manifest.get("kits", ()), *manifest.get("bots", ())):
        (place / FILES / part["folder"]).mkdir(parents=True)
    if without:
        (place / without).unlink()
    return place


def test_installed_games_are_found_by_name(tmp_path):
    put(tmp_path, WHOLE)
    put(tmp_path, changed(SMALL, name="twigs"))
    (tmp_path / ".versions").mkdir()
    table = read_table(tmp_path, {})
    assert list(table.games) == ["pebbles", "twigs"]
    assert table.skipped == ()
    assert table.games["pebbles"].program == tmp_path / "pebbles" / PROGRAM


@pytest.mark.parametrize("missing", [FILE, INSTALLED, PROGRAM, RULES])
def test_a_folder_that_is_not_whole_is_left_out_and_the_others_are_not(tmp_path, missing):
    put(tmp_path, SMALL, without=missing)
    put(tmp_path, changed(SMALL, name="twigs"))
    table = read_table(tmp_path, {})
    assert list(table.games) == ["twigs"]
    assert [each.name for each in table.skipped] == ["pebbles"]


@pytest.mark.parametrize(
    ("manifest", "name", "reason"),
    [
        (changed(SMALL, name="toy"), "", "there is a game toy already"),
        (SMALL, "twigs", "its name is pebbles"),
        (changed(SMALL, seats="two"), "", "seats must be a whole number"),
    ],
)
def test_the_reason_names_what_is_wrong(tmp_path, manifest, name, reason):
    put(tmp_path, manifest, name=name)
    (skipped,) = read_table(tmp_path, {"toy": Toy()}).skipped
    assert reason in skipped.reason


def test_a_game_that_an_older_platform_installed_keeps_its_kits_and_bots(tmp_path):
    place = put(tmp_path, WHOLE)
    for path in (place / FILES).iterdir():
        path.rename(place / path.name)
    (place / FILES).rmdir()
    (game,) = read_table(tmp_path, {}).games.values()
    assert game.kits[0].folder == place / "kit"
    assert game.static_folder == STATIC_FOLDER


@pytest.mark.parametrize("path", ["static/zz", "link"])
def test_a_kit_that_leads_out_of_its_game_is_left_out(tmp_path, path):
    kits = [{"language": "python", "title": "Kit", "folder": path}]
    place = put(tmp_path, changed(SMALL, kits=kits))
    (tmp_path / ".elsewhere" / "zz").mkdir(parents=True)
    shutil.rmtree(place / FILES)
    (place / path.partition("/")[0]).symlink_to(tmp_path / ".elsewhere")
    (skipped,) = read_table(tmp_path, {}).skipped
    assert skipped.reason == f"the folder {path} is missing: install the game again"


def test_two_games_cannot_have_house_bots_of_one_name(tmp_path):
    put(tmp_path, WHOLE)
    put(tmp_path, changed(WHOLE, name="twigs"))
    table = read_table(tmp_path, {})
    assert list(table.games) == ["pebbles"]
    assert "greedy" in table.skipped[0].reason


def test_a_damaged_file_of_ours_is_a_reason_too(tmp_path):
    place = put(tmp_path, SMALL)
    for text in ("[", "[]", "{}", '{"sha256": "../.."}'):
        (place / INSTALLED).write_text(text)
        assert "installed.json" in read_table(tmp_path, {}).skipped[0].reason


def test_the_folder_is_that_of_the_environment(monkeypatch):
    monkeypatch.setenv("ARBITER_VAR", "/some/var")
    monkeypatch.delenv("ARBITER_GAMES", raising=False)
    assert games_folder() == Path("/some/var/games")
    monkeypatch.setenv("ARBITER_GAMES", "/other")
    assert games_folder() == Path("/other")
    monkeypatch.setenv("ARBITER_GAMES", "")
    assert games_folder() is None


def test_the_registry_has_ours_and_the_installed_games(tmp_path):
    put(tmp_path, SMALL)
    code = "from games.registry import GAMES, OURS; print(*OURS, '|', *GAMES)"
    env = {**os.environ, "ARBITER_GAMES": str(tmp_path), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    )
    ours, games = done.stdout.strip().split(" | ")
    assert games == f"{ours} pebbles"
