"""Verification plays a recorded match again, and names the first thing that differs."""

from __future__ import annotations

import io
import json

import pytest

from games.foreign.game import ForeignGame
from games.registry import GAMES
from games.replay import ReplayReader, ReplayWriter
from games.tests.sampling import record_match, setups
from games.verifying import Finding, verify
from games.wire import encode

SNAKE = GAMES["snake"]


def reader(data: bytes) -> ReplayReader:
    return ReplayReader(io.BytesIO(data))


def rewritten(data: bytes, *, frame=lambda it: it, header=lambda it: it, result=lambda it: it):
    """A replay with other lines; a frame of None is left out."""
    old, target = reader(data), io.BytesIO()
    writer = ReplayWriter(target)
    writer.header(header(old.header))
    for each in old.read():
        if (new := frame(each)) is not None:
            writer.frame(encode(new), key="key" in new, first="setup" in new)
    writer.result(result(old.result))
    return reader(target.getvalue())


@pytest.fixture(scope="module")
def recorded() -> bytes:
    data, _ = record_match(SNAKE, setups(SNAKE)[0])
    return data


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_match_of_every_game_is_found_the_same(name):
    game = GAMES[name]
    for setup in setups(game):
        data, _ = record_match(game, setup)
        replay = reader(data)
        verdict = verify(game, replay)
        assert verdict.finding is Finding.SAME
        assert str(replay.frames) in verdict.detail


@pytest.mark.parametrize("name", sorted(GAMES))
def test_one_changed_reply_is_found_in_every_game(name):
    game = GAMES[name]
    data, _ = record_match(game, setups(game)[0])
    frames = list(reader(data).read())
    at = len(frames) // 3
    changed = _other_reply(game, frames, at)
    assert changed is not None, "no reply could be changed"

    verdict = verify(game, rewritten(data, frame=lambda it: changed if it["n"] == at else it))
    assert verdict.finding is Finding.DIFFERS
    assert verdict.frame is not None
    assert verdict.frame >= at


def _other_reply(game, frames, at):
    """The frame with the reply of one seat replaced by the same seat's fault."""
    frame = json.loads(json.dumps(frames[at]))
    for seat in frame["replies"]:
        frame["replies"][seat] = {"fault": "timeout", "detail": "it was too late"}
        return frame
    return None


def test_a_changed_event_names_its_frame(recorded):
    def change(frame):
        return {**frame, "events": [*frame["events"], {"e": "op"}]} if frame["n"] == 7 else frame

    verdict = verify(SNAKE, rewritten(recorded, frame=change))
    assert verdict == verdict.__class__(
        Finding.DIFFERS, "Frame 7: its member “events” is not what the engine gives.", 7
    )


def test_a_changed_result_is_found(recorded):
    def change(result):
        outcome = result["outcome"]
        return {**result, "outcome": {**outcome, "reason": "bribery"}}

    verdict = verify(SNAKE, rewritten(recorded, result=change))
    assert verdict.finding is Finding.DIFFERS
    assert verdict.frame is None


def test_a_changed_seed_is_found(recorded):
    def change(header):
        return {**header, "setup": {**header["setup"], "seed": header["setup"]["seed"] + 1}}

    verdict = verify(SNAKE, rewritten(recorded, header=change))
    assert verdict.finding is Finding.DIFFERS
    assert "setup" in verdict.detail


def test_a_missing_end_is_found(recorded):
    frames = reader(recorded).frames
    verdict = verify(
        SNAKE, rewritten(recorded, frame=lambda it: it if it["n"] < frames - 1 else None)
    )
    assert verdict.finding is Finding.DIFFERS
    assert "no end" in verdict.detail


def test_an_illegal_action_is_found(recorded):
    def change(frame):
        if frame["n"] != 3:
            return frame
        return {**frame, "replies": dict.fromkeys(frame["replies"], 99)}

    verdict = verify(SNAKE, rewritten(recorded, frame=change))
    assert verdict.finding is Finding.DIFFERS
    assert verdict.frame == 3


def test_another_version_of_the_engine_cannot_be_verified(recorded):
    verdict = verify(SNAKE, rewritten(recorded, header=lambda it: {**it, "engine": "0.1"}))
    assert verdict.finding is Finding.NOT_VERIFIABLE
    assert "0.1" in verdict.detail
    assert SNAKE.version in verdict.detail


def test_a_game_from_outside_cannot_be_verified(recorded):
    verdict = verify(ForeignGame(), reader(recorded))
    assert verdict.finding is Finding.NOT_VERIFIABLE


def test_a_verification_has_a_time_limit(recorded):
    assert verify(SNAKE, reader(recorded), seconds=0).finding is Finding.NOT_VERIFIABLE
