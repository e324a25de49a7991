"""The bytes that a bot reads, and the meaning of those that it writes."""

from __future__ import annotations

from games.engine import EndState, Fault, SeatSetup, Setup
from games.generals.tests.play import engine_of, step
from games.generals.wire import GeneralsWire
from games.tests.wires import line


def wire(seat: int = 0) -> GeneralsWire:
    seats = (SeatSetup(0, "ada"), SeatSetup(1, "bix"))
    return GeneralsWire(Setup(seats, 1, "duel"), seat)


def test_the_first_line_tells_everything_that_a_bot_needs():
    engine = engine_of()
    start = line(wire(1).begin(engine.scene(), engine.view(1)))
    assert start["type"] == "start"
    assert (start["player"], start["players"], start["teams"]) == (2, 2, [1, 2])
    assert start["names"] == ["ada", "bix"]
    assert (start["width"], start["height"], start["halfturns"]) == (5, 5, 1000)
    assert start["echo"] == "2222122122232222222222222"
    assert len(start["echo"]) == len(start["owners"]) == len(start["kinds"]) == 25
    assert start["kinds"] == engine.view(1)["kinds"]
    assert "lit" not in start
    assert set(start["modifiers"].values()) == {False, None}


def test_one_line_a_half_turn_holds_all_that_happened():
    engine, ours = engine_of(), wire()
    turn = line(ours.ask(engine.pending()[0]))
    assert turn == {
        "type": "turn",
        "half": 0,
        "diffs": [],
        "ranking": [[1, 1, 1, [[1, 0, 1, 1]]], [2, 1, 1, [[2, 0, 1, 1]]]],
        "messages": [],
        "beaten": [],
        "queue": 0,
        "dropped": None,
    }
    step(engine, {0: [["move", 0, 2, "L"]]})
    turn = line(ours.ask(engine.pending()[0]))
    assert turn["half"] == 1
    assert turn["dropped"]["order"] == ["move", 0, 2, "L", False]


def test_the_last_line_tells_the_end():
    engine = engine_of()
    step(engine, {1: Fault(EndState.CRASH)})
    outcome = engine.outcome()
    assert outcome is not None
    end = line(wire().end(outcome))
    assert end == {
        "type": "end",
        "rank": 1,
        "ranks": [1, 2],
        "winner": 1,
        "words": outcome.reason,
    }


def test_nothing_is_said_between_the_questions():
    engine = engine_of()
    answers = {0: [["move", 0, 0, "R"]], 1: []}
    events = engine.submit(answers)
    assert events
    assert not any(event.told_to(seat) for event in events for seat in (0, 1))


def test_an_answer_is_a_line_of_json():
    ours = wire()
    assert ours.feed(b'[["move",1,2,"U"]') == []
    assert ours.feed(b"]\n[]\n") == [[["move", 1, 2, "U"]], []]
    (fault,) = ours.feed(b"move 1 2 U\n")
    assert fault.kind is EndState.MALFORMED
