"""A compact replay gives the same bytes again, for every game, and says so where it cannot."""

from __future__ import annotations

import io
import json

import pytest

from games.compact import expand, shrink
from games.engine import EndState, Fault
from games.registry import GAMES
from games.replay import ReplayError, ReplayReader, ReplayWriter, attachment_lines
from games.replayed import NotReproducible
from games.tests.sampling import record_match, setups
from games.wire import encode

GAME = GAMES["snake"]


def expanded(game, compact: bytes, seconds: float = 60.0) -> bytes:
    target = io.BytesIO()
    expand(game, io.BytesIO(compact), target, seconds)
    return target.getvalue()


@pytest.fixture(scope="module")
def recorded() -> bytes:
    data, _ = record_match(GAME, setups(GAME)[0])
    return data


def rewritten(data: bytes, change) -> bytes:
    """A replay with other lines of frames."""
    reader, target = ReplayReader(io.BytesIO(data)), io.BytesIO()
    writer = ReplayWriter(target)
    writer.header(reader.header)
    for line in reader.read_lines():
        frame = json.loads(line)
        new = change(frame, line)
        writer.frame(new + b"\n", key="key" in frame, first="setup" in frame)
    writer.result(reader.result)
    return target.getvalue()


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_gives_the_same_bytes_again(name):
    game = GAMES[name]
    data, _ = record_match(game, setups(game)[0])
    compact = shrink(game, ReplayReader(io.BytesIO(data)))
    assert expanded(game, compact) == data
    assert len(compact) < len(data) / 2


def test_members_that_judgers_add_and_faults_come_back(recorded):
    def add(frame, line):
        if "replies" not in frame:
            return line
        frame["cpu"] = dict.fromkeys(frame["replies"], 1200 + frame["n"])
        return encode(frame).rstrip(b"\n")

    data = rewritten(recorded, add)
    assert expanded(GAME, shrink(GAME, ReplayReader(io.BytesIO(data)))) == data


def test_a_fault_is_played_again(recorded):
    game, setup = GAME, setups(GAME)[0]
    engine = game.engine(setup)
    target = io.BytesIO()
    writer = ReplayWriter(target)
    writer.header({"type": "header", "engine": game.version})
    first = {"setup": setup.to_json(), "scene": engine.scene(), "key": engine.view()}
    writer.frame(
        encode({"type": "frame", "n": 0, "game": 0, "turn": 1, **first}), key=True, first=True
    )
    (seat,) = engine.pending()
    fault = Fault(EndState.TIMEOUT, EndState.TIMEOUT.words)
    events = [event.data for event in engine.submit({seat: fault})]
    replies = {str(seat): {"fault": fault.kind.value, "detail": fault.detail}}
    line = {"type": "frame", "n": 1, "game": 0, "turn": 1, "replies": replies, "events": events}
    if outcome := engine.outcome():
        line |= {"key": engine.view(), "outcome": outcome.to_json()}
    writer.frame(encode(line), key="key" in line)
    writer.result({"type": "result"})
    data = target.getvalue()
    assert expanded(game, shrink(game, ReplayReader(io.BytesIO(data)))) == data


def test_frames_that_say_something_else_are_kept_as_they_are(recorded):
    def change(frame, line):
        if frame["n"] == 3:
            frame["events"] = [{"e": "covered"}]
            return encode(frame).rstrip(b"\n")
        # Another spelling of the same JSON.
        return json.dumps(frame).encode() if frame["n"] == 5 else line

    data = rewritten(recorded, change)
    assert expanded(GAME, shrink(GAME, ReplayReader(io.BytesIO(data)))) == data


def test_another_engine_is_said_plainly(recorded, monkeypatch):
    compact = shrink(GAME, ReplayReader(io.BytesIO(recorded)))
    engine = type(GAME.engine(setups(GAME)[0]))
    scene = engine.scene
    monkeypatch.setattr(engine, "scene", lambda self: {**scene(self), "more": 1})
    with pytest.raises(NotReproducible, match=r"come out differently: .* version"):
        expanded(GAME, compact)


def test_bounds_and_damage(recorded):
    compact = shrink(GAME, ReplayReader(io.BytesIO(recorded)))
    with pytest.raises(NotReproducible, match="longer than"):
        expanded(GAME, compact, seconds=-1.0)
    with pytest.raises(ReplayError, match=r"damaged|cut off"):
        expanded(GAME, compact[: len(compact) // 2])
    with pytest.raises(ReplayError):
        expanded(GAME, recorded)


def test_a_replay_with_files_attached_has_no_compact_form(recorded):
    reader, target = ReplayReader(io.BytesIO(recorded)), io.BytesIO()
    writer = ReplayWriter(target)
    writer.header(reader.header)
    for frame in reader.read():
        writer.frame(encode(frame), key="key" in frame, first="setup" in frame)
    for piece in attachment_lines("replay", b"x"):
        writer.attach(encode(piece))
    writer.result(reader.result)
    with pytest.raises(NotReproducible, match="attached"):
        shrink(GAME, ReplayReader(io.BytesIO(target.getvalue())))
