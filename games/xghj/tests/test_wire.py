"""The bytes that a bot reads, and the meaning of those that it writes."""

from __future__ import annotations

import json

from games.engine import EndState, Fault, SeatSetup, Setup
from games.tests.wires import line
from games.xghj.tests.test_engine import CRASH, begun, ended, engine_of, step
from games.xghj.wire import XghjWire


def wire(seat: int = 0) -> XghjWire:
    seats = tuple(SeatSetup(index, name) for index, name in enumerate(("ada", "bix", "cyd")))
    return XghjWire(Setup(seats, 1, "teaching"), seat)


def test_the_first_line_tells_who_plays_and_all_that_never_changes():
    engine = engine_of()
    start = line(wire(1).begin(engine.scene(), engine.view(1)))
    assert (start["type"], start["player"]) == ("start", 1)
    assert (start["names"], start["teams"]) == (["ada", "bix", "cyd"], [0, 0, 0])
    assert start["scene"] == engine.scene()
    assert start["view"]["phase"] == "bid"
    assert start["view"]["owner"] == "?" * 196


def test_every_question_is_a_line_with_the_prompt():
    engine, ours = engine_of(), wire()
    asked = line(ours.ask(engine.pending()[0]))
    assert asked == {"type": "ask", "turn": 0, "phase": "bid", "money": 10}
    step(engine, {0: {"bid": 2}})
    asked = line(ours.ask(engine.pending()[0]))
    assert asked == {"type": "ask", "turn": 1, "phase": "spawn", "chosen": []}
    begun(engine)
    asked = line(ours.ask(engine.pending()[0]))
    assert (asked["turn"], asked["phase"], asked["round"]) == (2, "round", 1)
    assert asked == {"type": "ask", "turn": 2, **engine.pending()[0].prompt}


def test_nothing_is_told_between_questions():
    engine = begun(engine_of())
    events = engine.submit({0: {}, 1: {}, 2: {}})
    assert wire().tell(events) == b""
    assert all(not event.told_to(seat) for event in events for seat in range(3))


def test_the_last_line_tells_the_end():
    engine = begun(engine_of())
    step(engine, {0: {"bombs": [[0, 0, 9]]}})
    step(engine, dict.fromkeys(range(3), CRASH))
    outcome = ended(engine)
    assert line(wire(2).end(outcome)) == {
        "type": "end",
        "rank": 2,
        "ranks": [1, 2, 2],
        "words": outcome.reason,
    }


def test_an_answer_is_one_line_of_json():
    bombs = [[x, y, 2**31 - 1] for x in range(50) for y in range(50)]
    answer = {"stances": "KAJB----", "bombs": bombs, "capital": [49, 49]}
    data = json.dumps(answer).encode() + b"\n"
    assert len(data) < wire().limit
    assert wire().feed(data) == [answer]
    (fault,) = wire().feed(b"bombs!\n")
    assert isinstance(fault, Fault)
    assert fault.kind is EndState.MALFORMED
