"""Framing: whatever the pieces, the same calls come out, and no length costs memory."""

from __future__ import annotations

import struct
import tracemalloc

from hypothesis import given
from hypothesis import strategies as st

from games.generals.processor import Call, Inbox, reply
from games.generals.tests.adapter import call

MOST = 50
CALLS = st.lists(
    st.builds(
        Call,
        st.binary(min_size=8, max_size=8),
        st.integers(0, 2**32 - 1),
        st.binary(max_size=2 * MOST),
    ),
    max_size=6,
)


def taken(inbox):
    """All calls that are complete."""
    return list(iter(inbox.next, None))


@given(CALLS, st.data())
def test_calls_come_out_as_they_went_in_whatever_the_pieces(calls, data):
    stream = b"".join(call(one.function, one.argument, one.id) for one in calls)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    inbox, found = Inbox(MOST), []
    for start, stop in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        inbox.feed(stream[start:stop])
        if data.draw(st.booleans()):
            found += taken(inbox)
    found += taken(inbox)
    assert found == [
        one if len(one.argument) <= MOST else one._replace(argument=None) for one in calls
    ]
    assert len(inbox) == 0


def test_a_call_is_not_out_before_its_last_byte_is_in():
    inbox = Inbox()
    data = call(31, b"abc")
    for byte in data[:-1]:
        inbox.feed(bytes([byte]))
        assert inbox.next() is None
    inbox.feed(data[-1:])
    assert inbox.next() == Call(data[:8], 31, b"abc")


def test_an_argument_of_four_gigabytes_is_read_past_without_being_kept():
    inbox, piece = Inbox(), bytes(1 << 18)
    inbox.feed(b"long one" + struct.pack("<II", 10, 2**32 - 1))
    tracemalloc.start()
    left = 2**32 - 1
    while left:
        assert inbox.next() is None
        inbox.feed(piece[: min(left, len(piece))])
        left -= min(left, len(piece))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1 << 20
    inbox.feed(call(2))
    assert taken(inbox) == [Call(b"long one", 10, None), Call(b"call 001", 2, b"")]


def test_a_reply_carries_the_id_of_its_call_and_its_length():
    assert reply(Call(b"\1\2\3\4\5\6\7\x08", 2, b""), b"abcd") == (
        b"\1\2\3\4\5\6\7\x08" + struct.pack("<I", 4) + b"abcd"
    )
