"""An error of a bot becomes a fault of that kind, with a reason that its author understands."""

import re
import time
from dataclasses import replace

import pytest

from games.engine import EndState
from sandbox.isolation.base import Usage
from sandbox.isolation.bubblewrap import Bubblewrap
from sandbox.judger.turns import faults
from sandbox.languages import LANGUAGES
from sandbox.limits import Limits, heap_mb, share_of_memory
from sandbox.tests.matches import SMALL, bot, play
from sandbox.tests.sandboxes import PROGRAMS, TREE, needs_memory_groups, read_to_end, started

BOB = bot("number", 4)
HEAP = "heap of the runtime: 614 of 614 MB"


def test_an_action_against_the_rules_is_illegal():
    assert play(bot("script", 3, 12), BOB).end(0) == ("illegal", "12 is not a number from 0 to 9")


def test_bytes_that_are_no_message_are_malformed():
    kind, reason = play(bot("script", 3, "seven"), BOB).end(0)
    assert kind == "malformed"
    assert reason.startswith("not a line of JSON")


@pytest.mark.parametrize("text", ["1e999", '"\\ud800"', "[" * 30_000])
def test_an_answer_that_would_break_the_replay_is_the_bots_fault(text):
    played = play(bot("script", text), BOB, rounds=1)
    assert played.end(0)[0] == "malformed"


def test_a_bot_that_cannot_be_read_any_more_fails_every_later_turn():
    played = play(bot("script", "x", 1, 1), BOB, forgiving=True, rounds=3)
    kinds = [replies["0"]["fault"] for replies in played.replies if "0" in replies]
    assert kinds == ["malformed"] * 3


def test_too_much_cpu_time_is_a_timeout():
    began = time.monotonic()
    played = play(bot("spin"), BOB, cpu_ms=300, wall_ms=20_000)
    kind, reason = played.end(0)
    assert kind == "timeout"
    assert reason.endswith("ms of CPU time in one turn; the limit is 300 ms")
    assert played.of("frame")[1]["cpu"]["0"] > 300_000
    assert time.monotonic() - began < 5


def test_an_answer_in_time_that_cost_too_much_cpu_time_is_a_timeout():
    played = play(bot("spin", 0.4), BOB, cpu_ms=395, forgiving=True, rounds=1)
    assert played.replies[0]["0"]["fault"] == "timeout"


def test_sleeping_costs_no_cpu_time_but_has_an_end():
    kind, reason = play(bot("sleep"), BOB, cpu_ms=5000, wall_ms=300).end(0)
    assert kind == "silent"
    assert re.fullmatch(
        r"no answer after \d+ ms; the limit is 300 ms of wall time. It used \d+ ms of CPU time, "
        r"and slept or waited for input for \d+ ms; .*\. It has read all that it was sent",
        reason,
    )


def test_cpu_time_of_children_is_charged():
    kind, reason = play(bot("child", 2), BOB, cpu_ms=400, wall_ms=10_000).end(0)
    assert kind == "timeout"
    assert "ms of CPU time" in reason


def test_one_seat_may_time_out_while_the_others_answer():
    played = play(bot("sleep"), BOB, together=True, forgiving=True, rounds=2, wall_ms=600)
    for replies in played.replies:
        assert replies["0"]["fault"] == "silent"
        assert replies["1"] == 4


@pytest.mark.parametrize(
    ("behaviour", "end"),
    [
        (("die",), ("exit", "exit status 0, after it answered 0 times")),
        (("die", 3), ("crash", "exit status 3, after it answered 0 times")),
        (("leave", 1), ("exit", "exit status 0, after it answered once")),
        (("fall", "SIGSEGV"), ("crash", "signal 11 (SIGSEGV), after it answered once")),
        (("close",), ("closed", "it went on running, after it answered 0 times")),
    ],
)
def test_the_verdict_on_a_bot_that_is_gone_when_it_is_asked_is_exact(behaviour, end):
    assert play(bot(*behaviour), BOB).end(0) == end


def test_a_bot_that_answers_and_exits_has_answered():
    played = play(bot("leave", 4), BOB, rounds=4)
    assert played.end(0) == ("ok", "")


def test_a_crash_costs_nothing_before_the_first_question():
    played = play(BOB, bot("die", 1), rounds=1, asks=3)
    assert [frame["replies"] for frame in played.of("frame")[1:4]] == [{"0": 4}] * 3
    assert played.end(1) == ("crash", "exit status 1, after it answered 0 times")


def test_nothing_counts_after_the_end_of_the_game():
    assert play(bot("after"), BOB).end(0) == ("ok", "")


def test_processes_that_spin_after_the_end_do_not_delay_it():
    began = time.monotonic()
    assert play(bot("offspring"), BOB, cpu_ms=5000).end(0) == ("ok", "")
    assert time.monotonic() - began < 10


def test_a_message_without_end_is_too_much_output():
    kind, reason = play(bot("flood"), BOB).end(0)
    detail = "a line of at least 65537 bytes; the limit is 65536 bytes"
    assert (kind, reason) == ("output", detail)


def test_too_many_messages_in_a_turn_are_too_much_output():
    limit = Limits(memory_mb=256, turn_bytes=300_000)
    # The first answer counts; what follows it ends the bot before it is asked again.
    played = play(bot("chatter"), bot("dribble"), rounds=2, limits=limit, ruleset="pondering")
    assert played.replies[0] == {"0": 1}
    kind, reason = played.end(0)
    assert kind == "output"
    assert re.fullmatch(r"wrote \d+ bytes in one turn; the limit is 300000 bytes", reason)


def test_screaming_to_standard_error_neither_blocks_the_judger_nor_saves_the_bot():
    limits = replace(SMALL, stderr_match_bytes=1 << 40)
    kind, _ = play(bot("scream"), BOB, limits=limits, cpu_ms=300, wall_ms=20_000).end(0)
    assert kind == "timeout"


def test_a_bot_that_writes_too_much_to_standard_error_is_ended():
    limits = replace(SMALL, stderr_match_bytes=1 << 20)
    played = play(bot("scream"), BOB, limits=limits, cpu_ms=10_000, wall_ms=20_000)
    kind, reason = played.end(0)
    assert kind == "output"
    assert re.fullmatch(r"wrote \d+ bytes to standard error in one match; .* 1048576 bytes", reason)
    assert played.result["seats"][0]["stderr_bytes"] < 2 << 20


@needs_memory_groups
def test_too_much_memory_is_named():
    limits = Limits(memory_mb=64)
    played = play(bot("memory"), BOB, limits=limits, cpu_ms=10_000, wall_ms=20_000)
    kind, reason = played.end(0)
    assert kind == "memory"
    assert re.fullmatch(
        r"memory: 6[45] of 64 MB \(signal 9 \(SIGKILL\), after it answered 0 times\)", reason
    )


@pytest.mark.parametrize(
    ("words", "address_mb", "full"),
    [
        (b"Terminating due to java.lang.OutOfMemoryError: Java heap space", None, HEAP),
        (b"FATAL ERROR: Reached heap limit - JavaScript heap out of memory", 9216, HEAP),
        (b"MemoryError", 2112, "address space: 2112 of 2112 MB"),
        (b"OutOfMemoryError: Metaspace", 9216, "address space: 9216 of 9216 MB"),
        (b"std::bad_alloc", None, "memory in use when more was refused: 611 of 1024 MB"),
    ],
)
def test_a_program_that_gets_no_more_memory_is_told_what_was_full(words, address_mb, full):
    usage = Usage(0, 611 << 20, False, heap_mb=614, address_mb=address_mb)
    fault = faults.gone(3, 5, usage, words, Limits())
    assert fault.kind is EndState.MEMORY
    assert fault.detail == f"{full} (exit status 3, after it answered 5 times)"


def test_the_heap_of_a_runtime_is_known_by_its_command():
    limits = Limits(memory_mb=512)
    shares = [heap_mb(LANGUAGES[name].run, limits) for name in ("java", "javascript", "python")]
    assert shares == [307, 358, None]
    argv = ("/bin/sh", "-c", f"echo {share_of_memory(60)}")
    for tree in {None, TREE}:
        with started(Bubblewrap(tree), PROGRAMS, *argv, limits=limits) as process:
            assert read_to_end(process.stdout) == "307\n"
            usage = process.usage()
        limited = tree is None or not tree.memory
        assert (usage.heap_mb, usage.address_mb) == (307, 8704 if limited else None)
