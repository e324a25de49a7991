"""The local runner: what an author sees, and what a script can go by."""

import json
import re
import subprocess
import sys
import zipfile

import pytest

from games.registry import GAMES
from games.replay import ReplayReader
from sandbox import local
from sandbox.judger.client import ROOT

NUMBER = """
import json, sys
for line in sys.stdin:
    if json.loads(line)["type"] == "ask":
        print("said \\x1b[31mNUMBER", file=sys.stderr, flush=True)
        print(NUMBER, flush=True)
"""
ECHO_CPP = """
#include <iostream>
#include <string>
int main() {
    for (std::string line; std::getline(std::cin, line);)
        if (line.find("\\"ask\\"") != std::string::npos) std::cout << 5 << std::endl;
}
"""


@pytest.fixture
def worm(tmp_path):
    path = tmp_path / "worm.py"
    path.write_text(NUMBER.replace("NUMBER", "3"))
    return str(path)


@pytest.fixture
def mole(tmp_path):
    folder = tmp_path / "mole"
    folder.mkdir()
    (folder / "main.py").write_text("from brain import *\n")
    (folder / "brain.py").write_text(NUMBER.replace("NUMBER", "7"))
    return str(folder)


def run(*arguments):
    return local.main(["toy", *map(str, arguments), "--module", "sandbox.tests.toy"])


def test_a_file_plays_a_folder(worm, mole, capsys):
    assert run(worm, mole, "--seed", 5) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "Toy, Standard"
    assert "match 1, seed 5" in out
    first, second = (line for line in out if "score" in line)
    assert first.startswith("  1. mole  score 28  CPU ")
    assert second.startswith("  2. worm  score 12  CPU ")
    assert second.endswith(" s in 4 turns")


def test_a_zip_plays_compiled_sources(tmp_path, worm, capsys):
    zipped = tmp_path / "fast.zip"
    with zipfile.ZipFile(zipped, "w") as archive:
        archive.writestr("main.cpp", ECHO_CPP)
    assert run(zipped, worm) == 0
    assert "1. fast  score 20" in capsys.readouterr().out


def test_a_bot_may_play_itself_and_several_matches(worm, capsys):
    assert run(worm, worm, "--games", 2, "--seed", 8) == 0
    out = capsys.readouterr().out
    assert "match 1, seed 8" in out
    assert "match 2, seed 9" in out
    assert "1. worm      score" in out
    assert "1. worm (2)  score" in out


def test_a_replay_is_written_for_each_match(worm, mole, tmp_path):
    run(worm, mole, "--replay", tmp_path / "one.jsonl.gz")
    with open(tmp_path / "one.jsonl.gz", "rb") as file:
        reader = ReplayReader(file)
        assert reader.header["seats"] == [{"name": "worm"}, {"name": "mole"}]
        assert [frame["n"] for frame in reader.read()] == list(range(9))
        assert reader.result["outcome"]["seats"][1]["score"] == 28
    run(worm, mole, "--games", 2, "--replay", tmp_path / "two.jsonl.gz")
    assert (tmp_path / "two-1.jsonl.gz").exists()
    assert (tmp_path / "two-2.jsonl.gz").exists()


def test_what_a_bot_logs_is_shown_on_request_and_cannot_steer_the_terminal(worm, mole, capsys):
    run(worm, mole)
    assert capsys.readouterr().err == ""
    run(worm, mole, "--log")
    err = capsys.readouterr().err
    assert "[worm, game 1, turn 1] said �[31m3" in err
    assert "\x1b" not in err


def test_a_fault_of_a_bot_is_told_and_is_the_exit_status(worm, tmp_path, capsys):
    bad = tmp_path / "bad.py"
    bad.write_text("import sys; input(); sys.exit(4)")
    assert run(bad, worm) == 1
    assert "bad   score -1" in (out := capsys.readouterr().out)
    assert out.splitlines()[-2].endswith("crashed: exited with status 4")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("bad.cpp", "int main() { return x; }", "was not declared"),
        ("bad.py", "def f(:\n", "SyntaxError"),
        ("bad.txt", "hello", "bad.txt"),
    ],
)
def test_a_bot_that_cannot_be_built_is_refused_with_the_reason(
    tmp_path, worm, capsys, name, text, message
):
    bad = tmp_path / name
    bad.write_text(text)
    assert run(bad, worm) == 2
    err = capsys.readouterr().err
    assert err.startswith("error: ")
    assert name in err
    assert message in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["toy", "missing.py", "missing.py"], "missing.py"),
        (["toy", "house:x", "house:x"], "toy has no house bot 'x'"),
        (["toy", "a"], "Toy has 2 seats, but 1 bots came"),
        (["go", "a", "b"], "there is no game 'go'"),
        (["toy", "a", "b", "--ruleset", "x"], "toy has no ruleset 'x'; choose of standard"),
    ],
)
def test_what_cannot_be_played_is_one_clear_line(arguments, message, capsys):
    assert local.main([*arguments, "--module", "sandbox.tests.toy"]) == 2
    err = capsys.readouterr().err
    assert message in err
    assert len(err.splitlines()) == 1


def test_a_failure_of_ours_has_its_own_exit_status(worm, capsys):
    assert run(worm, worm, "--ruleset", "broken") == 3
    assert capsys.readouterr().err.splitlines()[-1].startswith("error: RuntimeError in toy.py")


def test_the_runner_is_a_program(worm, mole, tmp_path):
    command = [sys.executable, "-m", "sandbox.local", "toy", worm, mole]
    done = subprocess.run(
        [*command, "--module", "sandbox.tests.toy", "--replay", str(tmp_path / "r.gz")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "1. mole" in done.stdout
    zcat = subprocess.run(["zcat", tmp_path / "r.gz"], capture_output=True, check=True)
    assert json.loads(zcat.stdout.splitlines()[0])["type"] == "header"


@pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))
def test_a_house_bot_plays_as_the_site_would_install_it(game, capsys):
    bot = f"house:{game.house[0].name}"
    seats = game.rulesets[-1].seats
    assert local.main([game.name, *[bot] * seats, "--ruleset", game.rulesets[-1].name]) == 0
    assert re.search(rf"1\. house/{game.house[0].name}.* score \d+", capsys.readouterr().out)


def test_a_bot_that_is_not_there_is_one_clear_line(capsys):
    assert run("/nonexistent", "/nonexistent") == 2
    assert capsys.readouterr().err == "error: /nonexistent: there is no such file or folder\n"
