"""Trials of a game before it is installed: its program, then its starter kits."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.foreign.fields import ManifestError
from sandbox.foreign.install import trials
from sandbox.foreign.install.installing import install
from sandbox.tests.foreign.games import highest


@pytest.fixture
def games(tmp_path: Path) -> Path:
    return tmp_path / "games"


@pytest.fixture
def log() -> list[str]:
    return []


@pytest.mark.parametrize(
    ("source", "words", "logged"),
    [
        (b"def move(:\n", "kits: Python kit does not build", "SyntaxError"),
        (
            b"raise SystemExit('\\x1b[2Jno strategy')\n",
            r"kits: Python kit failed its trial match: seat 1 \(Python kit\): ",
            "no strategy",
        ),
        (
            b"import sys\nprint(sys.stdin.readline(), file=sys.stderr)\nprint('x' * 4)\n",
            r"kits: Python kit failed its trial match: seat 1 \(Python kit\): ",
            "[sent to the bot] 1 0",
        ),
    ],
    ids=["does-not-build", "crashes", "breaks-the-protocol"],
)
def test_a_kit_that_fails_refuses_the_installation(tmp_path, games, log, source, words, logged):
    folder = highest(tmp_path / "in")
    (folder / "kit" / "main.py").write_bytes(source)
    with pytest.raises(ManifestError, match=words):
        install(folder, games, {}, log.append)
    assert logged in "".join(log)
    assert "\x1b" not in "".join(log)
    assert not (games / "highest").exists()


def test_a_kit_that_plays_some_seats_is_tried_against_a_bot_of_the_others(tmp_path, games, log):
    kits = [{"language": "python", "title": "Python kit", "folder": "kit", "seats": [0]}]
    folder = highest(tmp_path / "in", kits=kits)
    (folder / "bots/modest/main.py").write_text("raise SystemExit('no strategy')")
    with pytest.raises(ManifestError, match=r"Python kit failed .* seat 2 \(modest\): "):
        install(folder, games, {}, log.append)
    assert "seat 1 (Python kit):\n[sent to the bot] 1 0" in "".join(log)


def test_a_kit_is_tried_in_a_ruleset_that_has_its_seat(tmp_path, games, log):
    kits = [{"language": "python", "title": "Python kit", "folder": "kit", "seats": [2]}]
    rulesets = [
        {"name": f"of{n}", "title": f"For {n}", "seats": n, "config": {"rounds": 1}} for n in (2, 3)
    ]
    own = {"rulesets": rulesets, **dict.fromkeys(("seats", "config", "limits"))}
    folder = highest(tmp_path / "in", kits=kits, **own)
    (folder / "kit" / "main.py").write_text("raise SystemExit('no strategy')")
    with pytest.raises(ManifestError, match=r"Python kit failed .* seat 3 \(Python kit\): "):
        install(folder, games, {}, log.append)


def test_a_seat_that_no_kit_and_no_bot_plays_is_named(tmp_path, games, log):
    kits = [{"language": "python", "title": "Python kit", "folder": "kit", "seats": [0]}]
    folder = highest(tmp_path / "in", kits=kits, bots=None)
    with pytest.raises(
        ManifestError, match=r"Python kit: seats: no kit and no bot .* plays seat 2"
    ):
        install(folder, games, {}, log.append)


def test_a_game_that_never_ends_is_found_by_the_number_of_its_frames(
    tmp_path, games, log, monkeypatch
):
    monkeypatch.setattr(trials, "TRIAL_FRAMES", 60)
    folder = highest(tmp_path / "in", config={"rounds": 10**6, "time": 2})
    with pytest.raises(ManifestError, match="the trial match was not over after 60 frames"):
        install(folder, games, {}, log.append)
    limits = {"memory_mb": 256, "frames": 200}
    folder = highest(tmp_path / "long", config={"rounds": 40, "time": 2}, logic_limits=limits)
    install(folder, games, {}, log.append)


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
