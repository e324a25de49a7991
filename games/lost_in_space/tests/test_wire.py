"""The protocol to the byte, in both directions, without processes."""

from __future__ import annotations

import json
import struct
from random import Random

import pytest

from games.engine import EndState, Event, Fault
from games.lost_in_space.game import LOST_IN_SPACE
from games.lost_in_space.tests.played import steps
from games.lost_in_space.tests.worlds import FINISH, SETUP, action, engine
from games.lost_in_space.wire import LONGEST, BareWire, LostInSpaceWire

BEGIN_0 = b'0044{"type": "id", "id": 0, "birth_pos": [0, 0]}'
BEGIN_2 = (
    b'0044{"type": "id", "id": 2, "birth_pos": [6, 6]}'
    b'0047{"type": "roundbegin", "state": 1, "inturn": 0}'
)
LONG = (
    b'0354{"type": "roundbegin", "state": 1, "inturn": 0, "status": 0, "hp": 200, "keys": [0], '
    b'"tools": {"LandMine": [0, 0], "Sticky": [0, 0], "Kit": 0, "Transport": 0}, "others": '
    b'[{"player_id": 1, "status": 0, "keys": [1], "hp": 200}, {"player_id": 2, "status": 0, '
    b'"keys": [2], "hp": 200}, {"player_id": 3, "status": 0, "keys": [3], "hp": 200}], '
    b'"pos": [0, 0, 1]}'
)


def framed(body):
    return struct.pack(">i", len(body)) + body


def wire(seat=0):
    return LostInSpaceWire(SETUP, seat)


def test_the_first_bytes_are_these():
    play = engine()
    for seat, bytes_ in ((0, BEGIN_0), (2, BEGIN_2)):
        assert wire(seat).begin(play.scene(), play.view(seat)) == bytes_
    assert wire().ask(play.pending()[0]) == LONG


def test_the_digits_count_the_bytes_of_every_message_of_a_game():
    wires = [wire(seat) for seat in range(4)]
    longest = 0
    for play, _, events in steps(3):
        for seat, each in enumerate(wires):
            told = [event for event in events if event.told_to(seat)]
            data = each.tell(told)
            if seat in play.pending():
                data += each.ask(play.pending()[seat])
            parts = each.split(data)
            assert b"".join(parts) == data
            for part in parts:
                assert part.isascii()
                assert b"\n" not in part
                assert int(part[:4]) == len(part) - 4
                json.loads(part[4:])
                longest = max(longest, len(part))
            assert len(parts) == len(told) + (data != each.tell(told))
    assert 1000 < longest < 2000


def test_a_person_gets_bare_lines_with_what_can_be_done():
    play = engine()
    bare = LOST_IN_SPACE.person_wire(SETUP, 0)
    assert type(bare) is BareWire
    (greeting,) = bare.split(bare.begin(play.scene(), play.view(0)))
    assert greeting == BEGIN_0[4:]
    (long,) = bare.split(bare.ask(play.pending()[0]))
    message = json.loads(long)
    more = {key: message.pop(key) for key in ("attack", "move", "detect", "interprops")}
    assert message == json.loads(LONG[4:])
    assert more == {
        "attack": [],
        "move": [True, False, True, False, False, False, False, False],
        "detect": True,
        "interprops": ["KeyMachine"],
    }


def test_a_program_is_told_neither_the_reason_nor_what_can_be_done():
    data = {"say": {"type": "action", "success": False}, "reason": "no", "more": {"attack": []}}
    told = wire().tell([Event(data, to=(0,))])
    assert told == b'0036{"type": "action", "success": false}'


@pytest.mark.parametrize("spacing", [(", ", ": "), (",", ":")])
@pytest.mark.parametrize("size", [1, 2, 3, 1000])
def test_messages_are_read_in_any_fragmentation(spacing, size):
    messages = [action("move", [0, 1, 1]), FINISH, action("trap", "Sticky")]
    data = b"".join(framed(json.dumps(m, separators=spacing).encode()) for m in messages)
    each = wire()
    read = [m for at in range(0, len(data), size) for m in each.feed(data[at : at + size])]
    assert read == messages


@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"\0", b"{", b"\xff" * LONGEST, b"nonsense", b"[" * LONGEST, b"NaN", b"[1e999]"),
        *(b'"\\ud800"', b"{}{}", b'{"a": Infinity}', b"\xef\xbb\xbf{}", b"1" * LONGEST),
    ],
    ids=range(13),
)
def test_what_cannot_be_read_is_an_action_that_is_refused(body):
    play, each = engine(), wire()
    read = each.feed(framed(body) + framed(json.dumps(FINISH).encode()))
    assert len(read) == 2
    assert not isinstance(read[0], Fault)
    play.check(0, read[0])
    told = each.tell([event for event in play.submit({0: read[0]}) if event.told_to(0)])
    assert told == b'0036{"type": "action", "success": false}'
    assert read[1] == FINISH


def test_letters_in_the_place_of_a_length_are_taken_for_something_printed():
    (fault,) = wire().feed(b"turn 1\n")
    assert "These bytes are the text 'turn': did the program print" in fault.detail


@pytest.mark.parametrize("length", [LONGEST + 1, 1 << 30, -1, -(1 << 31)])
def test_a_length_that_no_message_has_ends_the_hearing(length):
    each = wire()
    (fault,) = each.feed(struct.pack(">i", length))
    assert isinstance(fault, Fault)
    assert fault.kind is EndState.OUTPUT
    assert str(length) in fault.detail
    assert each.feed(framed(b"{}")) == []


def test_the_longest_message_is_read():
    body = json.dumps({"type": "finish", "x": "y" * LONGEST}).encode()[: LONGEST - 2] + b'"}'
    assert len(body) == LONGEST
    (message,) = wire().feed(framed(body))
    assert message["type"] == "finish"


def test_any_bytes_are_read_alike_however_they_come():
    random = Random(4)
    for _ in range(200):
        pieces = [framed(random.randbytes(random.randrange(40))) for _ in range(5)]
        data = b"".join(pieces) + random.randbytes(random.randrange(8))
        whole = wire().feed(data)
        each, parts, at = wire(), [], 0
        while at < len(data):
            size = random.randrange(1, 9)
            parts += each.feed(data[at : at + size])
            at += size
        assert repr(parts) == repr(whole)
