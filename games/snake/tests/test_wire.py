"""The binary protocol, byte by byte."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import EndState, Fault, Outcome, SeatOutcome
from games.snake.engine import SnakeEngine
from games.snake.tests.halves import ops_of, setup, setup_of, step, vectors
from games.snake.wire import SnakeWire
from games.tests.sampling import outcome_of


def wire(seat=0):
    return SnakeWire(setup(), seat)


@pytest.mark.parametrize("half", vectors("wire"), ids=lambda half: half["name"])
def test_recorded_halves_give_the_recorded_bytes(half):
    engine = SnakeEngine(setup_of(half))
    wires = [SnakeWire(setup_of(half), seat) for seat in (0, 1)]
    sent = [w.begin(engine.scene(), engine.view(w.seat)) for w in wires]
    for op in ops_of(half):
        for w, ask in ((wires[seat], ask) for seat, ask in engine.pending().items()):
            assert w.ask(ask) == b""
        events = step(engine, op)
        sent = [data + w.tell(events) for data, w in zip(sent, wires, strict=True)]
    sent = [data + w.end(outcome_of(engine)) for data, w in zip(sent, wires, strict=True)]
    assert [data.hex() for data in sent] == half["to"]


@pytest.mark.parametrize("half", vectors("wire"), ids=lambda half: half["name"])
@pytest.mark.parametrize("size", [1, 3, 5, 4096])
def test_recorded_frames_are_read_in_any_fragmentation(half, size):
    ops: list[list[int]] = [[], []]
    for row in half["ops"]:
        for player, digits in enumerate(row.split("|")):
            ops[player] += [int(digit) for digit in digits]
    for seat, frames in enumerate(map(bytes.fromhex, half["frm"])):
        reader = wire(seat)
        parts = [frames[at : at + size] for at in range(0, len(frames), size)]
        assert [op for part in parts for op in reader.feed(part)] == ops[seat]


def test_the_start_names_the_player_and_lists_type_before_time():
    engine = SnakeEngine(setup([[7, 6, 3, 0, 5]]))
    assert wire(1).begin(engine.scene(), engine.view(1)) == bytes.fromhex(
        "1010020001 100001 07060000030005"
    )


def test_only_accepted_ops_are_echoed():
    engine = SnakeEngine(setup())
    assert wire().tell(step(engine, 1)) == b"\x01"
    assert wire().tell(step(engine, 3)) == b"\x03"
    assert wire().tell(step(engine, 5)) == b""


@pytest.mark.parametrize(
    ("kind", "byte"),
    [
        (EndState.OK, 0x00),
        (EndState.CRASH, 0x10),
        (EndState.TIMEOUT, 0x10),
        (EndState.MEMORY, 0x10),
        (EndState.OUTPUT, 0x10),
        (EndState.LEFT, 0x10),
        (EndState.ILLEGAL, 0x11),
        (EndState.MALFORMED, 0x12),
    ],
)
def test_the_end_tells_what_kind_it_is_and_the_scores(kind, byte):
    outcome = Outcome((SeatOutcome(2, 0, kind), SeatOutcome(1, 300)))
    assert wire().end(outcome) == bytes([0x11, byte, 1, 0, 0, 1, 44])


def test_a_tie_is_written_as_player_0():
    outcome = Outcome((SeatOutcome(1, 9), SeatOutcome(1, 9)))
    assert wire().end(outcome) == bytes.fromhex("11 00 00 0009 0009")


def test_several_frames_can_come_at_once_and_the_rest_waits():
    reader = wire()
    assert reader.feed(bytes.fromhex("0000000101 0000000106 000000")) == [1, 6]
    assert reader.feed(b"\x01") == []
    assert reader.feed(b"\x02") == [2]


@pytest.mark.parametrize("length", [0, 2, 256, 2**24, 2**31, 2**32 - 1])
def test_a_length_other_than_1_is_malformed_without_waiting_for_the_body(length):
    (fault,) = wire().feed(length.to_bytes(4, "big"))
    assert fault == Fault(EndState.MALFORMED, f"a frame announces {length} bytes; an op has 1")


def test_letters_in_the_place_of_a_length_are_taken_for_something_printed():
    (fault,) = wire().feed(b"snake!\n")
    assert "These bytes are the text 'snak': did the program print" in fault.detail


@pytest.mark.parametrize("code", [0, 7, 49, 255])
def test_an_op_outside_1_to_6_is_malformed(code):
    op, fault = wire().feed(bytes([0, 0, 0, 1, 2, 0, 0, 0, 1, code]))
    assert op == 2
    assert fault == Fault(EndState.MALFORMED, f"op byte 0x{code:02x} is not one of 0x01 to 0x06")


def test_nothing_is_read_after_a_malformed_frame():
    reader = wire()
    assert len(reader.feed(bytes.fromhex("0000000109 0000000101"))) == 1
    assert reader.feed(bytes.fromhex("0000000101")) == []


@given(st.lists(st.binary(max_size=12)))
def test_any_bytes_are_read_alike_however_they_are_cut(chunks):
    reader = wire()
    pieces = [message for chunk in chunks for message in reader.feed(chunk)]
    assert pieces == wire().feed(b"".join(chunks))
    assert all(isinstance(m, Fault) or 1 <= m <= 6 for m in pieces)
