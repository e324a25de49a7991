"""The local runner: what an author sees, and what a script can go by."""

from __future__ import annotations

import gzip
import json
import os
import re
import signal
import subprocess
import sys
import termios
import time
import zipfile

import pytest

from cli import app as program
from games.registry import GAMES
from games.replay import ReplayReader
from games.tests.crowd import bidder
from sandbox.judger.client import ROOT
from sandbox.play.command import processors
from sandbox.tests.processes import judgers

ECHO_CPP = """
#include <iostream>
#include <string>
int main() {
    for (std::string line; std::getline(std::cin, line);)
        if (line.find("\\"ask\\"") != std::string::npos) std::cout << 5 << std::endl;
}
"""
MAPPED = ["--game-module", "sandbox.tests.play.mapped"]
MODULE = ["--game-module", "sandbox.tests.toy"]


def replay(path):
    with open(path, "rb") as file:
        reader = ReplayReader(file)
        list(reader.read())
    return reader


def test_a_file_plays_a_folder(worm, mole, run, capsys):
    assert run(worm, mole, "--seed", 5) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "Toy, Standard: 1 match, seed 5"
    assert "match 1, seed 5: worm – mole" in out
    first, second = (line for line in out if "  score " in line)
    assert first.startswith("  1. mole  score 28  CPU ")
    assert second.startswith("  2. worm  score 12  CPU ")
    assert second.endswith(" s in 4 turns")


def test_a_zip_plays_compiled_sources(tmp_path, worm, run, capsys):
    zipped = tmp_path / "fast.zip"
    with zipfile.ZipFile(zipped, "w") as archive:
        archive.writestr("main.cpp", ECHO_CPP)
    assert run(zipped, worm) == 0
    assert "1. fast  score 20" in capsys.readouterr().out


def test_a_bot_may_play_itself(worm, run, capsys):
    assert run(worm, worm, "--games", 2, "--seed", 8) == 0
    out = capsys.readouterr().out
    assert "1. worm      score" in out
    assert "1. worm (2)  score" in out


def test_each_seed_is_played_from_every_seat_and_the_odd_match_is_named(worm, mole, run, capsys):
    assert run(worm, mole, "--games", 3, "--seed", 8) == 0
    out = capsys.readouterr().out
    assert "1 pair with the same seed and swapped seats; the last match has no counterpart" in out
    assert "match 1, seed 8: worm – mole" in out
    assert "match 2, seed 8: mole – worm" in out
    assert "match 3, seed 9: worm – mole" in out


def test_without_mirrors_everybody_keeps_their_seat(worm, mole, run, capsys, tmp_path):
    replays = tmp_path / "r.jsonl.gz"
    assert run(worm, mole, "--games", 2, "--seed", 8, "--no-mirror", "--replay", replays) == 0
    assert "match 2, seed 9: worm – mole" in capsys.readouterr().out
    assert replay(tmp_path / "r-2.jsonl.gz").header["seats"] == [{"name": "worm"}, {"name": "mole"}]


def test_the_table_gives_each_bot_its_statistics_on_any_seat(worm, mole, run, capsys):
    assert run(worm, mole, "--games", 4) == 0
    out = capsys.readouterr().out.splitlines()
    at = next(i for i, line in enumerate(out) if line.startswith("bot "))
    figures = r"100\.0% \[51\.0%, 100\.0%\] +28 +\d+\.\d\d / \d+\.\d\d +(\d+ MB|–)  none"
    assert re.fullmatch(rf"mole +4 +4 +0 +0 +{figures}", out[at + 2])
    assert re.match(r"worm +4 +0 +0 +4 +0\.0% \[0\.0%, 49\.0%\] +12 ", out[at + 1])
    assert "mole is better than worm with probability 0.9688" in out


def test_many_matches_are_told_in_a_table_alone_unless_asked_for(worm, mole, run, capsys):
    assert run(worm, mole, "--games", 9, "--jobs", 2) == 0
    out, err = capsys.readouterr()
    assert "match 1," not in out
    assert re.search(r"^mole +9 +9 ", out, re.MULTILINE)
    assert err == "", "no bar where nobody watches"
    assert run(worm, mole, "--games", 9, "--jobs", 2, "--verbose") == 0
    assert "match 9," in capsys.readouterr().out


def test_a_replay_is_written_for_each_match(worm, mole, run, tmp_path):
    run(worm, mole, "--replay", tmp_path / "one.jsonl.gz")
    one = replay(tmp_path / "one.jsonl.gz")
    assert one.header["seats"] == [{"name": "worm"}, {"name": "mole"}]
    assert (one.frames, one.games) == (9, [0])
    assert one.result["outcome"]["seats"][1]["score"] == 28
    run(worm, mole, "--games", 2, "--replay", tmp_path / "two.jsonl.gz")
    seats = [replay(tmp_path / f"two-{n}.jsonl.gz").header["seats"] for n in (1, 2)]
    assert seats[0] == seats[1][::-1]


def test_a_match_is_played_with_the_limits_of_its_ruleset(worm, mole, tmp_path):
    command = ["play", "mapped", worm, mole, "--ruleset", "small"]
    command += ["--replay", str(tmp_path / "r.jsonl.gz"), *MAPPED]
    assert program.main(command) == 0
    limits = replay(tmp_path / "r.jsonl.gz").header["options"]["limits"]
    assert (limits["memory_mb"], limits["turn_cpu_ms"]) == (96, 700)
    assert (limits["turn_wall_ms"], limits["game_cpu_ms"]) == (4000, 5000)


def test_what_a_bot_logs_is_shown_on_request_and_cannot_steer_the_terminal(worm, mole, run, capsys):
    run(worm, mole)
    assert capsys.readouterr().err == ""
    run(worm, mole, "--log")
    err = capsys.readouterr().err
    assert "[worm, game 1, turn 1] said �[31m3" in err
    assert "\x1b" not in err


def test_a_fault_of_a_bot_is_told_counted_and_is_the_exit_status(worm, run, tmp_path, capsys):
    bad = tmp_path / "bad.py"
    bad.write_text("import sys; input(); sys.exit(4)")
    assert run(bad, worm, "--games", 2) == 1
    out = capsys.readouterr().out
    assert out.count("crashed: exit status 4, after it answered 0 times") == 2
    assert re.search(r"^bad .*  crash 2$", out, re.MULTILINE)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("bad.cpp", "int main() { return x; }", "was not declared"),
        ("bad.py", "def f(:\n", "SyntaxError"),
        ("bad.txt", "hello", "bad.txt"),
    ],
)
def test_a_bot_that_cannot_be_built_is_refused_with_the_reason(
    tmp_path, worm, run, capsys, name, text, message
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
        (["toy", "missing.py", "missing.py"], "missing.py: there is no such file or folder"),
        (["toy", "house:x", "house:x"], "toy has no house bot 'x'"),
        (["toy", "a", "b", "c"], "Toy has 2 seats, but 3 bots came"),
        (["go", "a", "b"], "there is no game 'go'"),
        (["toy", "a", "b", "--ruleset", "x"], "toy has no ruleset 'x'; choose of standard"),
        (["toy", "a", "b", "--games", "0"], "--games must be at least 1"),
        (["toy", "a", "b", "--jobs", "0"], "--jobs must be from 1 to"),
        (["toy", "a", "b", "--jobs", "9999"], "the processors there are"),
        (["toy", "a", "b", "--show"], "--show needs --replay FILE"),
        (["toy", "a", "b", "--map", __file__], "Toy is played without maps: leave --map out"),
    ],
)
def test_what_cannot_be_played_is_one_clear_line(arguments, message, capsys):
    assert program.main(["play", *arguments, *MODULE]) == 2
    err = capsys.readouterr().err
    assert err.startswith("error: ")
    assert message in err
    assert len(err.splitlines()) == 1


def test_a_failure_of_ours_has_its_own_exit_status_and_leaves_no_half_replay(
    worm, run, capsys, tmp_path
):
    assert run(worm, worm, "--ruleset", "broken", "--replay", tmp_path / "r.jsonl.gz") == 3
    assert capsys.readouterr().err.splitlines()[-1].startswith("error: RuntimeError in toy.py")
    assert not (tmp_path / "r.jsonl.gz").exists()


def test_a_replay_that_cannot_be_written_is_refused_before_anything_is_built(run, capsys, tmp_path):
    assert run("missing.py", "--replay", tmp_path / "missing" / "r.jsonl.gz") == 2
    assert capsys.readouterr().err == f"error: --replay: there is no folder {tmp_path}/missing\n"


def test_more_than_two_seats_have_ranks_and_go_round(worm, mole, tmp_path, capsys):
    command = ["play", "mapped", worm, mole, worm, "--ruleset", "three", "--games", "4"]
    assert program.main([*command, *MAPPED]) == 0
    out = capsys.readouterr().out
    assert "1 round of 3 with the same seed, everybody once on each seat" in out
    assert "the last 1 make no full round" in out
    assert re.search(r"match 2, seed \d+: mole – worm \(2\) – worm\n", out)
    assert re.search(r"^bot +matches +won +mean rank ", out, re.MULTILINE)
    assert re.search(r"^mole +4 +4 +1\.00 +100\.0%", out, re.MULTILINE)
    assert re.search(r"^worm +4 +0 +2\.00 +0\.0%", out, re.MULTILINE)
    assert "is better than" not in out


CROWD = ["--game-module", "games.tests.crowd"]


def test_four_bots_fill_sixteen_seats_and_go_round(worm, mole, tmp_path, capsys):
    for number in range(4):
        (tmp_path / f"b{number}.py").write_bytes(bidder(1 + number, number))
    bots = [str(tmp_path / f"b{number}.py") for number in range(4)]
    command = ["play", "crowd", *bots, "--ruleset", "sixteen", "--games", "4"]
    assert program.main([*command, "--replay", str(tmp_path / "r.jsonl.gz"), *CROWD]) == 0
    out = capsys.readouterr().out
    assert "1 round of 4 with the same seed, everybody once on each seat" in out
    assert re.search(r"match 2, seed \d+: b1 on 1 – b2 on 2 – b3 on 3 – b0 on 4 – b1 on 5", out)
    assert re.search(r"^bot +matches +won +mean rank +win rate \[95 %\]", out, re.MULTILINE)
    rates = re.findall(r"^b\d +4 .*?([\d.]+)% \[", out, re.MULTILINE)
    assert len(rates) == 4
    assert sum(map(float, rates)) == pytest.approx(100, abs=0.3)
    header = replay(tmp_path / "r-1.jsonl.gz").header
    assert [seat["name"] for seat in header["seats"]][:5] == [
        "b0 on 1", "b1 on 2", "b2 on 3", "b3 on 4", "b0 on 5"
    ]  # fmt: skip


def test_two_bots_play_as_two_teams_and_are_compared(tmp_path, capsys):
    for name, source in (("lame", bidder(1, 0)), ("able", bidder(2, 3))):
        (tmp_path / f"{name}.py").write_bytes(source)
    bots = [str(tmp_path / f"{name}.py") for name in ("lame", "able")]
    command = ["play", "crowd", *bots, "--ruleset", "pairs", "--games", "2", "--seed", "3"]
    assert program.main([*command, "--replay", str(tmp_path / "r.jsonl.gz"), *CROWD]) == 0
    out = capsys.readouterr().out
    assert "match 1, seed 3: lame on 1 + lame on 2 – able on 3 + able on 4" in out
    assert "match 2, seed 3: able on 1 + able on 2 – lame on 3 + lame on 4" in out
    assert re.search(r"^bot +matches +won +drawn +lost ", out, re.MULTILINE)
    setup = replay(tmp_path / "r-1.jsonl.gz").header["setup"]
    assert [seat["team"] for seat in setup["seats"]] == [1, 1, 2, 2]


BURNER = """
import json, sys, time
for line in sys.stdin:
    if json.loads(line)["type"] == "ask":
        end = time.process_time() + 0.02
        while time.process_time() < end:
            pass
        print(1, flush=True)
"""


def test_cpu_time_is_each_bots_own_and_a_turn_is_all_of_its_answers(worm, tmp_path, capsys):
    burner = tmp_path / "burner.py"
    burner.write_text(BURNER)
    # Both the matches and the games of a match swap the seats.
    command = ["play", "mapped", worm, str(burner), "--ruleset", "pieces", "--games", "2", *MAPPED]
    assert program.main(command) == 0
    out = capsys.readouterr().out
    assert out.count(" s in 8 turns") == 4
    medians = dict(re.findall(r"^(worm|burner) .*?([\d.]+) / [\d.]+ ", out, re.MULTILINE))
    assert float(medians["burner"]) >= 60
    assert float(medians["worm"]) < 30


def test_matches_at_a_time_have_a_processor_each():
    count = len(os.sched_getaffinity(0))
    assert sorted(processors(count)) == sorted(os.sched_getaffinity(0))
    assert len(processors(1)) == 1


def until(check, seconds=60):
    deadline = time.monotonic() + seconds
    while not (answer := check()):
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.05)
    return answer


SLEEPS_ON_THE_FIRST_SEAT = """
import json, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start" and message["seat"] == 0:
        time.sleep(1000)
    if message["type"] == "ask":
        print(1, flush=True)
"""


def test_an_interrupt_ends_the_judgers_and_still_prints_the_table(tmp_path, worm):
    slow = tmp_path / "slow.py"
    slow.write_text(SLEEPS_ON_THE_FIRST_SEAT)
    replays = tmp_path / "replays"
    replays.mkdir()
    command = [sys.executable, "-m", "cli", "play", "mapped", worm, str(slow), "--games", "9"]
    command += [*MAPPED, "--ruleset", "patient"]
    command += ["--replay", str(replays / "r.jsonl.gz")]
    runner = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        # The first match ends at once, the second one has the sleeper on the first seat.
        until(lambda: (replays / "r-2.jsonl.gz").exists())
        (running,) = until(lambda: judgers(runner.pid))
        runner.send_signal(signal.SIGINT)
        out, err = runner.communicate(timeout=60)
    finally:
        runner.kill()
        runner.wait()
    assert runner.returncode == 130
    assert re.search(r"^worm +1 ", out, re.MULTILINE)
    assert err == ""
    assert not os.path.exists(f"/proc/{running}")
    assert [path.name for path in replays.iterdir()] == ["r-1.jsonl.gz"]


def test_a_bar_shows_on_a_terminal(worm, mole):
    command = [sys.executable, "-m", "cli", "play", "toy", worm, mole, "--games", "10", *MODULE]
    leader, follower = os.openpty()
    termios.tcsetwinsize(follower, (24, 100))
    done = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=follower)
    os.close(follower)
    shown = b""
    try:
        while data := os.read(leader, 4096):
            shown += data
    except OSError:  # how a terminal ends whose last program has left
        pass
    finally:
        os.close(leader)
    assert done.wait() == 0
    assert b"10/10" in shown


def test_the_runner_is_a_program(worm, mole, tmp_path):
    command = [sys.executable, "-m", "cli", "play", "toy", worm, mole, *MODULE]
    done = subprocess.run(
        [*command, "--replay", str(tmp_path / "r.gz")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "1. mole" in done.stdout
    with gzip.open(tmp_path / "r.gz") as file:
        assert json.loads(file.readline())["type"] == "header"


@pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))
def test_a_house_bot_plays_as_the_site_would_install_it(game, capsys):
    bot = f"house:{game.house[0].name}"
    ruleset = game.rulesets[-1]
    command = ["play", game.name, *[bot] * ruleset.seats, "--ruleset", ruleset.name]
    assert program.main(command) == 0
    assert re.search(rf"1\. house/{game.house[0].name}.* score \d+", capsys.readouterr().out)
