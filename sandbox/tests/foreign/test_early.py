"""Messages of programs before their logic listens, and after it was too late."""

from __future__ import annotations

import json
import tracemalloc

from sandbox.foreign.wire.effects import End, Kill, ToPlayer
from sandbox.foreign.wire.packets import frame, from_logic
from sandbox.foreign.wire.players import EARLY_BYTES
from sandbox.tests.foreign.test_core import SECOND, heard, message, relay, turn


def test_an_answer_that_comes_before_the_logic_listens_is_taken_when_it_does():
    machine = relay()
    assert machine.from_logic(from_logic(0, b"go\n"), 1) == [ToPlayer(0, b"go\n")]
    # Longer than a message may be by now: it is read when the logic listens.
    answer = frame(b"x" * 3000)
    assert machine.from_player_bytes(0, answer[:7], 2) == []
    assert machine.from_player_bytes(0, answer[7:] + frame(b"y"), 2) == []
    machine.from_logic(message(state=0, time=3, length=3000), 3)
    contents = [data["content"] for data in heard(machine.from_logic(turn(1, [0]), 4))]
    assert contents == ["x" * 3000, "y"]
    assert heard(machine.from_logic(turn(2, []) + turn(3, [0]), 5)) == []
    assert machine.ends == (End.OK, End.OK)


def test_a_program_that_ends_after_an_early_answer_has_given_it():
    machine = relay()
    machine.from_player_bytes(0, frame(b"last"), 1)
    machine.player_ended(0, 0, 2)
    answer, error = heard(machine.from_logic(turn(1, [0]), 3))
    assert answer == {"player": 0, "content": "last", "time": 0}
    assert error[0] == 0
    assert len(heard(machine.from_logic(turn(2, []) + turn(2, [0]), 4))) == 1


def test_what_was_said_before_a_question_is_no_answer_to_it_and_the_error_says_so():
    machine = relay()
    for number, state in ((1, 1), (2, 3)):
        for _ in range(number):
            machine.from_player_bytes(0, frame(b"early"), 1)
        effects = machine.from_logic(turn(state, [0], [0], ["?"]), 2)
        assert effects == [ToPlayer(0, b"?")]
        assert machine.dropped(0) == number
        assert machine.due is not None
        (error,) = machine.tick(machine.due)
        log = json.loads(json.loads(error.data[4:])["content"])["error_log"]
        came = "1 message came" if number == 1 else "2 messages came"
        was = "was" if number == 1 else "were"
        assert log == f"no answer in 3 s; {came} before the question and {was} dropped"
        late = machine.from_player_bytes(0, frame(b"late"), 3)
        assert heard(late)[0]["content"] == "late"
        machine.from_logic(turn(state + 1, [1]), 4)


def test_a_late_answer_is_not_taken_for_the_next_one():
    machine = relay()
    machine.from_logic(turn(1, [0]), 0)
    machine.tick(3 * SECOND)
    machine.from_logic(turn(2, [1]) + from_logic(0, b"the next question"), 3 * SECOND)
    assert machine.from_player_bytes(0, frame(b"late") + frame(b"next"), 4 * SECOND) == []
    effects = machine.from_logic(turn(3, [0]), 5 * SECOND)
    assert heard(effects) == [{"player": 0, "content": "next", "time": 0}]


def test_a_bot_that_left_out_an_answer_is_heard_again_though_all_its_answers_are_early():
    machine = relay()
    machine.from_logic(turn(1, [0]), 0)
    machine.tick(3 * SECOND)
    contents = []
    for state in range(2, 6):
        now = 10 * state * SECOND
        machine.from_logic(turn(state, []) + from_logic(0, b"go"), now)
        machine.from_player_bytes(0, frame(b"%d" % state), now)
        effects = machine.from_logic(turn(state, [0]), now)
        contents += [data["content"] for data in heard(effects)]
        machine.from_logic(turn(state, []) if contents else b"", now)
        machine.tick(now + 5 * SECOND)
    assert contents == ["3", "4", "5"]


def test_a_player_that_says_much_before_it_is_listened_to_needs_bounded_memory():
    machine = relay()
    flood = frame(b"x" * 100) * 1000
    tracemalloc.start()
    try:
        for _ in range(60):
            assert machine.from_player_bytes(0, flood, 1) == []
        assert tracemalloc.get_traced_memory()[0] < 2 * EARLY_BYTES
    finally:
        tracemalloc.stop()
    assert len(heard(machine.from_logic(turn(1, [0]), 2))) <= EARLY_BYTES // 100
    assert machine.dropped(0) > 0
    assert heard(machine.from_player_bytes(0, frame(b"now"), 2))[-1]["content"] == "now"


def test_what_cannot_be_read_is_an_error_when_the_logic_listens():
    machine = relay()
    assert machine.from_player_bytes(0, b"\xff\xff\xff\xff", 1) == []
    told, kill = machine.from_logic(turn(1, [0]), 2)
    assert heard([told]) == [(0, 1, 2)]
    assert kill == Kill(0, End.OLE, machine._seats[0].log)
