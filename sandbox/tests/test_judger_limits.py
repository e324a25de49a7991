"""Every limit has an end state of its own, and its owner sees the limit and what was used."""

import re
from dataclasses import replace
from typing import Any

import pytest

from sandbox.isolation.bubblewrap import Bubblewrap
from sandbox.judger.job import SeatJob
from sandbox.limits import Limits
from sandbox.tests.matches import Played, bot, play, play_job, toy_job
from sandbox.tests.sandboxes import TREE, needs_memory_groups

BOB = bot("number", 4)
SMALL = Limits(memory_mb=128, processes=12, open_files=40, file_mb=4, scratch_mb=8)
RULES: dict[str, Any] = {"cpu_ms": 10_000, "wall_ms": 30_000, "rounds": 1}


def play_with(groups: bool, *seats: SeatJob, limits: Limits = SMALL, **rules: Any) -> Played:
    """Play with control groups where there are some, or with none."""
    job = toy_job(*seats, limits=limits, **rules)
    return play_job(job if groups else replace(job, isolation=Bubblewrap(None).describe()))


def fault_of(played, seat=0):
    """The only fault of the seat."""
    (fault,) = played.result["seats"][seat]["faults"]
    return fault


@pytest.mark.parametrize(
    ("behaviour", "kind", "limit", "unit"),
    [
        (("exhaust", "files"), "files", 40, "files"),
        (("exhaust", "children"), "processes", 12, None),
        (("fill",), "disk", 8, "MB"),
        (("grow",), "disk", 4, "MB"),
    ],
)
def test_a_bot_that_dies_of_a_limit_shows_which_and_the_amounts(behaviour, kind, limit, unit):
    fault = fault_of(play(bot(*behaviour), BOB, limits=SMALL, **RULES))
    assert fault["kind"] == kind, fault
    excess = fault["excess"]
    assert excess["limit"] == limit
    assert excess["used"] >= limit * 0.9
    for figure in ("used", "limit"):
        assert f"{excess[figure]:g}" in fault["detail"]


def test_memory_that_children_take_is_the_end_of_a_bot_that_waits_for_them():
    fault = fault_of(play(bot("leaks", 24), BOB, limits=Limits(memory_mb=64), **RULES))
    assert fault["kind"] == "memory", fault
    assert "no answer" not in fault["detail"]
    assert fault["excess"]["limit"] == 64
    assert fault["excess"]["used"] >= 60


@pytest.mark.parametrize("groups", [True, False])
def test_who_takes_too_much_memory_and_says_nothing_of_it_is_out_of_memory(groups):
    fault = fault_of(play_with(groups, bot("hush"), BOB, limits=Limits(memory_mb=128), **RULES))
    assert fault["kind"] == "memory", fault
    assert fault["excess"]["limit"] == 128
    assert fault["excess"]["used"] >= 120


def test_a_bot_that_hangs_as_it_may_have_no_more_threads_is_not_just_silent():
    rules = {**RULES, "wall_ms": 700}
    fault = fault_of(play(bot("crowd"), BOB, limits=SMALL, **rules))
    assert fault["kind"] == "processes", fault
    assert "no answer after" in fault["detail"]
    assert fault["excess"]["limit"] == SMALL.processes


@pytest.mark.parametrize("groups", [True, False])
@pytest.mark.parametrize(
    ("behaviour", "words"),
    [
        (("sleep",), "no answer after"),
        (("spin",), "of CPU time in one turn"),
        (("number", 12), "12 is not a number from 0 to 9"),
        (("script", "seven"), "not a line of JSON"),
        (("flood",), "a line of at least"),
        (("give_up",), "exit status 1, after it answered 0 times"),
    ],
)
def test_who_has_all_files_open_that_it_may_fails_by_that(behaviour, words, groups):
    rules = {**RULES, "cpu_ms": 500, "wall_ms": 700 if behaviour == ("sleep",) else 30_000}
    fault = fault_of(play_with(groups, bot("exhaust", "files", *behaviour), BOB, **rules))
    assert fault["kind"] == "files", fault
    assert words in fault["detail"]
    assert fault["excess"] == {"what": "open files", "limit": 40, "used": 40, "unit": "files"}


def test_too_many_files_are_behind_a_bank_that_is_used_up():
    limits = replace(SMALL, game_cpu_ms=300)
    fault = fault_of(play(bot("exhaust", "files", "spin"), BOB, limits=limits, **RULES))
    assert fault["kind"] == "files", fault
    assert "in this game" in fault["detail"]


def test_what_a_bot_says_last_outweighs_how_many_files_it_had_open():
    fault = fault_of(
        play(bot("exhaust", "files", "give_up", "MemoryError"), BOB, limits=SMALL, **RULES)
    )
    assert fault["kind"] == "memory", fault


@pytest.mark.parametrize("behaviour", [("sleep",), ("give_up",)])
def test_without_groups_too_there_are_too_many_processes_behind_silence_and_a_crash(behaviour):
    rules = {**RULES, "wall_ms": 700}
    fault = fault_of(play_with(False, bot("exhaust", "children", *behaviour), BOB, **rules))
    assert fault["kind"] == "processes", fault
    assert fault["excess"]["used"] >= fault["excess"]["limit"] == SMALL.processes


def test_a_crowd_is_not_behind_every_fault():
    rules = {**RULES, "cpu_ms": 300}
    assert (
        fault_of(play_with(False, bot("exhaust", "children", "spin"), BOB, **rules))["kind"]
        == "timeout"
    )


@needs_memory_groups
def test_memory_has_its_amounts_too():
    fault = fault_of(play(bot("memory"), BOB, limits=Limits(memory_mb=64), **RULES))
    assert fault["kind"] == "memory"
    assert fault["excess"]["limit"] == 64
    assert fault["excess"]["unit"] == "MB"


def test_an_error_that_a_bot_survives_is_no_fault():
    played = play(bot("content"), BOB, limits=SMALL, cpu_ms=10_000, wall_ms=30_000)
    assert played.end(0) == ("ok", "")
    assert played.result["seats"][0]["faults"] == []


def test_words_alone_make_no_fault():
    played = play(bot("lament"), BOB, limits=SMALL)
    assert played.end(0) == ("ok", "")


def test_each_turn_in_time_may_still_use_up_the_bank():
    limits = Limits(memory_mb=256, game_cpu_ms=250)
    played = play(bot("spin", 0.1), BOB, limits=limits, rounds=5, forgiving=True, wall_ms=20_000)
    answers = [replies["0"] for replies in played.replies if "0" in replies]
    assert answers[0] == 1
    assert [answer["fault"] for answer in answers[-2:]] == ["bank", "bank"]
    fault = fault_of(played)  # what is final is listed once
    assert fault["excess"]["what"] == "CPU time in one game"
    assert fault["excess"]["used"] > fault["excess"]["limit"] == 250


def test_thinking_while_not_asked_is_charged_to_the_bank():
    limits = Limits(memory_mb=256, game_cpu_ms=300)
    sleeper, thinker = bot("nap", 0.2), bot("ponder", 2)
    played = play(sleeper, thinker, limits=limits, ruleset="pondering", rounds=20, wall_ms=20_000)
    fault = fault_of(played, 1)
    assert fault["kind"] == "bank"
    assert "outside its turns" in fault["detail"]


def test_the_output_of_a_match_is_bounded_over_all_turns_and_games():
    limits = Limits(memory_mb=256, match_bytes=100)
    wordy = bot("pipelined", *["  1"] * 10)  # 40 bytes a turn
    fault = fault_of(play(wordy, BOB, limits=limits, rounds=2, asks=10, games=2))
    assert (fault["game"], fault["kind"]) == (1, "output")
    assert fault["excess"] == {
        "what": "output in one match",
        "limit": 100,
        "used": 120,
        "unit": "bytes",
    }


def test_a_message_may_be_as_long_as_the_limits_say():
    limits = Limits(memory_mb=256, message_bytes=100)
    fault = fault_of(play(bot("lines", 200), BOB, limits=limits, rounds=1))
    assert fault["kind"] == "output"
    assert fault["excess"] == {
        "what": "one message", "limit": 100, "used": 101, "unit": "bytes"
    }  # fmt: skip


def test_turns_have_the_time_of_the_job_where_the_game_says_none():
    limits = Limits(memory_mb=256, turn_cpu_ms=60, turn_wall_ms=20_000)
    played = play(bot("spin", 0.2), BOB, limits=limits, own_limits=False)
    assert fault_of(played)["excess"]["limit"] == 60


def test_a_fault_names_its_game_and_its_turn():
    played = play(bot("script", 1, 12, 12), BOB, forgiving=True, rounds=3)
    assert [(f["game"], f["turn"], f["kind"]) for f in played.result["seats"][0]["faults"]] == [
        (0, 2, "illegal"),
        (0, 3, "illegal"),
    ]
    assert played.result["seats"][0]["faults"][0]["excess"] is None


def test_the_number_of_listed_faults_is_bounded():
    played = play(bot("number", 12), BOB, forgiving=True, rounds=25)
    assert len(played.result["seats"][0]["faults"]) == 20


def test_an_answer_that_came_too_early_is_named_when_the_real_one_is_missing():
    slow = bot("nap", 0.1)  # both messages of the first turn are there before the second one
    played = play(bot("hasty"), slow, ruleset="pondering", forgiving=True, rounds=2, wall_ms=600)
    second = played.result["seats"][0]["faults"][0]
    assert second["kind"] == "silent"
    assert second["detail"].endswith("; 1 message came before the question and was dropped")


def test_the_result_says_whether_standard_error_was_cut():
    limits = Limits(memory_mb=256, stderr_bytes=10)
    played = play(bot("shout", 10), BOB, limits=limits)
    assert [seat["stderr_cut"] for seat in played.result["seats"]] == [True, False]


@pytest.mark.skipif(TREE is None or not TREE.cpu, reason="no group counts CPU time here")
@pytest.mark.parametrize("kind", ["parent", "thread", "child", "orphan"])
def test_cpu_time_is_counted_wherever_in_the_tree_it_is_used(kind):
    played = play(bot("clocks", kind), bot("number", 0), rounds=6, wall_ms=30_000)
    spent = [frame["cpu"]["0"] for frame in played.of("frame")[1:] if "0" in frame["cpu"]]
    # The first turn has the interpreter's start; a fork has a price of its own, in all but the
    # first two.  The least of the others is nearest to the 30 ms that were burnt.
    assert 29_900 <= min(spent[1:]) <= 45_000, spent


def test_details_are_figures_and_not_riddles():
    played = play(bot("spin"), BOB, cpu_ms=100, wall_ms=30_000)
    fault = fault_of(played)
    assert re.fullmatch(
        r"used \d+ ms of CPU time in one turn; the limit is 100 ms", fault["detail"]
    )
