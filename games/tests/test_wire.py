"""JSON Lines: what a bot is sent, and how its bytes are read."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.engine import (
    Ask,
    EndState,
    Event,
    Excess,
    Fault,
    Outcome,
    SeatOutcome,
    SeatSetup,
    Setup,
)
from games.wire import MAX_MESSAGE, JsonLines, QuestionLines, encode

SETUP = Setup((SeatSetup(0, "alice"), SeatSetup(1, "bób", team=1)), 1, "standard")


def wire(seat=0):
    return JsonLines(SETUP, seat)


def test_a_message_is_one_line_of_compact_utf8():
    assert encode({"a": [1, "ü\n"]}) == '{"a":[1,"ü\\n"]}\n'.encode()


@pytest.mark.parametrize("value", [float("nan"), float("inf"), [float("-inf")]])
def test_what_is_not_json_is_never_sent(value):
    with pytest.raises(ValueError, match="JSON"):
        encode(value)


def test_the_start_tells_a_seat_who_plays_and_what_it_sees():
    assert json.loads(wire(1).begin({"size": 3}, {"turn": 1})) == {
        "type": "start",
        "seat": 1,
        "seats": [{"name": "alice", "team": 0}, {"name": "bób", "team": 1}],
        "scene": {"size": 3},
        "view": {"turn": 1},
    }


def test_asks_events_and_the_end_are_lines_of_their_own():
    assert json.loads(wire().ask(Ask(4, "bid"))) == {"type": "ask", "turn": 4, "prompt": "bid"}
    told = json.loads(wire().tell([Event({"e": 1}), Event({"e": 2})]))
    assert told == {"type": "events", "events": [{"e": 1}, {"e": 2}]}
    outcome = Outcome((SeatOutcome(1, 2.5), SeatOutcome(2, 0, EndState.CRASH, "it fell")))
    end = json.loads(wire().end(outcome))
    assert Outcome.from_json(end["outcome"]) == outcome


def test_nothing_is_sent_when_nothing_happened():
    assert wire().tell([]) == b""


def test_several_lines_can_come_at_once_and_the_rest_waits():
    reader = wire()
    assert reader.feed(b'{"a":1}\r\n[2]\n"thr') == [{"a": 1}, [2]]
    assert reader.feed(b'ee"') == []
    assert reader.feed(b"\n") == ["three"]


@pytest.mark.parametrize(
    "line", [b"", b"{", b"junk", b"1 2", b"NaN", b"-Infinity", b"\xff", b"[" * 60_000]
)
def test_a_line_that_is_not_json_is_malformed_and_the_last_one_read(line):
    reader = wire()
    (fault,) = reader.feed(line + b"\n1\n")
    assert fault.kind is EndState.MALFORMED
    assert fault.detail.startswith("not a line of JSON: ")
    assert reader.feed(b"1\n") == []


@pytest.mark.parametrize(
    "line", [rb'"\ud800"', rb'{"\udfff":1}', b"1e999", b"[-1e999]", '"ü"'.encode("utf-16")]
)
def test_what_could_not_be_sent_on_is_malformed(line):
    (message,) = wire().feed(line + b"\n")[:1]
    assert isinstance(message, Fault)
    assert message.kind is EndState.MALFORMED


def test_escaped_text_is_read():
    assert wire().feed(rb'"\ud83d\ude00 \u00fc"' + b"\n") == ["😀 ü"]


def test_a_line_may_be_as_long_as_the_limit_and_no_longer():
    line = b'"' + b"x" * (MAX_MESSAGE - 2) + b'"'
    assert len(wire().feed(line + b"\n")[0]) == MAX_MESSAGE - 2
    (fault,) = wire().feed(line + b" \n")
    assert fault == Fault(
        EndState.OUTPUT,
        f"a line of at least {MAX_MESSAGE + 1} bytes; the limit is {MAX_MESSAGE} bytes",
        Excess("one message", MAX_MESSAGE, MAX_MESSAGE + 1, "bytes"),
    )


def test_a_wire_takes_another_limit():
    reader = wire()
    reader.limit = 3
    assert reader.feed(b"123\n") == [123]
    (fault,) = reader.feed(b"1234\n")
    assert fault.excess == Excess("one message", 3, 4, "bytes")


def test_a_line_without_end_is_refused_before_it_fills_the_memory():
    reader = wire()
    chunk = b" " * 1000
    faults = [message for _ in range(200) for message in reader.feed(chunk)]
    assert [fault.kind for fault in faults] == [EndState.OUTPUT]
    assert len(reader._buffer) == 0


LINES = st.lists(
    st.one_of(
        st.binary(max_size=20),
        st.sampled_from([b"\n", b"1\n", b'{"a":', b"[]}\n", b'"\xc3\xbc"\n', b"null\r\n"]),
        st.recursive(st.none() | st.integers() | st.text(), st.lists, max_leaves=5).map(
            lambda value: json.dumps(value).encode() + b"\n"
        ),
    )
)


@given(LINES, st.integers(1, 9))
@example([b"1\n" * 50], 1)
def test_any_bytes_are_read_alike_however_they_are_cut(parts, size):
    data = b"".join(parts)
    reader = wire()
    cut = [m for at in range(0, len(data), size) for m in reader.feed(data[at : at + size])]
    assert cut == wire().feed(data)
    assert not any(isinstance(message, Fault) for message in cut[:-1])


def test_question_lines_tell_nothing_before_the_end_and_then_all_ranks():
    class Points(QuestionLines):
        def result(self, own):
            return {"points": own.score}

    outcome = Outcome((SeatOutcome(1, 7), SeatOutcome(2, 3)), "led")
    assert Points(SETUP, 1).tell([Event({"e": "move"})]) == b""
    told = json.loads(Points(SETUP, 1).end(outcome))
    assert told == {"type": "end", "rank": 2, "ranks": [1, 2], "points": 3, "words": "led"}
