"""Trials of a game before it is installed: its program, then its starter kits."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.foreign.install import trials
from sandbox.foreign.install.installing import install
from sandbox.tests.foreign.games import highest


@pytest.fixture
def games(tmp_path: Path) -> Path:
    return tmp_path / "games"


@pytest.fixture
def log() -> list[str]:
    return []


PATIENT = """
import json, os, sys

read = sys.stdin.buffer.read


def send(**message):
    body = json.dumps(message).encode()
    sys.stdout.buffer.write(len(body).to_bytes(4, "big") + b"\\xff" * 4 + body)
    sys.stdout.buffer.flush()


def hear():
    return json.loads(read(int.from_bytes(read(4), "big")))


open(hear()["replay"], "w").close()
send(state=0, time=0.4)
for number in range(1, 401):
    send(state=number, listen=[number % 2], player=[number % 2], content=["go"])
    while (heard := hear())["player"] >= 0 and heard["content"] != "a good move":
        pass
send(state=-1, end_info={"0": 1, "1": 0})
"""
"""Eighty seconds, where one of its two players says only what it cannot take."""


def test_the_trial_of_a_game_that_waits_for_its_clock_comes_to_an_end(
    tmp_path, games, log, monkeypatch
):
    monkeypatch.setattr(trials, "_DUMB", trials._DUMB.replace(b"alarm(5)", b"alarm(1)"))
    folder = highest(tmp_path / "in", bots=[], kits=[])
    (folder / "main.py").write_text(PATIENT)
    assert install(folder, games, {}, log.append).scores == (1, 0)


def test_a_trial_keeps_nothing_of_what_a_game_shows_its_watchers():
    seen = trials._Seen(["seat 1 (one)", "seat 2 (two)"])
    for number in range(50):
        event = {"e": "watch", "text": "shown" * 100}
        seen.take({"type": "frame", "n": number, "events": [event], "key": {"text": "shown"}})
    seen.take({"type": "frame", "events": [{"e": "error", "seat": 1, "detail": "it is gone"}]})
    seen.take({"type": "log", "seat": 1, "text": "why"})
    assert seen.problem() == "seat 2 (two): it is gone"
    assert "shown" not in str(vars(seen))
