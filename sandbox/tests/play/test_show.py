"""The page of a replay, as far as it can be seen without a browser."""

from __future__ import annotations

import base64
import gzip
import json
import os
import re
import subprocess
import sys

import pytest

from cli import app as program
from games.registry import GAMES
from games.replay import ReplayReader, ReplayWriter
from games.wire import encode
from sandbox import __main__ as machine
from sandbox.judger.client import ROOT
from sandbox.play import page
from sandbox.play.offline import import_map

GAME = next(iter(GAMES.values()))
ENTRY = "player/player.js"


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A replay of a real match."""
    path = tmp_path_factory.mktemp("played") / "out.jsonl.gz"
    bot, ruleset = f"house:{GAME.house[0].name}", GAME.rulesets[-1]
    command = ["play", GAME.name, *[bot] * ruleset.seats, "--ruleset", ruleset.name]
    assert program.main([*command, "--seed", "3", "--replay", str(path)]) == 0
    return path


def altered(played, path, change):
    """A copy of the replay after ``change(header, frames, result)``."""
    with played.open("rb") as file:
        reader = ReplayReader(file)
        frames = list(reader.read())
    header, result = reader.header, reader.result
    change(header, frames, result)
    with path.open("wb") as file:
        writer = ReplayWriter(file)
        writer.header(header)
        for frame in frames:
            writer.frame(encode(frame), key="key" in frame, first="setup" in frame)
        writer.result(result)
    return path


def element(text, kind):
    """The content of the only script element of a type."""
    (content,) = re.findall(rf'<script type="{kind}"[^>]*>(.*?)</script>', text, re.DOTALL)
    return content


def test_the_page_lies_beside_the_replay_or_where_it_is_wanted(played, tmp_path, capsys):
    assert program.main(["show", str(played), "--no-open"]) == 0
    assert capsys.readouterr().out == f"the replay's page: {played.parent / 'out.html'}\n"
    assert (played.parent / "out.html").exists()
    assert program.main(["show", str(played), "--no-open", "--output", str(tmp_path / "x")]) == 0
    assert (tmp_path / "x").read_text() == (played.parent / "out.html").read_text()


def test_the_page_holds_all_of_the_replay_and_points_nowhere_else(played, tmp_path):
    text = page.write(played, tmp_path / "p.html").read_text()
    packed = base64.b64decode(element(text, "application/octet-stream"))
    content = json.loads(gzip.decompress(packed))
    with played.open("rb") as file:
        reader = ReplayReader(file)
        assert content["frames"] == list(reader.read())
    assert (content["header"], content["result"]) == (reader.header, reader.result)
    bare = re.sub(r"data:[\w/+]+;base64,[\w+/=]*", "", text)
    assert re.findall(r"""(?:src|href)=["'](?!#)[^"']+""", bare) == []
    assert "url(" not in bare
    assert "://" not in bare


def test_every_import_of_every_module_is_in_the_map():
    folders = {f"{name}/": ROOT / "static" / name for name in ("player", "shared")}
    folders[f"games/{GAME.name}/"] = GAME.folder / "static"
    modules = import_map(ENTRY, f"games/{GAME.name}/view.js", folders)
    assert {ENTRY, f"./games/{GAME.name}/view.js", "player/embedded.js"} <= modules.keys()
    count = 0
    for url in modules.values():
        code = base64.b64decode(url.partition(",")[2]).decode()
        imported = re.findall(r"""^(?:import|export)\b[^"';]*\bfrom\s+["']([^"']+)""", code, re.M)
        assert set(imported) <= modules.keys()
        count += len(imported)
    assert count > 20


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ('import { a } from "./b.js";', 'import { a } from "games/x/b.js";'),
        ("import './b.js'", "import 'games/x/b.js'"),
        ('import {\n  a,\n} from "../../player/b.js";', 'import {\n  a,\n} from "player/b.js";'),
        ('export * from "./b.js";', 'export * from "games/x/b.js";'),
        ('export const a = 1; const s = "./b.js";', 'export const a = 1; const s = "./b.js";'),
        ('export const s = "./b.js";', 'export const s = "./b.js";'),
        ('/** @typedef {import("./t.js").T} T */', '/** @typedef {import("./t.js").T} T */'),
    ],
)  # fmt: skip
def test_static_imports_by_path_become_imports_by_address(tmp_path, line, written):
    (tmp_path / "a.js").write_text(line)
    (tmp_path / "b.js").write_text("")
    folders = {"games/x/": tmp_path, "player/": tmp_path}
    url = import_map("games/x/a.js", "games/x/a.js", folders)["games/x/a.js"]
    code = base64.b64decode(url.partition(",")[2]).decode()
    assert code.rpartition("\n//#")[0] == written


def test_names_of_bots_cannot_become_markup(played, tmp_path):
    evil = '</script><script>window.hacked=1</script><img src=x onerror="hacked=1">$config'

    def rename(header, _frames, result):
        for seat in header["seats"]:
            seat["name"] = evil
        result["outcome"]["reason"] = evil

    path = altered(played, tmp_path / "evil.jsonl.gz", rename)
    text = page.write(path, tmp_path / "p.html").read_text()
    assert "<script>window" not in text
    assert "<img" not in text
    assert json.loads(element(text, "application/json"))["seats"][0] == {"name": evil}


def lacks(*path):
    def change(header, frames, result):
        place = {"header": header, "frames": frames, "result": result}
        for name in path[:-1]:
            place = place[name]
        del place[path[-1]]

    return change


def sets(where, name, value):
    def change(header, _frames, result):
        {"header": header, "result": result}[where][name] = value

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lacks("header", "game"), "unknown content (KeyError: 'game')"),
        (lacks("header", "setup"), "unknown content"),
        (lacks("result", "outcome"), "unknown content"),
        (lacks("frames", 7), "frame 7 is not where it should be"),
        (lacks("frames", 7, "n"), "unknown content"),
        (sets("header", "game", "chess"), "there is no game 'chess'"),
        (sets("header", "game", {}), "cannot be shown"),
        (sets("header", "seats", 5), "unknown content"),
        (sets("result", "outcome", {"seats": [5], "reason": ""}), "unknown content"),
    ],
)
def test_a_replay_with_other_content_is_one_clear_line(played, tmp_path, capsys, change, message):
    path = altered(played, tmp_path / "odd.jsonl.gz", change)
    assert program.main(["show", str(path)]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"error: {path}")
    assert message in err
    assert len(err.splitlines()) == 1
    assert not (tmp_path / "odd.html").exists()


def test_a_file_that_is_no_replay_is_one_clear_line(played, tmp_path, capsys):
    whole = played.read_bytes()
    damaged = bytearray(whole)
    damaged[len(whole) // 2] ^= 0xFF
    for name, data in [("cut", whole[:-100]), ("text", b"hello"), ("damaged", bytes(damaged))]:
        path = tmp_path / name
        path.write_bytes(data)
        assert program.main(["show", str(path)]) == 2
        err = capsys.readouterr().err
        assert err.startswith(f"error: {path}: ")
        assert len(err.splitlines()) == 1
    assert program.main(["show", str(tmp_path / "missing")]) == 2
    assert capsys.readouterr().err == f"error: {tmp_path}/missing: No such file or directory\n"


def test_a_game_without_a_view_cannot_be_shown(worm, mole, run, tmp_path, capsys):
    run(worm, mole, "--replay", tmp_path / "t.jsonl.gz")
    command = ["show", str(tmp_path / "t.jsonl.gz"), "--game-module", "sandbox.tests.toy"]
    assert program.main(command) == 2
    assert "Toy has no view that could draw it" in capsys.readouterr().err


def test_play_and_show_open_the_browser_with_the_logs_of_the_first_match(tmp_path):
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}.new && mv {opened}.new {opened}\n')
    browser.chmod(0o755)
    bot = GAME.house[0]
    talker = tmp_path / "talker.py"
    talker.write_text("import sys\nprint('line of a log', file=sys.stderr, flush=True)\ninput()\n")
    command = [sys.executable, "-m", "cli", "play", GAME.name, str(talker), f"house:{bot.name}"]
    command += ["--replay", str(tmp_path / "r.jsonl.gz"), "--show", "--games", "2"]
    done = subprocess.run(
        [*command, "--ruleset", GAME.rulesets[-1].name],
        cwd=ROOT,
        env={**os.environ, "BROWSER": f"{browser} %s"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert "line of a log" not in done.stderr
    assert opened.read_text() == f"file://{tmp_path}/r-1.html\n"
    config = json.loads(element((tmp_path / "r-1.html").read_text(), "application/json"))
    log = json.loads(base64.b64decode(config["log_url"].partition(",")[2]))
    assert log["lines"][0]["text"] == "line of a log\n"
    assert log["lines"][0]["seat"] == 0


def test_the_state_of_the_sandbox_is_shown(capsys):
    assert machine.main(["check"]) == 0
    assert capsys.readouterr().out.startswith("isolation ")
