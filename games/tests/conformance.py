"""The contract of a game, as checks that run on any `Game`.

`check_game` runs all of them.  Each check is a function, so that a test can name what broke.
A broken promise raises `ConformanceError` with the game, the place and what was expected.  The
checks play real games from `Game.sample_action` with seeded choices, so failures are reproducible.
"""

from __future__ import annotations

import copy
import io
import json
import pickle
from collections.abc import Callable, Iterable, Sequence
from math import isfinite
from random import Random

from games.engine import JSON, Action, EndState, Engine, Fault, IllegalAction, Outcome, Seat, Setup
from games.game import Game
from games.replay import ReplayReader, Replies, replies_from_json, replies_to_json
from games.tests.declared import (
    check_exchange,
    check_lessons,
    check_package,
    check_patience,
    check_points,
    check_seed,
    check_tiles,
    require_ranks,
)
from games.tests.junk import JUNK, junk_bytes, mutations
from games.tests.sampling import (
    ConformanceError,
    Player,
    Recording,
    outcome_of,
    record,
    record_match,
    require,
    setups,
    walk,
)
from games.wire import MAX_MESSAGE, Wire, encode

FAULTS = tuple(kind for kind in EndState if kind is not EndState.OK)

SAMPLES = 12
"""The number of steps of a game at which the expensive checks run."""


def _sampled(recording: Recording) -> set[int]:
    """Steps at which the expensive checks run: the first, the last, and some between."""
    count = len(recording.steps)
    return {round(i * (count - 1) / (SAMPLES - 1)) for i in range(SAMPLES)}


def _same(engine: Engine, twin: Engine, seats: int, where: str) -> None:
    """Everything that two engines show must be equal."""
    for seat in (None, *range(seats)):
        require(engine.view(seat) == twin.view(seat), f"{where}: the views of seat {seat} differ")
    require(engine.pending() == twin.pending(), f"{where}: the pending seats differ")
    require(engine.outcome() == twin.outcome(), f"{where}: the outcomes differ")
    require(engine.progress() == twin.progress(), f"{where}: the progress differs")


def check_determinism(game: Game, setup: Setup) -> None:
    """The same setup and the same replies give the same events, views and outcome."""
    recording = record(game, setup)
    sampled = _sampled(recording)
    engine, twin = game.engine(setup), game.engine(Setup.from_json(setup.to_json()))
    require(engine.scene() == twin.scene(), "the same setup gives different scenes")
    for number, step in enumerate(recording.steps):
        if number in sampled:
            _same(engine, twin, len(setup.seats), f"before step {number}")
        events, twins = tuple(engine.submit(step.replies)), tuple(twin.submit(step.replies))
        require(events == twins == step.events, f"step {number}: the events differ")
    _same(engine, twin, len(setup.seats), "at the end")
    require(engine.outcome() == recording.outcome, "a second run has another outcome")


def check_deepcopy(game: Game, setup: Setup) -> None:
    """A copied engine is independent, and the same replies take it to the same end."""
    recording = record(game, setup)
    sampled = _sampled(recording)
    seats = len(setup.seats)
    engine = game.engine(setup)
    twin = copy.deepcopy(engine)
    for number, step in enumerate(recording.steps):
        if number in sampled:
            _same(engine, twin, seats, f"a copy at step {number}")
            twin = copy.deepcopy(engine)
            _check_stray(game, engine, seats, number)
        events = tuple(twin.submit(step.replies))
        require(events == step.events, f"step {number}: a copy's events differ")
        engine.submit(step.replies)
    _same(engine, twin, seats, "a copy at the end")


def _check_stray(game: Game, engine: Engine, seats: int, number: int) -> None:
    """Playing on with a copy does not change the original."""
    original = copy.deepcopy(engine)
    before = pickle.dumps(engine.view())
    stray = copy.deepcopy(engine)
    for _ in zip(range(50), walk(stray, Player(game, Random(number))), strict=False):
        pass
    _same(engine, original, seats, f"after a copy of step {number} was played on")
    require(pickle.dumps(engine.view()) == before, f"step {number}: a copy shares state")


def check_replay(game: Game, setup: Setup) -> None:
    """The replay of a match, as the container stores it, can be played again."""
    data, _ = record_match(game, setup)
    replay_reaches_the_same_frames(game, ReplayReader(io.BytesIO(data)).read())


def replay_reaches_the_same_frames(game: Game, frames: Iterable[JSON]) -> None:
    """Play the setups and replies of a replay's frames again, and compare the results.

    Events, states and outcomes must be equal to the stored ones.
    """
    engine: Engine | None = None
    for frame in frames:
        where = f"frame {frame['n']}"
        if "setup" in frame:
            engine = game.engine(Setup.from_json(frame["setup"]))
            require(engine.scene() == frame["scene"], f"{where}: the scene differs")
        else:
            assert engine is not None
            events = engine.submit(replies_from_json(frame["replies"]))
            require([e.data for e in events] == frame["events"], f"{where}: the events differ")
        if "key" in frame:
            require(engine.view() == frame["key"], f"{where}: the state differs")
        if "outcome" in frame:
            outcome = Outcome.from_json(frame["outcome"])
            require(engine.outcome() == outcome, f"{where}: the outcome differs")


def check_json(game: Game, setup: Setup) -> None:
    """All values that cross the interface are plain JSON and survive a round trip.

    A view belongs to the caller: changing it does not change the engine.
    """
    recording = record(game, setup)
    sampled = _sampled(recording)
    require(Setup.from_json(setup.to_json()) == setup, "the setup does not survive a round trip")
    engine = game.engine(setup)
    require_json(engine.scene(), "scene")
    for number, step in enumerate(recording.steps):
        if number in sampled:
            _check_views(engine, len(setup.seats), f"step {number}")
        require_json(replies_to_json(step.replies), f"step {number}: replies")
        for event in engine.submit(step.replies):
            require_json(event.data, f"step {number}: event")
            told = event.to or ()
            require(all(0 <= seat < len(setup.seats) for seat in told), f"told to {told}")
    _check_views(engine, len(setup.seats), "the end")
    outcome = recording.outcome
    require_json(outcome.to_json(), "outcome")
    require(Outcome.from_json(outcome.to_json()) == outcome, "the outcome is lost in a round trip")


def _check_views(engine: Engine, seats: int, where: str) -> None:
    for ask in engine.pending().values():
        require_json([ask.turn, ask.prompt], f"{where}: ask")
        require(type(ask.turn) is int, f"{where}: the turn of an ask is {ask.turn!r}")
    for seat in (None, *range(seats)):
        view = engine.view(seat)
        require_json(view, f"{where}: view of seat {seat}")
        text = json.dumps(view)
        _spoil(view)
        require(json.dumps(engine.view(seat)) == text, f"{where}: a view shares the engine's state")


def _spoil(value: JSON) -> None:
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            _spoil(inner)
        value.clear()


def require_json(value: JSON, where: str) -> None:
    """Only dict, list, str, int, float, bool and None themselves, no subclasses of them."""
    kind = type(value)
    if kind is dict:
        for key, inner in value.items():
            require(type(key) is str, f"{where}: the key {key!r} is no string")
            require_json(inner, f"{where}.{key}")
    elif kind is list:
        for number, inner in enumerate(value):
            require_json(inner, f"{where}[{number}]")
    elif kind is float:
        require(isfinite(value), f"{where}: {value} is not JSON")
    else:
        require(kind in (str, int, bool, type(None)), f"{where}: {value!r} is a {kind.__name__}")


def check_junk(game: Game, setup: Setup) -> None:
    """`Engine.check` takes any JSON: it returns or raises `IllegalAction`, and changes nothing.

    `Engine.submit` can play every action that `Engine.check` accepts.
    """
    recording = record(game, setup)
    sampled = _sampled(recording)
    engine = game.engine(setup)
    for number, step in enumerate(recording.steps):
        if number in sampled:
            before = pickle.dumps(engine.view())
            for seat in engine.pending():
                for junk in (*JUNK, *mutations(step.replies[seat])):
                    _check_junk(engine, seat, junk, step.replies, before)
        engine.submit(step.replies)


def _check_junk(engine: Engine, seat: Seat, junk: JSON, replies: Replies, before: bytes) -> None:
    name = f"the action {junk!r:.80}"
    try:
        engine.check(seat, junk)
    except IllegalAction as refusal:
        require(str(refusal), f"{name} is refused without a reason")
        encode(str(refusal))  # a reason goes into the replay
    except Exception as error:
        raise ConformanceError(f"{name} is answered by {error!r}, not IllegalAction") from error
    else:
        copy.deepcopy(engine).submit({**replies, seat: junk})
    require(before == pickle.dumps(engine.view()), f"checking {name} changed the state")


def check_faults(game: Game, setup: Setup) -> None:
    """A game ends, and its outcome names the fault, after any fault of any seats at any step."""
    recording = record(game, setup)
    engine = game.engine(setup)
    places = {0, len(recording.steps) // 2, len(recording.steps) - 1}
    for number, step in enumerate(recording.steps):
        if number in places:
            asked = list(engine.pending())
            for count, kind in enumerate(FAULTS):
                # With one seat to answer, both are the same.
                for failing in (asked, [asked[count % len(asked)]])[: len(asked)]:
                    _check_fault(game, setup, copy.deepcopy(engine), kind, failing)
        engine.submit(step.replies)


def _check_fault(
    game: Game, setup: Setup, engine: Engine, kind: EndState, failing: list[Seat]
) -> None:
    faults = {seat: Fault(kind, "as the test wants") for seat in failing}
    events = [e for step in walk(engine, Player(game, Random(1), faults)) for e in step.events]
    outcome = outcome_of(engine)
    require_ranks(outcome, setup)
    for seat in failing:
        end = outcome.seats[seat].end
        require(end is kind, f"seat {seat} failed by {kind}, but the outcome says {end}")
    for event in events:
        require_json(event.data, f"event after {kind}")
    for seat in range(len(setup.seats)):
        wire = game.wire(setup, seat)
        require(isinstance(wire.end(outcome), bytes), f"the wire cannot end a game by {kind}")


def check_match(game: Game, setup: Setup) -> None:
    """A match without faults has a valid outcome, and every export writes its replay."""
    data, outcomes = record_match(game, setup)
    decided = game.decide(outcomes)
    for outcome in (*outcomes, decided):
        require_ranks(outcome, setup)
        require_json(outcome.to_json(), "outcome")
    for export in (each for each in game.exports if each.is_in(decided)):
        written = export.write(ReplayReader(io.BytesIO(data)))
        require(isinstance(written, bytes) and written, f"the export {export.name} is empty")


def check_wire(game: Game, setup: Setup) -> None:
    """The wire can encode everything that happens in a game, for every seat."""
    recording = record(game, setup)
    engine = game.engine(setup)
    wires = [game.wire(setup, seat) for seat in range(len(setup.seats))]
    for seat, wire in enumerate(wires):
        _require_bytes(wire.begin(engine.scene(), engine.view(seat)))
    for step in recording.steps:
        for seat, ask in engine.pending().items():
            _require_bytes(wires[seat].ask(ask))
        engine.submit(step.replies)
        for seat, wire in enumerate(wires):
            _require_bytes(wire.tell([e for e in step.events if e.told_to(seat)]))
    for wire in wires:
        _require_bytes(wire.tell([]))
        _require_bytes(wire.end(recording.outcome))


def _require_bytes(data: object) -> None:
    require(type(data) is bytes, f"the wire gives {type(data).__name__} instead of bytes")


def check_wire_junk(game: Game, setup: Setup) -> None:
    """The wire reads any bytes without an exception, and keeps a bounded number of them.

    The fragmentation does not change the result.
    """
    for seed in range(60):
        random = Random(seed)
        seat, data = random.randrange(len(setup.seats)), junk_bytes(random)
        whole = game.wire(setup, seat).feed(data)
        wire = game.wire(setup, seat)
        parts: list[Action | Fault] = []
        at = 0
        while at < len(data):
            size = random.choice((0, 1, 1, 2, 3, 7, 64))
            parts += wire.feed(data[at : at + size])
            at += size
        require(repr(parts) == repr(whole), f"{data[:40]!r}: fragments are read otherwise")
        _check_messages(parts, wire)
    for filler in (b"\0", b"\1", b"[", b"1", b" ", b'{"a":', b"\xff", b"\n"):
        _check_hoard(game.wire(setup, 0), filler)


def _check_messages(messages: Sequence[Action | Fault], wire: Wire) -> None:
    for message in messages[:-1]:
        require(not isinstance(message, Fault), "messages come after a fault")
    if messages and isinstance(messages[-1], Fault):
        fault = messages[-1]
        kinds = (EndState.MALFORMED, EndState.OUTPUT)
        require(fault.kind in kinds, f"a wire cannot find {fault.kind}")
        require(fault.detail, "a fault of the wire says nothing")
        require(wire.feed(b"\n1\n\0\0\0\1\1") == [], "a broken wire takes further bytes")


def _check_hoard(wire: Wire, filler: bytes) -> None:
    limit = getattr(wire, "limit", MAX_MESSAGE)
    empty = len(pickle.dumps(vars(wire)))
    chunk = filler * (4096 // len(filler))
    for _ in range(2 * limit // 4096 + 8):
        wire.feed(chunk)
        kept = len(pickle.dumps(vars(wire))) - empty
        require(kept <= limit + 4096, f"after {filler!r} again and again the wire keeps {kept} B")


CHECKS: tuple[Callable[[Game, Setup], None], ...] = (
    check_package,
    check_lessons,
    check_determinism,
    check_seed,
    check_tiles,
    check_deepcopy,
    check_replay,
    check_json,
    check_junk,
    check_faults,
    check_match,
    check_exchange,
    check_points,
    check_patience,
    check_wire,
    check_wire_junk,
)
"""All checks; each takes a game and a setup that the game can be played with."""


def check_game(game: Game, given: Sequence[Setup] = ()) -> None:
    """Run all checks on ``given`` setups, by default on one for each ruleset."""
    for setup in given or setups(game):
        for check in CHECKS:
            try:
                check(game, setup)
            except Exception as broken:
                where = f"{game.name}, {setup.ruleset}, {check.__name__}"
                what = str(broken) if isinstance(broken, ConformanceError) else repr(broken)
                raise ConformanceError(f"{where}: {what}") from broken
