"""Packets to bytes and back, in any fragmentation."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.foreign.wire.packets import (
    HEADER,
    MAX_PACKET,
    AiDecoder,
    LogicDecoder,
    LogicPacket,
    frame,
    from_logic,
    to_logic,
)

BODIES = st.lists(st.binary(max_size=40), max_size=8)
CUTS = st.lists(st.integers(0, 400), max_size=30)


def pieces(data: bytes, cuts: list[int]) -> list[bytes]:
    places = [0, *sorted(min(cut, len(data)) for cut in cuts), len(data)]
    return [data[a:b] for a, b in pairwise(places)]


@given(BODIES, CUTS)
def test_what_an_ai_says_is_read_in_any_fragmentation(bodies, cuts):
    decoder = AiDecoder(40)
    data = b"".join(frame(body) for body in bodies)
    assert [m for piece in pieces(data, cuts) for m in decoder.feed(piece)] == bodies
    assert decoder.error is None


@given(st.lists(st.tuples(st.integers(-1, 5), st.binary(max_size=40)), max_size=8), CUTS)
def test_what_a_logic_says_is_read_in_any_fragmentation(packets, cuts):
    decoder = LogicDecoder()
    data = b"".join(from_logic(target, body) for target, body in packets)
    read = [packet for piece in pieces(data, cuts) for packet in decoder.feed(piece)]
    assert read == [LogicPacket(target, body) for target, body in packets]
    assert decoder.error is None


@pytest.mark.parametrize("length", [-1, -(1 << 31), 6, (1 << 31) - 1])
def test_an_ai_that_announces_too_much_or_less_than_nothing_is_read_no_more(length):
    decoder = AiDecoder(5)
    good = frame(b"12345")
    assert decoder.feed(good + length.to_bytes(4, "big", signed=True)) == [b"12345"]
    assert f"announces {length} bytes" in str(decoder.error)
    assert decoder.feed(good) == []


@pytest.mark.parametrize("length", [-1, MAX_PACKET + 1])
def test_a_logic_that_announces_too_much_or_less_than_nothing_is_read_no_more(length):
    decoder = LogicDecoder()
    good = from_logic(3, b"x")
    assert decoder.feed(good + HEADER.pack(length, -1)) == [LogicPacket(3, b"x")]
    assert f"announces {length} bytes" in str(decoder.error)
    assert decoder.feed(good) == []


def test_a_new_limit_holds_for_the_next_header_not_for_a_message_under_way():
    decoder = AiDecoder(5)
    data = frame(b"12345")
    assert decoder.feed(data[:6]) == []
    decoder.limit = 1
    assert decoder.feed(data[6:]) == [b"12345"]
    assert decoder.feed(data[:4]) == []
    assert decoder.error


def test_messages_to_a_logic_are_ascii_and_have_their_length():
    data = to_logic({"player": 0, "content": "é"})
    assert data == b'\0\0\0\x1f{"player":0,"content":"\\u00e9"}'
    assert len(data) == 4 + 0x1F


@pytest.mark.parametrize("decoder", [AiDecoder(2048), LogicDecoder()])
def test_letters_in_the_place_of_a_length_are_taken_for_something_printed(decoder):
    decoder.feed(b"Round 1\n")
    assert "These bytes are the text 'Roun': did the program print to standard output?" in str(
        decoder.error
    )
