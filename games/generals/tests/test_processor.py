"""The processor as a process: its streams, its ends, and ten thousand frames of nonsense."""

from __future__ import annotations

import os
import random
import re
import select
import signal
import struct
import subprocess
import time
from pathlib import Path

import pytest

from games.generals.tests.adapter import (
    APPEND,
    COMMAND,
    FUNCTIONS,
    GET_ERROR,
    IMPORT_TERRAIN,
    INIT,
    KEY_FRAME,
    PATIENCE_S,
    RANDOM_TERRAIN,
    ROOT,
    SAVE_REPLAY,
    SET_SEED,
    TICK,
    Adapter,
    call,
    game_info,
    init_info,
    terrain,
)
from games.generals.tests.test_vectors import VECTORS, play

MAP = terrain(5, 5, ",".join(["g", *[" "] * 23, "g"]))
LINE = re.compile(rb"\d{4}(-\d\d){2} (\d\d:){2}\d\d \d+ \[[DIWEF]\] [^\n]+\n")


@pytest.fixture
def adapter():
    with Adapter() as adapter:
        yield adapter


@pytest.fixture
def logged(tmp_path):
    """A processor whose standard error goes to a file."""
    with (tmp_path / "log").open("w+b") as log, Adapter(log) as adapter:
        adapter.log = log
        yield adapter


def begin(adapter):
    adapter(IMPORT_TERRAIN, MAP)
    adapter(INIT, init_info([1, 2]))


def peak_kb(adapter):
    """The most memory that the process has had."""
    status = Path(f"/proc/{adapter.process.pid}/status").read_text()
    (peak,) = re.findall(r"VmHWM:\s+(\d+) kB", status)
    return int(peak)


def test_calls_may_come_in_any_number_of_pieces(adapter):
    for byte in call(SET_SEED, b"\1\2\3\4", b"piecemea"):
        adapter.send(bytes([byte]))
    assert adapter.reply() == b"piecemea" + bytes(4)


def test_many_calls_may_come_in_one_piece_and_are_answered_in_order(adapter):
    ids = [struct.pack("<Q", number) for number in range(1000)]
    adapter.send(b"".join(call(GET_ERROR, b"", each) for each in ids))
    assert [adapter.reply()[:8] for _ in ids] == ids


def test_an_adapter_may_send_a_lot_before_it_reads(adapter):
    """Neither the calls nor the answers fit into the pipes, and nobody reads meanwhile."""
    begin(adapter)
    calls = 20_000
    sender = memoryview(call(KEY_FRAME, b"\0") * calls)
    until = time.monotonic() + PATIENCE_S
    while sender:
        _, ready, _ = select.select([], [adapter.process.stdin], [], until - time.monotonic())
        assert ready, "the processor does not take its calls"
        sender = sender[os.write(adapter.process.stdin.fileno(), sender[:4096]) :]
    answers = {adapter.reply() for _ in range(calls)}
    assert len(answers) == 1


def test_a_log_that_nobody_reads_holds_up_nobody():
    with Adapter(subprocess.PIPE) as adapter:
        for _ in range(4000):
            adapter.send(call(99))
            assert adapter.reply()[8:] == bytes(4)
        _, log = adapter.process.communicate(timeout=PATIENCE_S)
        assert len(LINE.findall(log)) == 4000
        assert adapter.process.returncode == 0


def test_a_long_argument_is_read_past_and_answered(adapter):
    size = 1 << 25
    adapter.send(b"too long" + struct.pack("<II", IMPORT_TERRAIN, size))
    for _ in range(size >> 16):
        adapter.send(bytes(1 << 16))
    assert adapter.reply() == b"too long" + struct.pack("<IB", 1, 0)
    assert adapter.error() != 0
    with Adapter() as other:
        other.error()
        assert peak_kb(adapter) < peak_kb(other) + (size >> 11)


@pytest.mark.parametrize(
    "rest", [b"", b"x", b"12345678", call(TICK)[:-1], call(10, bytes(99))[:-9]]
)
def test_the_end_of_the_input_is_the_end_with_status_0_even_within_a_call(adapter, rest):
    adapter.send(call(GET_ERROR) + rest)
    assert adapter.reply()[8:] == struct.pack("<II", 4, 0)
    assert adapter.finish() == 0


def test_calls_that_came_before_the_end_are_answered(adapter):
    adapter.send(call(GET_ERROR) * 500)
    adapter.process.stdin.close()
    assert len({adapter.reply() for _ in range(500)}) == 1
    assert adapter.process.wait(PATIENCE_S) == 0


def test_an_adapter_that_goes_away_ends_the_process_quietly(logged):
    begin(logged)
    logged.process.stdout.close()
    logged.send(call(KEY_FRAME, b"\0"))
    assert logged.process.wait(PATIENCE_S) == 0
    logged.log.seek(0)
    assert b"Error" not in logged.log.read()


def test_an_interrupt_ends_the_process_quietly(logged):
    assert logged.error() == 0
    logged.process.send_signal(signal.SIGINT)
    assert logged.process.wait(PATIENCE_S) == -signal.SIGINT
    logged.log.seek(0)
    assert logged.log.read() == b""


@pytest.mark.parametrize("closed", ["2>&-", "0<&-", "1>&-", "0<&- 1>&- 2>&-"])
def test_streams_that_are_not_there_are_no_fault(closed):
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" "$@" {closed}', *COMMAND],
        cwd=ROOT,
        input=call(99) + call(GET_ERROR),
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    if closed == "2>&-":
        assert len(done.stdout) == 12 + 16


def test_nothing_but_log_lines_goes_to_standard_error(logged):
    begin(logged)
    for function in (TICK, 99, KEY_FRAME, TICK):
        logged(function, b"")
    logged(APPEND, bytes([1, 250, 3, 9, 1]))
    logged(TICK)
    assert logged.finish() == 0
    logged.log.seek(0)
    assert re.fullmatch(b"(%b)+" % LINE.pattern, logged.log.read())


class Fuzz:
    """Frames of all kinds: nonsense, half sense, and calls of valid games out of order."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def frame(self):
        kind = self.random.random()
        if kind < 0.5:
            return self.sensible()
        if kind < 0.75:
            return self.mangled(self.sensible())
        function = self.random.choice([*FUNCTIONS, 4, 12, 99, self.random.getrandbits(32)])
        return function, self.random.randbytes(self.random.choice([0, 1, 2, 4, 5, 6, 9, 30, 300]))

    def mangled(self, frame):
        function, argument = frame
        at = self.random.randrange(len(argument) + 1)
        match self.random.randrange(4):
            case 0:
                return function, argument[:at]
            case 1:
                return function, argument + self.random.randbytes(1 + at)
            case 2:
                return function, argument[:at] + self.random.randbytes(4) + argument[at + 4 :]
            case _:
                return self.random.choice(FUNCTIONS), argument

    def sensible(self):
        choose = self.random.randrange
        functions = [IMPORT_TERRAIN, RANDOM_TERRAIN, INIT, INIT, SAVE_REPLAY]
        function = self.random.choice([*functions, *[TICK] * 6, *[APPEND] * 9, *FUNCTIONS])
        match function:
            case 10:
                return function, MAP
            case 11:
                return function, bytes([5 + choose(4), 5 + choose(4)]) + self.random.randbytes(4)
            case 20:
                return function, bytes([choose(5), choose(9), choose(9), choose(5), choose(2)])
            case 21 | 22 | 23 | 40:
                return function, bytes([choose(5)])
            case 30:
                teams = [1 + choose(3) for _ in range(1 + choose(4))]
                return function, init_info(teams, [(choose(8), choose(9) - 2) for _ in range(3)])
            case 50:
                return function, game_info(choose(99), 1, [(1, 1, "ann"), (2, 2, "bob")])
            case 0:
                return function, self.random.randbytes(4)
            case 1:
                return function, bytes([choose(7)])
        return function, b""


def test_ten_thousand_fuzzed_frames_are_answered_and_a_vector_is_played_correctly_after(logged):
    fuzz, asked = Fuzz(4), 0
    for start in range(0, 10_000, 100):
        frames = [(struct.pack("<Q", start + n), *fuzz.frame()) for n in range(100)]
        logged.send(b"".join(call(function, data, each) for each, function, data in frames))
        for each, _, _ in frames:
            reply = logged.reply()
            assert reply[:8] == each
            asked += len(reply) > 16
    assert asked > 1000
    assert len(play(logged, VECTORS[10])) == 1
    logged.log.seek(0)
    log = logged.log.read()
    assert re.fullmatch(b"(%b)+" % LINE.pattern, log)
    assert b"[F]" not in log
    assert logged.finish() == 0
