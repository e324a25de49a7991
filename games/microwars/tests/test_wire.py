"""The protocol, byte by byte."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import Ask, EndState, Event, Fault
from games.microwars.rules import Orders, check_form
from games.microwars.tests.boards import engine_of, play
from games.microwars.wire import MOST_LINE, MicrowarsWire

BOARD = "T . #\nc . t"


def wires(engine):
    found = [MicrowarsWire(None, seat) for seat in (0, 1)]  # type: ignore[arg-type]
    for wire in found:
        wire.begin(engine.scene(), engine.view(wire.seat))
    return found


def lines_of(wire, engine):
    return wire.ask(engine.pending()[wire.seat]).decode().splitlines()


def fed(data, limit=None):
    wire = MicrowarsWire(None, 0)  # type: ignore[arg-type]
    if limit is not None:
        wire.limit = limit
    return wire.feed(data)


def test_the_start_is_the_boards_size_and_the_number_of_turns():
    engine = engine_of(BOARD, turns=17)
    wire = MicrowarsWire(None, 0)  # type: ignore[arg-type]
    assert wire.begin(engine.scene(), engine.view(0)) == b"3 2 17\n"


def test_the_state_has_every_field_x_by_x_with_the_readers_own_units_as_2_and_3():
    engine = engine_of(BOARD)
    first, second = wires(engine)
    assert lines_of(first, engine) == [
        *("1 1 5 10", "1 2 2 25"),
        *("2 1 0 0", "2 2 0 0"),
        *("3 1 4 25", "3 2 1 0"),
    ]
    assert lines_of(second, engine) == [
        *("1 1 3 10", "1 2 4 25"),
        *("2 1 0 0", "2 2 0 0"),
        *("3 1 2 25", "3 2 1 0"),
    ]


def test_every_state_is_told_whole_and_a_field_that_was_left_is_empty_again():
    engine = engine_of(BOARD)
    (first, _) = wires(engine)
    before = lines_of(first, engine)
    play(engine, [(1, 2, 1, 1, 2, 2)])
    after = lines_of(first, engine)
    assert len(after) == len(before) == 6
    assert dict(zip(before, after, strict=True))["1 2 2 25"] == "1 2 0 0"
    assert "2 2 2 25" in after
    assert "1 1 5 9" in after


def test_nothing_else_is_ever_sent():
    engine = engine_of("T . t", turns=1)
    (first, _) = wires(engine)
    assert first.tell([Event({"e": "turn"})]) == b""
    play(engine)
    assert first.end(engine.outcome()) == b""


def test_a_turn_is_all_orders_up_to_the_zero():
    assert fed(b"1 1 0 0 1 1\n2 3 4 5 6 7\n0\n0\n") == [
        [[1, 1, 0, 0, 1, 1], [2, 3, 4, 5, 6, 7]],
        [],
    ]
    assert fed(b"1 1 0 0 1 1\n") == []


@pytest.mark.parametrize(
    "line",
    [
        *(b"0", b" 0", b"0 \t\r", b"000000000", b"-0", b"\r0"),
    ],
)
def test_a_lone_number_of_the_value_zero_ends_a_turn(line):
    assert fed(line + b"\n") == [[]]


def test_blank_lines_and_blanks_around_numbers_are_skipped():
    assert fed(b"\n \t\r\n\t1 \t1  0\r0 1 1 \r\n\r\n0\r\n") == [[[1, 1, 0, 0, 1, 1]]]
    assert fed(b"001 -1 000000009 0 1 999999999\n0\n") == [[[1, -1, 9, 0, 1, 999999999]]]


@pytest.mark.parametrize(
    "line",
    [
        *(b"1", b"-1", b"0 0", b"1 1 0 0 1", b"1 1 0 0 1 1 1", b"x", b"1 1 0 0 1 x"),
        *(b"+1 1 0 0 1 1", b"1_0 1 0 0 1 1", b"1.0 1 0 0 1 1", b"1e1 1 0 0 1 1", b"0x1 1 0 0 1 1"),
        *(b"1,1,0,0,1,1", b"1 1 0 0 1 - 1", b"1 1 0 0 1 --1", b"1234567890 1 0 0 1 1"),
        *(
            b"0000000000",
            b"1 1 0 0 1 1 ;",
            b"\0",
            b"0\0",
            b"\x0b0",
            b"0\x0c",
            b"\xc2\xa00",
            b"\xff",
        ),
        *("１ 1 0 0 1 1".encode(), "1 1 0 0 1 ٣".encode(), b"1\xe2\x80\xa81", b"\xc2\xa00"),
    ],
)
def test_every_other_line_is_an_offence_and_the_last_that_is_read(line):
    wire = MicrowarsWire(None, 0)  # type: ignore[arg-type]
    (fault,) = wire.feed(b"1 1 0 0 1 1\n" + line + b"\n0\n")
    assert isinstance(fault, Fault)
    assert fault.kind is EndState.MALFORMED
    assert fault.detail.startswith("syntax: ")
    assert wire.feed(b"0\n") == []


def test_what_comes_after_a_zero_belongs_to_the_next_turn():
    good, bad = fed(b"0\nnonsense\n")
    assert good == []
    assert isinstance(bad, Fault)


def order_of(length):
    """An order of ``length`` bytes."""
    order = b"1 1 0 0 1 1"
    return order + b" " * (length - len(order))


def test_the_bytes_of_a_line_are_bounded():
    assert fed(order_of(MOST_LINE) + b"\n0\n") == [[[1, 1, 0, 0, 1, 1]]]
    for data in (order_of(MOST_LINE + 1) + b"\n0\n", order_of(MOST_LINE + 1), b"9" * 5000 + b"\n"):
        (fault,) = fed(data)
        assert fault.kind is EndState.OUTPUT
        assert fault.detail.startswith("line_too_long: ")
        assert (fault.excess.limit, fault.excess.used) == (MOST_LINE, MOST_LINE + 1)


def test_the_bytes_of_a_turn_are_bounded_its_zero_included():
    assert fed(b"\n" * 65_534 + b"0\n") == [[]]
    assert fed((b"\n" * 65_534 + b"0\n") * 3) == [[], [], []]
    for data in (b"\n" * 65_535 + b"0\n", b"\n" * 65_535 + b"0 ", b"\n" * 65_537):
        (fault,) = fed(data)
        assert fault.kind is EndState.OUTPUT
        assert fault.detail.startswith("turn_too_long: ")
        assert fault.excess.limit == 65_536


@settings(deadline=None)
@given(st.binary(max_size=40), st.integers(1, 60), st.integers(0, 250), st.data())
def test_any_bytes_are_read_alike_in_any_fragments(junk, limit, blanks, data):
    """Near both limits, too."""
    text = b"1 1 0 0 1 1\n" + b" " * blanks + b"\n0\n" + junk + b"\n0\n"
    limit = limit * 7
    whole = fed(text, limit)
    wire = MicrowarsWire(None, 0)  # type: ignore[arg-type]
    wire.limit = limit
    parts, at = [], 0
    while at < len(text):
        size = data.draw(st.integers(1, 80))
        parts += wire.feed(text[at : at + size])
        at += size
    assert parts == whole


_NUMBERS = st.integers(-999_999_999, 999_999_999).map(b"%d".__mod__) | st.sampled_from(
    (b"007", b"-0", b"1234567890")
)
_LINES = st.tuples(
    st.lists(_NUMBERS, min_size=6, max_size=6),
    st.sampled_from((b" ", b" ", b"  ", b"\t")),
    st.sampled_from((b"\n", b" \n", b"\r\n", b" \r\n", b"\t\n", b"  \n")),
).map(lambda line: line[1].join(line[0]) + line[2])


@settings(deadline=None)
@given(st.lists(_LINES, max_size=5), st.booleans(), st.integers(1, 400))
def test_a_turn_that_comes_at_once_is_read_as_one_that_comes_byte_by_byte(lines, ended, limit):
    text = b"".join(lines) + b"0\n" * ended
    wire = MicrowarsWire(None, 0)  # type: ignore[arg-type]
    wire.limit = limit
    slowly = [message for at in range(len(text)) for message in wire.feed(text[at : at + 1])]
    assert fed(text, limit) == slowly


@settings(max_examples=60)
@given(
    st.lists(st.sampled_from([b"1 2 3 4 5 6", b" -1 2 3 04 5 6 ", b"0 0 0 0 0 0", b"0"])),
    st.booleans(),
)
def test_the_form_of_what_is_read_is_right(lines, at_once):
    """The engine does not check it again."""
    wire, data = MicrowarsWire(None, 0), b"\n".join([*lines, b"0", b""])  # type: ignore[arg-type]
    pieces = [data] if at_once else [data[at : at + 1] for at in range(len(data))]
    turns = [turn for piece in pieces for turn in wire.feed(piece)]
    assert len(turns) == lines.count(b"0") + 1
    for turn in turns:
        assert type(turn) is Orders
        check_form(list(turn))


def test_a_wire_draws_a_board_of_any_size():
    engine = engine_of("\n".join(["T" + "." * 28 + "t"] * 30))
    (first, _) = wires(engine)
    lines = [list(map(int, line.split())) for line in lines_of(first, engine)]
    assert [tuple(line[:2]) for line in lines] == [
        (x, y) for x in range(1, 31) for y in range(1, 31)
    ]
    assert [line[2:] for line in lines[:30]] == [[2, 25]] * 30
    assert [line[2:] for line in lines[-30:]] == [[4, 25]] * 30
    assert first.ask(Ask(1, {"units": []})).count(b" 0 0\n") == 900
