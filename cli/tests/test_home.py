"""Commands that need no site."""

from __future__ import annotations

import io
import json
import subprocess
import sys

import pytest

from cli import app, local
from cli.tests.wheel import installed
from games.package import kit_paths
from games.registry import GAMES
from games.replay import ReplayReader, ReplayWriter
from games.tests.sampling import record_match, setups
from games.wire import encode
from sandbox.errors import SandboxError


@pytest.mark.parametrize("name", app.COMMANDS)
def test_every_command_has_help(arbiter, name):
    status, out, _ = arbiter(name, "--help")
    assert status == 0
    assert out.startswith(f"Usage: arbiter {name}")
    assert name in arbiter("--help")[1]


def test_wrong_words_are_answered_with_what_is_possible(arbiter):
    status, _, err = arbiter("plya")
    assert (status, "No such command" in err) == (2, True)
    status, _, err = arbiter("new", "snake", "cobol")
    assert status == 2
    assert "Choose one of: python, cpp" in err


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_kit_is_written_whole_and_never_over_something(arbiter, tmp_path, game):
    for kit in GAMES[game].kits:
        folder = tmp_path / kit.language
        assert arbiter("new", game, kit.language, folder)[0] == 0
        written = {
            path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
        }
        assert written == set(kit_paths(kit))
        status, _, err = arbiter("new", game, kit.language, folder)
        assert (status, "is there already" in err) == (2, True)


def number(path, value):
    """A bot of the toy game that says a number."""
    path.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        f"    if json.loads(line)['type'] == 'ask':\n        print({value}, flush=True)\n"
    )
    return path


def test_a_match_that_cannot_be_verified_is_not_taken_for_verified(arbiter, tmp_path):
    data, _ = record_match(GAMES["snake"], setups(GAMES["snake"])[0], 1)
    old, path = ReplayReader(io.BytesIO(data)), tmp_path / "old.jsonl.gz"
    with path.open("wb") as file:
        writer = ReplayWriter(file)
        writer.header({**old.header, "engine": "0.1"})
        for frame in old.read():
            writer.frame(encode(frame), key="key" in frame, first="setup" in frame)
        writer.result(old.result)
    status, out, err = arbiter("verify", path)
    assert (status, out.startswith("Not verifiable. ")) == (2, True), err


def test_a_file_that_cannot_be_written_is_named(arbiter, tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    status, _, err = arbiter("--site", "http://127.0.0.1:9", "download", "1", "--to", file)
    assert (status, str(file) in err.replace("\n", "")) == (2, True)


TOY = ("--game-module", "sandbox.tests.toy", "--seed", 1)


def test_the_better_bot_is_found_by_pairs(arbiter, tmp_path):
    low, high = number(tmp_path / "low.py", 3), number(tmp_path / "high.py", 7)
    status, out, _ = arbiter("bench", "toy", low, high, "--json", *TOY)
    report = json.loads(out)
    assert (status, report["verdict"]) == (0, "better")
    assert report["elo"] > 50
    assert report["counts"][-1] == report["pairs"] < 100
    status, out, _ = arbiter("bench", "toy", high, low, "--jobs", 2, *TOY)
    assert status == 1
    assert "B is not better than A" in out


def test_too_few_pairs_decide_nothing(arbiter, tmp_path):
    same = number(tmp_path / "a.py", 3), number(tmp_path / "b.py", 3)
    status, out, _ = arbiter("bench", "toy", *same, "--pairs", 2, *TOY)
    assert status == 1
    assert "do not decide it" in out
    assert "2 pairs." in out


def test_a_test_between_more_than_two_sides_is_refused(arbiter):
    words = ("bench", "xghj", "house:turtle", "house:turtle", "--ruleset", "four")
    status, _, err = arbiter(*words)
    assert (status, "two sides" in err) == (2, True)


def test_without_the_judger_the_referee_of_the_kit_plays(arbiter, monkeypatch, capfd, tmp_path):
    monkeypatch.setattr(local, "has_judger", lambda: False)
    kit = tmp_path / "kit"
    arbiter("new", "snake", "python", kit)
    status = app.main(["play", "snake", str(kit), "house:gardener", "--seed", "3"])
    said = capfd.readouterr()
    assert status == 0, said.err
    assert "no sandbox" in said.err
    assert "house" in said.out or "main.py" in said.out
    status = app.main(["play", "snake", str(kit), "house:hunter"])
    assert status == 2
    assert "in Python" in capfd.readouterr().err
    assert app.main(["play", "snake", str(kit), "house:gardener", "--games", "4"]) == 2
    assert app.main(["bench", "snake", "house:drifter", "house:gardener"]) == 3


def test_a_match_without_the_sandbox_may_be_chosen_and_is_offered(arbiter, monkeypatch, tmp_path):
    kit = tmp_path / "kit"
    arbiter("new", "snake", "python", kit)
    words = ("play", "snake", kit, "house:gardener", "--seed", 3)
    status, _, err = arbiter(*words, "--no-sandbox")
    assert status == 0, err
    assert "no limit holds" in err

    def unable(*_given):
        raise SandboxError("no namespaces here")

    monkeypatch.setattr("sandbox.play.command.play_all", unable)
    status, _, err = arbiter(*words)
    assert (status, "--no-sandbox" in err) == (3, False)
    monkeypatch.setattr("sandbox.isolation.choose", unable)
    status, _, err = arbiter(*words)
    assert status == 3
    assert "no namespaces here" in err
    assert "--no-sandbox plays a match without one" in err.replace("\n", " ")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_get_their_completion(arbiter, shell):
    status, out, _ = arbiter("completion", shell)
    assert status == 0
    assert "_ARBITER_COMPLETE" in out


def test_the_wheel_plays_in_an_empty_environment(tmp_path_factory, tmp_path):
    program = installed(tmp_path_factory.mktemp("wheel"))

    def run(*words):
        done = subprocess.run(
            [str(program), *words], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    python = program.with_name("python")
    for name in ("django", "matches", "pages"):
        looks = f"import importlib.util; assert importlib.util.find_spec({name!r}) is None"
        subprocess.run([python, "-c", looks], check=True)
    assert run("--version").startswith("arbiter, version ")
    run("new", "snake", "python", "kit")
    assert "kit" in run("play", "snake", "kit", "house:drifter", "--replay", "m.jsonl.gz")
    run("show", "m.jsonl.gz", "--no-open")
    assert "player-board" in (tmp_path / "m.html").read_text()
    assert run("verify", "m.jsonl.gz").startswith("Verified. ")


def test_python_runs_the_program_as_a_module():
    done = subprocess.run(
        [sys.executable, "-m", "cli", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("arbiter, version ")
