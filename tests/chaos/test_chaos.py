"""Many rated matches on a real site while its processes are killed at random moments.

However that goes, each match has one result, one replay and one entry for each seat in the ladder,
and nothing that was killed leaves anything running.  ``ARBITER_CHAOS_SEED`` repeats a test's draws
(not its timing).
"""

from __future__ import annotations

import json
import math
import os
import random
import re
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from sandbox.judger.__main__ import NAME
from sandbox.tests.processes import name_of
from tests import site
from tests.chaos import victims
from tests.chaos.victims import MOST, WEIGHTS, Kind, Victim
from tests.inside import Inside, inside
from tests.site import eventually

pytestmark = pytest.mark.xdist_group("chaos")

BOT = """
import sys
say, hear = sys.stdout.buffer, sys.stdin.buffer.read
seat = hear(5)[4]
hear(7 * int.from_bytes(hear(3)[1:], "big"))
for step in range(16):
    hear(seat)
    say.write(bytes([0, 0, 0, 1, 1 + 2 * seat]))
    say.flush()
    hear(2 - seat)
hear()
"""
"""It runs straight on and off the board: a match takes about a second."""
COMMANDS = "tests.chaos.inside"
UNTIL = 0.8
"""The killing stops when this share of all matches is finished."""
LONGEST_S = 60.0
PAUSES_S = (0.02, 0.4)
PATIENCE_S = 10.0
"""The longest wait for a process of the kind that is to be killed next."""
ALWAYS = (Kind.JUDGER, Kind.CHILD)
"""At least one of each is killed, however slow the machine."""
SECONDS = 300
"""A deadline for slow machines, not a measure."""


@dataclass
class Running:
    """A site without house bots, whose ladder makes no matches by itself."""

    process: subprocess.Popen[str]
    port: int
    var: Path
    temporary: Path
    env: dict[str, str]


@pytest.fixture
def running() -> Iterator[Running]:
    # Short paths: sockets have no room for pytest's own folders.
    var = Path(tempfile.mkdtemp(prefix="arb-"))
    temporary = Path(tempfile.mkdtemp(prefix="arb-tmp-"))
    temporary.chmod(0o711)  # sandboxes find their programs below it
    port = site.free_port()
    more = {
        "TMPDIR": str(temporary),
        "ARBITER_DEMO": "0",
        "ARBITER_LADDER_QUEUE_DEPTH": "0",
        "ARBITER_MATCH_WORKERS": "2",
    }
    env = site.clean_environment(var, **more)
    process = site.start(var, port, site.ROOT, **more)
    try:
        site.wait_until_up(process)
        yield Running(process, port, var, temporary, env)
    finally:
        site.stop(process)
        shutil.rmtree(var, ignore_errors=True)
        shutil.rmtree(temporary, ignore_errors=True)


@pytest.mark.parametrize("matches", [16, pytest.param(100, marks=pytest.mark.nightly)])
def test_matches_survive_whatever_is_killed(running, matches):
    with inside(COMMANDS, running.env) as desk:
        desk.ask("enter", BOT)
        eventually(lambda: _entered(desk), 120, 1)
        desk.ask("queue", matches)
        killed = _kill_at_random(running, desk, matches)
        print("killed:", {kind.value: count for kind, count in killed.items()})
        assert all(killed[kind] > 0 for kind in ALWAYS)
        eventually(lambda: _unfinished(desk, matches) == 0, SECONDS, 0.5)
        _assert_nothing_of_a_match_runs(running)
        report = desk.ask("report")
    print(_complaints(running))
    _assert_each_counts_once(report, matches)
    _assert_the_site_answers(running)
    assert site.stop(running.process, signal.SIGTERM) == 0
    for folder in (running.var, running.temporary):
        assert site.processes_mentioning(str(folder)) == []
    with inside(COMMANDS, running.env) as desk:
        desk.ask("tidy")
    left = [path.name for path in running.temporary.iterdir() if not _is_probe(path)]
    assert left == [f"arbiter-programs-{os.geteuid()}"]


def _is_probe(path: Path) -> bool:
    """Whether Python's `tempfile` wrote the file, to find out whether it can write there.

    It deletes the file at once, and leaves it only where the process is killed in between.
    """
    name = re.fullmatch("[a-z0-9_]{8}", path.name)
    return bool(name) and path.is_file() and path.read_bytes() in (b"", b"blat")


def test_only_the_probe_of_tempfile_is_ignored(tmp_path):
    files = {"abc_12yz": b"", "q1w2e3r4": b"blat", "abcdefgh": b"more", "abc": b"", "a.b.c.d.": b""}
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "a_folder").mkdir()
    assert {path.name for path in tmp_path.iterdir() if _is_probe(path)} == {"abc_12yz", "q1w2e3r4"}


def _entered(desk: Inside) -> bool:
    answer = desk.ask("entered")
    assert "failed" not in answer["states"].values(), answer
    return set(answer["states"].values()) == {"ready"}


def _unfinished(desk: Inside, matches: int) -> int:
    states: dict[str, int] = desk.ask("states")
    assert set(states) <= {"queued", "running", "finished"}, states
    return matches - states.get("finished", 0)


def _kill_at_random(running: Running, desk: Inside, matches: int) -> Counter[Kind]:
    seed = int(os.environ.get("ARBITER_CHAOS_SEED") or random.SystemRandom().randrange(10**6))
    print(f"ARBITER_CHAOS_SEED={seed}")
    rng = random.Random(seed)
    killed: Counter[Kind] = Counter()
    began = looked = time.monotonic()
    while time.monotonic() - began < LONGEST_S or not all(killed[kind] for kind in ALWAYS):
        assert time.monotonic() - began < SECONDS, f"killed so far: {killed}"
        time.sleep(rng.uniform(*PAUSES_S))
        victim = _draw(running, rng, killed)
        if victim and victim.kill():
            killed[victim.kind] += 1
        if time.monotonic() - looked > 3:
            looked = time.monotonic()
            if _unfinished(desk, matches) < matches * (1 - UNTIL):
                break
    return killed


def _draw(running: Running, rng: random.Random, killed: Counter[Kind]) -> Victim | None:
    """A process of a drawn kind, as soon as there is one: on a slow machine workers would
    otherwise be killed before any of them has a judger."""
    allowed = {k: w for k, w in WEIGHTS.items() if killed[k] < MOST.get(k, math.inf)}
    kind = rng.choices(list(allowed), list(allowed.values()))[0]
    patient_until = time.monotonic() + PATIENCE_S
    while time.monotonic() < patient_until:
        if found := [v for v in victims.below(running.process.pid) if v.kind is kind]:
            return rng.choice(found)
        time.sleep(0.02)
    return None


def _complaints(running: Running) -> str:
    """The workers' log lines about matches that could not be played, for the failure's report."""
    log = (running.var / "log" / "matches.log").read_text()
    return "\n".join(line for line in log.splitlines() if "could not be played:" in line)


def _assert_nothing_of_a_match_runs(running: Running) -> None:
    """Judgers and sandboxes of killed workers are gone, those of the last matches soon."""

    def left() -> list[str]:
        kinds = (Kind.JUDGER, Kind.SANDBOX)
        return [v.words for v in victims.below(running.process.pid) if v.kind in kinds]

    eventually(lambda: left() == [], 30)
    # Also none that lost its parents and with them its place below the site.
    strays = [p for p in site.commands_mentioning(str(running.temporary)) if name_of(p) == NAME]
    assert strays == []


def _assert_each_counts_once(report: dict[str, Any], number: int) -> None:
    matches = report["matches"]
    assert {match["state"] for match in matches} == {"finished"}
    rated = [match for match in matches if match["kind"] == "ladder"]
    assert len(rated) == number
    for match in rated:
        assert match["rated"] == [0, 1], match
        assert None not in match["ranks"], match
    for match in matches:
        tries = 1 + match["losses"] + match["faults"] + match["reruns"]
        assert match["attempt"] == tries, match
        assert (match["faults"], match["failure"]) == (0, ""), match
    assert report["orders"] == list(range(1, number + 1))
    assert (report["results"], report["rebuilt"], report["corrected"]) == (number, number, 0)
    assert report["replays"] == sorted(match["replay"] for match in matches)


def _assert_the_site_answers(running: Running) -> None:
    address = f"http://localhost:{running.port}/api/v1/matches/?state=finished"

    def answer() -> bool:
        try:
            with urllib.request.urlopen(address, timeout=5) as got:
                return len(json.load(got)["results"]) > 0
        except OSError:
            return False

    eventually(answer, 60, 1)
