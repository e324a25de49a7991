"""The log: its lines, its levels, and a stream that nobody need read."""

from __future__ import annotations

import os
import re
import time

import pytest

from games.generals.log import Level, Log, Spout
from games.generals.orders import Order

NOW = time.mktime((2022, 10, 10, 21, 0, 1, 0, 0, -1))


def keeper(lines):
    """Takes every line."""

    def keep(line):
        lines.append(line)
        return True

    return keep


@pytest.fixture
def lines():
    return []


@pytest.fixture
def log(lines):
    return Log(keeper(lines), lambda: NOW)


def test_a_line_has_time_half_turn_level_and_message(log, lines):
    log.line(Level.I, 2, "hello")
    assert lines == [b"2022-10-10 21:00:01 2 [I] hello\n"]


def test_a_discarded_move_is_written_with_row_column_and_compass_letter(log, lines):
    log.discarded(2, 1, Order(34, 57, 3, half=True), "target is out of border")
    told = b"discarded bad move(34 57E) from player 1: target is out of border"
    assert lines == [b"2022-10-10 21:00:01 2 [W] " + told + b"\n"]


@pytest.mark.parametrize(("direction", "letter"), [*enumerate("NSWE"), (4, "?"), (255, "?")])
def test_directions_are_letters_of_the_compass(log, lines, direction, letter):
    log.discarded(0, 1, Order(0, 9, direction), "so")
    assert f"(0 9{letter})".encode() in lines[0]


@pytest.mark.parametrize("level", range(7))
def test_lines_below_the_level_are_skipped_and_above_fatal_all_are(log, lines, level):
    log.level = level
    for each in Level:
        log.line(each, 0, "x")
    assert re.findall(rb"\[(.)\]", b"".join(lines)) == [b"D", b"I", b"W", b"E", b"F"][level:]


def test_the_level_is_info_at_first(log):
    assert log.level == Level.I


def test_no_other_line_can_look_like_a_discarded_move_or_break_into_two(log, lines):
    log.line(Level.E, 0, "bad token (3 4N)\n2022 forged \udcff line")
    assert lines == [b"2022-10-10 21:00:01 0 [E] bad token [3 4N]?2022 forged ? line\n"]


def test_lines_that_found_no_room_are_counted_in_the_next_that_does():
    lines: list[bytes] = []
    room = [True, False, False, False, True, True, True]
    keep = keeper(lines)
    log = Log(lambda line: room.pop(0) and keep(line), lambda: NOW)
    for number in range(5):
        log.line(Level.I, 0, f"line {number}")
    assert [line.split(b"] ")[1] for line in lines] == [
        b"line 0\n",
        b"2 lines before were lost\n",
        b"line 3\n",
        b"line 4\n",
    ]


def test_a_reader_who_does_not_read_holds_up_nobody_and_later_gets_what_was_kept():
    reader, writer = os.pipe()
    try:
        spout = Spout(writer, most=1000)
        taken = 0
        while spout.write(b"%09d\n" % taken):
            taken += 1
        assert spout.waiting
        got = b""
        while spout.waiting:
            got += os.read(reader, 1 << 16)
            spout.drain()
        got += os.read(reader, 1 << 16)
        assert got == b"".join(b"%09d\n" % number for number in range(taken))
    finally:
        os.close(reader)
        os.close(writer)


def test_a_stream_whose_reader_is_gone_takes_everything_and_keeps_nothing():
    reader, writer = os.pipe()
    spout = Spout(writer)
    os.close(reader)
    try:
        assert spout.write(b"x\n")
        assert spout.write(b"y\n")
        assert not spout.waiting
    finally:
        os.close(writer)


def test_a_closed_descriptor_is_no_fault():
    reader, writer = os.pipe()
    os.close(reader)
    os.close(writer)
    spout = Spout(writer)
    assert spout.write(b"x\n")
    assert not spout.waiting
