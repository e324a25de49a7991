"""Matches between programs from the command line: every rule, seen from the logic's side."""

from __future__ import annotations

import base64
import json
import os
import signal
import subprocess
import sys

import pytest

from sandbox.foreign.wire.packets import MAX_PACKET
from sandbox.tests.foreign.direct import (
    ROOT,
    SCRIPTED,
    ai,
    alive,
    play,
    running,
    script,
    wait_until,
)

END = ["end", {"0": 1, "1": 2}]


def turn(state, listen, *contents):
    """A normal message; contents are pairs of a seat and a text."""
    players = [seat for seat, _ in contents]
    texts = [text for _, text in contents]
    return ["send", {"state": state, "listen": listen, "player": players, "content": texts}]


def limits(time, length=1024):
    return ["send", {"state": 0, "time": time, "length": length}]


PATIENT = limits(60)


def test_the_first_packet_names_players_config_and_replay(tmp_path):
    ended = script(tmp_path, [END], ai("echo"), str(tmp_path / "is_not_there"))
    first = ended.heard[0]
    assert first["player_list"] == [1, 0]
    assert first["player_num"] == 2
    assert first["config"] == [END]
    assert first["replay"] == str(tmp_path / "heard.json")
    assert ended.scores == {"0": 1, "1": 2}
    assert {"type": 0, "index": 1, "success": 0}.items() <= ended.lines[1].items()


def test_scores_come_last_with_ascending_keys(tmp_path):
    ended = script(tmp_path, [["end", {"1": 2.5, "0": -1}]], ai("echo"), ai("echo"))
    assert list(ended.scores.items()) == [("0", -1), ("1", 2.5)]


def test_messages_reach_players_bare_and_come_back_with_the_time(tmp_path):
    steps = [PATIENT, turn(1, [0, 1], (0, "añ"), (1, "b\0")), ["hear", 2], END]
    ended = script(tmp_path, steps, ai("echo"), ai("split"))
    assert sorted(ended.said) == [(0, "añ"), (1, "b\0")]
    assert all(0 <= packet["time"] < 60_000 for packet in ended.heard[1:])


def test_a_direct_packet_neither_starts_a_clock_nor_changes_who_is_heard(tmp_path):
    steps = [PATIENT, turn(1, [1]), ["raw", 0, "to 0"], ["raw", 1, "to 1"], ["player", 1], END]
    ended = script(tmp_path, steps, ai("echo"), ai("echo"))
    assert ended.said == [(1, "to 1")]


def test_bytes_keep_the_order_in_which_the_logic_sent_them(tmp_path):
    raw = [["raw", 0, f"{number};"] for number in range(20)]
    mixed = [turn(1, [0], (0, "a;"), (0, "b;")), *raw, turn(1, [0], (0, "c."))]
    ended = script(tmp_path, [PATIENT, *mixed, ["hear", 1], END], ai("gather"), ai("echo"))
    assert ended.said == [(0, "a;b;" + "".join(f"{n};" for n in range(20)) + "c.")]


def test_who_is_not_listened_to_is_not_heard(tmp_path):
    steps = [PATIENT, ["sleep", 1], turn(1, [1], (0, "x"), (1, "y")), ["player", 1], END]
    ended = script(tmp_path, steps, ai("unasked"), ai("echo"))
    assert ended.said == [(1, "y")]
    waits = "9 bytes wait until the game listens"
    early = {"type": "from_player", "success": 0, "index": 0, "reason": waits}
    assert early in ended.lines


def test_an_answer_a_moment_before_the_logic_listens_is_taken(tmp_path):
    steps = [["raw", 0, "go\n"], ["sleep", 0.05], limits(3, 100), turn(1, [0]), ["player", 0], END]
    ended = script(tmp_path, steps, ai("echo"), ai("echo"))
    assert ended.ends == ["OK", "OK"]
    assert ended.said == [(0, "go\n")]


def test_a_player_may_say_several_things_in_one_period(tmp_path):
    steps = [PATIENT, turn(1, [0], (0, "x")), ["hear", 2], END]
    assert script(tmp_path, steps, ai("twice"), ai("echo")).said == [(0, "x1"), (0, "x2")]


def test_all_who_are_listened_to_run_out_of_time_once_a_period(tmp_path):
    steps = [limits(0.3), turn(1, [2, 0], (0, "x"), (2, "x")), ["hear", 2], ["sleep", 0.5],
             turn(2, [0]), ["hear", 1], ["end", {"0": 0}]]  # fmt: skip
    ended = script(tmp_path, steps, ai("silent"), ai("silent"), ai("silent"))
    assert ended.told == [(0, 1, 1), (2, 1, 1), (0, 2, 1)]
    assert ended.ends == ["TLE", "OK", "TLE"]


def test_a_late_player_lives_and_is_heard(tmp_path):
    steps = [limits(0.2), turn(1, [0]), ["hear", 1], turn(2, [0], (0, "x")), ["player", 0], END]
    ended = script(tmp_path, steps, ai("echo"), ai("echo"))
    assert (0, "x") in ended.said
    assert ended.ends[0] == "TLE"


def test_the_clock_restarts_only_when_the_state_grows(tmp_path):
    """Equal and lower states change who is heard, but time goes on from the first message."""
    again = [part for _ in range(4) for part in (["sleep", 0.3], turn(5, [0]), turn(3, [0]))]
    steps = [limits(1), turn(5, [0]), *again, ["hear", 1], END]
    ended = script(tmp_path, steps, ai("silent"), ai("echo"))
    assert ended.told == [(0, 5, 1)]


def test_without_listeners_nobody_runs_out_of_time(tmp_path):
    steps = [limits(0.1), turn(1, []), ["sleep", 0.6], END]
    ended = script(tmp_path, steps, ai("silent"), ai("silent"))
    assert ended.told == []
    assert ended.ends == ["OK", "OK"]


@pytest.mark.parametrize(
    ("behaviour", "end"),
    [(ai("exit", 0), "EXIT"), (ai("exit", 3), "RE"), (ai("suicide"), "RE"), (ai("close"), "RE")],
    ids=["exit 0", "exit 3", "killed", "closed output"],
)
def test_an_end_is_a_run_error_at_once_and_again_when_listened_to(tmp_path, behaviour, end):
    steps = [PATIENT, turn(1, [], (0, "x")), ["error", 0, 0], turn(1, [0]), turn(2, [0, 1]),
             ["error", 0, 0], turn(2, [0]), ["raw", 0, "?"], turn(3, [1], (1, "y")),
             ["player", 1], END]  # fmt: skip
    ended = script(tmp_path, steps, behaviour, ai("echo"))
    assert ended.told == [(0, 1, 0), (0, 2, 0)]
    assert ended.ends == [end, "OK"]


def test_a_program_that_was_not_started_is_a_run_error_when_listened_to(tmp_path):
    steps = [PATIENT, turn(1, [1], (1, "y")), ["player", 1], turn(2, [0]), ["hear", 1], END]
    ended = script(tmp_path, steps, "no+such+program", ai("echo"))
    assert ended.told == [(0, 2, 0)]
    assert ended.ends == ["RE", "OK"]


def test_a_program_whose_child_keeps_its_output_open_has_ended_all_the_same(tmp_path):
    steps = [PATIENT, turn(1, [0], (0, "x")), ["hear", 1], END]
    ended = script(tmp_path, steps, ai("leave_child"), ai("echo"))
    assert ended.told == [(0, 1, 0)]


@pytest.mark.parametrize("announced", [-1, 33, (1 << 31) - 1])
def test_a_wrong_length_is_an_output_error_and_the_end_of_the_program(tmp_path, announced):
    steps = [limits(60, 32), turn(1, [0], (0, "x")), ["hear", 1], turn(2, [0]), ["hear", 1], END]
    ended = script(tmp_path, steps, ai("header", announced), ai("echo"))
    assert ended.told == [(0, 1, 2), (0, 2, 2)]
    assert ended.ends == ["OLE", "OK"]


def test_the_length_limit_counts_the_body_and_holds_at_once(tmp_path):
    steps = [limits(60, 5), turn(1, [0], (0, "12345")), ["hear", 1], limits(60, 4),
             turn(2, [0], (0, "12345")), ["hear", 1], END]  # fmt: skip
    ended = script(tmp_path, steps, ai("echo"), ai("echo"))
    assert ended.said == [(0, "12345")]
    assert ended.told == [(0, 2, 2)]


def test_text_that_is_not_utf8_is_read_with_replacement(tmp_path):
    steps = [PATIENT, turn(1, [0], (0, "x")), ["hear", 1], END]
    ended = script(tmp_path, steps, ai("latin"), ai("echo"))
    assert ended.said == [(0, "caf� �")]


def test_a_player_that_never_reads_is_ended_at_16_mib_and_blocks_nobody(tmp_path):
    steps = [PATIENT, turn(1, [1]), *[["big", 0, 1 << 20]] * 18, ["error", 0, 0],
             turn(2, [1], (1, "y")), ["player", 1], END]  # fmt: skip
    ended = script(tmp_path, steps, ai("deaf"), ai("echo"))
    assert ended.told == [(0, 1, 0)]
    assert ended.ends == ["RE", "OK"]


@pytest.mark.parametrize("behaviour", ["flood", "garbage"])
def test_a_program_that_floods_harms_nobody(tmp_path, behaviour):
    steps = [PATIENT, ["sleep", 0.5], turn(1, [1], (0, "x"), (1, "y")), ["player", 1], END]
    ended = script(tmp_path, steps, ai(behaviour), ai("echo"))
    assert (1, "y") in ended.said
    assert ended.ends[1] == "OK"


def test_standard_error_is_drained_and_shown_with_its_source_up_to_a_limit(tmp_path):
    steps = [PATIENT, turn(1, [1], (1, "x")), ["player", 1], END]
    ended = script(tmp_path, steps, ai("echo"), ai("complain"))
    assert ended.said == [(1, "done")]
    assert ended.errors.startswith("[player 1] eee")
    assert len(ended.errors) < 300_000
    assert "the rest is dropped" in ended.errors


def test_everything_is_dead_after_the_match_whatever_programs_have_started(tmp_path):
    steps = [PATIENT, ["spawn"], turn(1, [0, 1], (0, "x"), (1, "y")), ["player", 0], END]
    ended = script(tmp_path, steps, ai("fork"), ai("spin"))
    assert ended.scores == {"0": 1, "1": 2}  # `play` has looked for survivors


def test_a_crash_after_the_last_message_shows_when_the_logic_asks_for_end_states(tmp_path):
    steps = [PATIENT, turn(1, [0], (0, "x")), ["player", 0],
             ["send", {"action": "request_end_state"}], ["hear", 1], END]  # fmt: skip
    ended = script(tmp_path, steps, ai("last_words"), ai("echo"))
    (answer,) = [packet for packet in ended.heard if "end_state" in packet]
    assert json.loads(answer["end_state"]) == ["RE", "OK"]
    assert ended.ends == ["RE", "OK"]


def test_after_the_request_for_end_states_players_are_stopped_unblamed(tmp_path):
    steps = [PATIENT, ["send", {"action": "request_end_state"}], ["hear", 1],
             turn(1, [0, 1], (0, "x")), ["send", {"action": "request_end_state"}], ["hear", 1],
             END]  # fmt: skip
    ended = script(tmp_path, steps, ai("echo"), ai("spin"))
    assert ended.ends == ["OK", "OK"]
    assert [packet.get("end_state") for packet in ended.heard[1:]] == ['["OK","OK"]'] * 2


@pytest.mark.parametrize("as_text", [True, False])
def test_the_end_may_be_an_object_or_text_and_may_override_end_states(tmp_path, as_text):
    scores, ends = {"0": 3, "1": 4}, ["IA", "OK"]
    end = {"end_info": scores, "end_state": ends}
    if as_text:
        end = {name: json.dumps(value) for name, value in end.items()}
    ended = script(tmp_path, [["send", {"state": -1, **end}]], ai("echo"), ai("echo"))
    assert ended.scores == scores
    assert ended.ends == ends


def test_mistakes_in_a_message_are_logged_and_ignored(tmp_path):
    steps = [
        PATIENT,
        ["send", {"state": 1, "listen": [0], "player": [0, 1], "content": ["one too few"]}],
        ["send", {"state": "1"}], ["send", {"action": "dance"}], ["send", {"state": -2}],
        ["send", {"state": 0, "time": "soon"}], ["send", {"state": 0, "length": -5}],
        ["send", {"state": 1, "listen": [7, 0], "player": [9, 0], "content": ["?", "x"]}],
        ["raw", 5, "nobody"], ["raw", -7, "nobody"], ["player", 0], END,
    ]  # fmt: skip
    ended = script(tmp_path, steps, ai("echo"), ai("echo"))
    assert ended.said == [(0, "x")]
    assert len([line for line in ended.lines if "reason" in line]) == 10


def raw(data: bytes):
    return ["bytes", base64.b64encode(data).decode()]


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ([raw(b"\xff\xff\xff\xff\0\0\0\0")], "announces -1 bytes"),
        ([raw((MAX_PACKET + 1).to_bytes(4, "big"))], "announces"),
        ([raw(b"\0\0\0\3\xff\xff\xff\xff{]}")], "not JSON"),
        ([raw(b"\0\0\0\2\xff\xff\xff\xff[]")], "not a JSON object"),
        ([["send", {"state": -1, "end_info": "{"}]], "end_info"),
        ([["send", {"state": -1, "end_info": {"9": 1}}]], "end_info"),
        ([["exit", 0]], "ended by itself with status 0"),
        ([["exit", 5]], "exited with status 5"),
        ([["close"], ["sleep", 0.6]], "closed its standard output"),
        ([raw(b"\0\0"), ["exit", 0]], "ended by itself"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_logic_that_fails_is_a_system_error_and_no_players(tmp_path, steps, words):
    ended = script(tmp_path, steps, ai("echo"), ai("spin"))
    assert ended.status == 1
    assert ended.lines[-1]["type"] == "error"
    assert words in ended.lines[-1]["reason"]
    assert ended.ends == ["UE", "UE"]
    assert "the game's program" in ended.errors


def test_a_silent_logic_and_an_endless_match_come_to_an_end(tmp_path):
    hush = [PATIENT, turn(1, []), ["sleep", 1]]
    ended = script(tmp_path, hush, ai("echo"), options=("--silence", "0.5"))
    assert "said nothing for 0.5 s" in ended.lines[-1]["reason"]
    talk = [PATIENT, ["forever", turn(1, [0], (0, "x")), ["hear", 1]]]
    ended = script(tmp_path, talk, ai("echo"), options=("--match-time", "1"))
    assert "the game's program did not end the match within 1 s" in ended.lines[-1]["reason"]


def test_a_logic_that_never_reads_blocks_nobody(tmp_path):
    """Nor is there room for all that is meant for it: who talks to it is slowed down."""
    steps = [PATIENT, turn(1, [0], (0, "x")), ["sleep", 1.5], END]
    ended = script(tmp_path, steps, ai("flood"), ai("echo"))
    assert ended.scores == {"0": 1, "1": 2}
    passed_on = [line for line in ended.lines if line.get("type") == "from_player"]
    assert 100 < len(passed_on) < 12_000


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL, signal.SIGHUP])
def test_nothing_outlives_a_judger_that_is_stopped(tmp_path, number):
    steps = [limits(600), ["spawn"], turn(1, [0, 1], (0, "x"), (1, "y")), ["player", 0],
             ["sleep", 600]]  # fmt: skip
    words = (SCRIPTED, ai("fork"), ai("spin"), json.dumps(steps), "heard.json")
    with running(tmp_path, *words) as (process, token):
        wait_until(lambda: len(alive(token)) >= 9)
        os.kill(process.pid, number)
        wait_until(lambda: alive(token) == [], f"{alive(token)} outlive {number.name}")
        status = process.wait(60)
    expected = {signal.SIGTERM: 143, signal.SIGINT: 130, signal.SIGKILL: -9, signal.SIGHUP: 143}
    assert status == expected[number]


def test_nothing_outlives_the_worker_behind_a_judger_that_is_killed(tmp_path):
    steps = [limits(600), turn(1, [0], (0, "x")), ["player", 0], ["sleep", 600]]
    words = (SCRIPTED, ai("fork"), ai("spin"), json.dumps(steps), "heard.json")
    with running(tmp_path, *words) as (process, token):
        wait_until(lambda: len(alive(token)) >= 8)
        with open(f"/proc/{process.pid}/task/{process.pid}/children") as file:
            os.kill(int(file.read().split()[0]), signal.SIGKILL)
        assert process.wait(60) == 137
        assert alive(token) == []


def test_a_logic_that_lingers_after_the_end_is_ended(tmp_path):
    ended = script(tmp_path, [END, ["sleep", 600]], ai("echo"), ai("echo"))
    assert ended.scores == {"0": 1, "1": 2}


@pytest.mark.parametrize(
    "words",
    [
        ("logic",),
        ("logic", "replay"),
        ("--players", "3", "logic", "a", "b", "replay"),
        ("--players", "0", "logic", "config", "replay"),
        ("--players", "x", "logic", "a", "config", "replay"),
    ],
)
def test_a_wrong_command_line_says_so(tmp_path, words):
    ended = play(tmp_path, *words)
    assert ended.status == 2
    assert "usage: python -m sandbox.judger" in ended.errors


def test_help_tells_both_ways(tmp_path):
    process_help = play_help(tmp_path)
    assert "LOGIC AI0 AI1 ... CONFIG REPLAY" in process_help
    assert "test_mode" in process_help


def play_help(tmp_path):
    with running(tmp_path, "--help") as (process, _):
        return process.communicate(timeout=60)[0]


def test_a_logic_that_cannot_be_started_ends_it_all(tmp_path):
    ended = play(tmp_path, "no+such+logic", ai("spin"), "x", "r")
    assert ended.status == 1
    assert "cannot be started" in ended.errors


def test_whoever_ends_its_descendants_leaves_no_zombie():
    program = (
        "import os, subprocess\n"
        "from pathlib import Path\n"
        "from sandbox.foreign.command.guardian import adopt_orphans, end_descendants\n"
        "adopt_orphans()\n"
        "for _ in range(5):\n"
        "    subprocess.Popen(['sh', '-c', 'sleep 600 & sleep 600'])\n"
        "if os.fork() == 0:\n"
        "    os._exit(0)\n"
        "end_descendants()\n"
        "print(Path(f'/proc/self/task/{os.getpid()}/children').read_text(), end='')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == ""
