"""People at the judger: the messages to them and from them, and their time."""

from __future__ import annotations

import json
import os
import signal
import time
from dataclasses import replace
from pathlib import Path

import pytest

from sandbox.judger.job import Job, JobError
from sandbox.tests.matches import bot, forked
from sandbox.tests.people import (
    OTHER,
    PERSON,
    act,
    converse,
    listen,
    of,
    parlour_job,
    say,
    told,
)
from sandbox.tests.sandboxes import TREE

BOT = bot("number", 3)


def test_a_person_plays_a_whole_match_against_a_bot():
    played = converse(parlour_job(PERSON, BOT), say(5))
    assert [seat["score"] for seat in played.result["outcome"]["seats"]] == [20, 12]
    assert played.replies[0] == {"0": 5}
    person, program = played.result["seats"]
    assert (person["cpu_ms"], person["peak_memory"], person["turns"]) == (0, None, 4)
    assert program["turns"] == 4
    assert played.result["disturbed"] == []


def test_a_person_is_told_what_a_bot_would_be_and_what_may_be_chosen():
    began = time.time() * 1000
    messages = told(converse(parlour_job(BOT, PERSON), say(5)), seat=1)
    start, first, *_ = messages
    assert start == {
        "type": "start", "game": 0, "seat": 1, "index": 1,
        "seats": [{"name": "number", "team": 0}, {"name": "alice", "team": 0}],
        "scene": {"rounds": 4}, "view": {"step": 0, "sums": [0, 0]},
    }  # fmt: skip
    assert first == {"type": "events", "events": [{"seat": 0, "said": 3, "pad": ""}]}
    ask = of(messages, "ask")[0]
    assert (ask["ask"], ask["turn"], ask["prompt"]) == (1, 1, 1)
    assert ask["choices"] == {"from": 0, "to": 9, "seat": 1}
    assert ask["view"] == {"step": 1, "sums": [3, 0]}
    assert ask["seconds"] == 600
    assert began + 590_000 < ask["until"] < time.time() * 1000 + 600_000
    assert [m["ask"] for m in of(messages, "taken")] == [1, 2, 3, 4]
    assert [m["type"] for m in messages[-2:]] == ["end", "over"]
    assert messages[-1]["outcome"]["seats"][1]["score"] == 20
    assert messages[-1]["told"] == ""  # a result without a reason


def test_two_people_play_each_other_without_any_program():
    played = converse(parlour_job(PERSON, OTHER, together=True), say(4))
    assert [seat["score"] for seat in played.result["outcome"]["seats"]] == [16, 16]
    numbers = [m["ask"] for seat in (0, 1) for m in of(told(played, seat), "ask")]
    assert sorted(numbers) == list(range(1, 9))


def test_a_match_of_several_games_has_one_person_on_changing_seats():
    played = converse(parlour_job(PERSON, BOT, games=2), say(1))
    starts = of(told(played), "start")
    assert [(m["game"], m["seat"], m["index"]) for m in starts] == [(0, 0, 0), (1, 1, 0)]
    assert len(of(told(played), "end")) == 2
    assert len(of(told(played), "over")) == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("10", "10 is not a number from 0 to 9"),
        ("true", "True is not a number from 0 to 9"),
        ('{"no": 1}', "this is no action of the game (TypeError)"),
        ("null", "this is no action of the game (TypeError)"),
        ("NaN", "NaN is not JSON"),
        ("1e999", "1e999 is too large a number"),
        ('"\\ud800"', "not a line of JSON"),
        ("", "not a line of JSON"),
        ("[" * 30000, "not a line of JSON"),
        ('"' + "x" * 65000 + '"', "this is no action of the game (TypeError)"),
    ],
    ids=[*"0123456789"],
)
def test_an_action_that_cannot_be_is_refused_and_the_question_stays_open(text, reason):
    def answer(seat, message):
        if message["type"] == "ask" and message["ask"] == 1:
            yield {"seat": seat, "ask": 1, "action": text}
        elif message["type"] in ("ask", "refused"):
            yield act(seat, message["ask"], 2)

    played = converse(parlour_job(PERSON, BOT), answer)
    (refused,) = of(told(played), "refused")
    assert refused["ask"] == 1
    assert reason in refused["reason"]
    assert played.end(0) == ("ok", "")
    assert played.result["seats"][0]["faults"] == []


def test_an_answer_to_another_question_is_late_and_changes_nothing():
    def answer(seat, message):
        if message["type"] == "ask":
            yield act(seat, message["ask"] + 7, 9)
            yield act(seat, message["ask"], 1)
            yield act(seat, message["ask"], 9)

    played = converse(parlour_job(PERSON, BOT), answer)
    assert played.result["outcome"]["seats"][0]["score"] == 4
    assert {8, 1} <= {m["ask"] for m in of(told(played), "late")}


def test_who_leaves_has_left_at_this_and_every_later_question():
    def answer(seat, message):
        if message["type"] == "ask":
            yield {"seat": seat, "leave": True}
            yield act(seat, message["ask"], 9)

    played = converse(parlour_job(PERSON, BOT, forgiving=True), answer)
    assert played.end(0) == ("left", "left the match")
    assert len(of(told(played), "ask")) == 1
    assert [r["0"]["fault"] for r in played.replies if "0" in r] == ["left"] * 4
    assert len(played.result["seats"][0]["faults"]) == 1


def test_who_left_in_one_game_plays_none_of_the_next():
    def answer(seat, message):
        if message["type"] == "ask":
            yield {"seat": seat, "leave": True}

    played = converse(parlour_job(PERSON, BOT, games=2), answer)
    assert len(of(told(played), "ask")) == 1
    assert played.end(0)[0] == "left"


def test_when_nobody_is_there_any_more_everybody_has_left():
    with forked(parlour_job(PERSON, OTHER)) as running:
        running.stdin.close()
        played = listen(running, say(1))
    assert played.end(0) == ("left", "left the match")


def test_who_is_silent_for_too_long_has_failed_or_has_the_game_answer():
    hasty = converse(parlour_job(PERSON, BOT, game="hasty"), lambda *_: ())
    assert hasty.end(0) == ("silent", "no answer in 0.3 seconds")
    assert [m["ask"] for m in of(told(hasty), "late")] == [1]
    mild = converse(parlour_job(PERSON, BOT, game="mild"), lambda *_: ())
    assert mild.result["outcome"]["seats"][0]["score"] == 28
    assert mild.end(0) == ("ok", "")


def test_questions_of_one_turn_share_a_clock():
    def answer(seat, message):
        if message["type"] == "ask":
            time.sleep(0.2)
            yield act(seat, message["ask"], 1)

    played = converse(parlour_job(PERSON, BOT, game="mild", asks=3, rounds=1), answer)
    asks = of(told(played), "ask")
    assert max(ask["until"] for ask in asks) - min(ask["until"] for ask in asks) <= 1
    assert played.result["outcome"]["seats"][0]["score"] > 3  # the game had to answer for them


def test_where_nothing_is_wanted_a_person_is_told_and_not_waited_for():
    wants = ["nothing", "nothing", "rest", "rest"]
    played = converse(parlour_job(PERSON, BOT, wants=wants, word_ms=100), lambda *_: ())
    notes = of(told(played), "note")
    assert [(m["turn"], m["prompt"]) for m in notes] == [(0, 0), (4, 4)]
    assert not of(told(played), "ask")
    assert played.end(0) == ("ok", "")


def test_who_need_not_say_anything_is_waited_for_as_long_as_a_bot():
    played = converse(
        parlour_job(PERSON, PERSON, wants=["word"], rounds=1, word_ms=200), lambda *_: ()
    )
    assert played.end(0) == ("ok", "")
    assert of(told(played), "ask")[0]["seconds"] == 0.2


@pytest.mark.skipif(
    TREE is None or not TREE.cpu or not TREE.freezes, reason="no group counts and freezes here"
)
def test_a_bot_does_not_think_while_a_person_does():
    def answer(seat, message):
        if message["type"] == "ask":
            time.sleep(0.4)
            yield act(seat, message["ask"], 1)

    job = parlour_job(PERSON, bot("ponder", 1), rounds=3, wall_ms=30_000, cpu_ms=5000)
    played = converse(job, answer)
    person, program = played.result["seats"]
    assert person["wall_ms"] >= 1200
    assert program["stolen_ms"] < person["wall_ms"] / 4


def test_what_holds_the_judger_up_while_a_person_thinks_disturbs_nothing():
    def answer(seat, message):
        if message["type"] == "ask":
            time.sleep(0.1)
            os.kill(running.process.pid, signal.SIGSTOP)
            time.sleep(0.6)
            os.kill(running.process.pid, signal.SIGCONT)
            yield act(seat, message["ask"], 1)

    with forked(parlour_job(PERSON, BOT, rounds=2)) as running:
        assert listen(running, answer).result["disturbed"] == []


def test_a_judger_sleeps_while_a_person_thinks():
    def answer(seat, message):
        if message["type"] == "ask":
            before = pauses()
            time.sleep(1)
            woken.append(pauses() - before)
            yield act(seat, message["ask"], 1)

    def pauses():
        """How often the judger has waited for something so far."""
        status = Path(f"/proc/{running.process.pid}/status").read_text()
        return int(status.partition("\nvoluntary_ctxt_switches:")[2].split()[0])

    woken: list[int] = []
    with forked(parlour_job(PERSON, BOT, rounds=1)) as running:
        assert listen(running, answer).result
    assert 0 < sum(woken) < 20


def test_a_bots_own_clock_is_as_short_as_ever():
    played = converse(parlour_job(PERSON, bot("sleep"), wall_ms=300), say(1))
    assert played.end(1)[0] == "silent"


def test_a_fault_of_a_bot_is_told_before_what_repeats_it():
    played = converse(parlour_job(PERSON, bot("sleep"), wall_ms=300), say(1))
    kinds = [line["type"] for line in played.lines]
    (fault,) = played.of("fault")
    assert fault["kind"] == "silent"
    end = next(n for n, m in enumerate(played.lines) if m.get("message", {}).get("type") == "end")
    assert kinds.index("fault") < end


def test_questions_are_numbered_from_where_the_job_says():
    job = replace(parlour_job(PERSON, BOT), first_ask=501)
    assert [m["ask"] for m in of(told(converse(job, say(1))), "ask")] == [501, 502, 503, 504]


@pytest.mark.parametrize(
    "line",
    [
        b"not JSON",
        b"[]",
        b'{"seat": 1, "ask": 1, "action": "1"}',
        b'{"seat": 0, "ask": "1", "action": "1"}',
        b'{"seat": 0, "ask": 1, "action": 1}',
        b'{"seat": 0}',
    ],
    ids=[*"012345"],
)
def test_a_line_that_is_none_is_a_fault_of_ours(line):
    with forked(parlour_job(PERSON, BOT)) as running:
        running.stdin.write(line + b"\n")
        running.stdin.flush()
        played = listen(running, lambda *_: ())
    assert played.status == 3
    assert "a line of what people send is wrong" in played.error


def test_lines_that_come_with_the_job_are_read():
    def answer(seat, message):
        return ()

    with forked(parlour_job(PERSON, BOT)) as running:
        running.stdin.write(b'{"seat": 0, "leave": true}\n')
        running.stdin.flush()
        assert listen(running, answer).end(0)[0] == "left"


def test_a_job_with_people_survives_json():
    job = parlour_job(PERSON, BOT)
    assert Job.from_bytes(json.dumps(job.to_json()).encode()) == job
    assert job.people == {0}


@pytest.mark.parametrize(
    ("seat", "problem"),
    [
        ({"name": "alice", "human": 1}, "human is true or left out"),
        ({"name": "alice", "human": True, "argv": ["x"]}, "a person has no program"),
        ({"name": "alice"}, "lacks argv, program"),
    ],
)
def test_a_seat_is_a_program_or_a_person(seat, problem):
    data = parlour_job(PERSON, BOT).to_json()
    with pytest.raises(JobError, match=problem):
        Job.from_json({**data, "seats": [seat, data["seats"][1]]})
