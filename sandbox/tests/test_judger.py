"""A match from its job to its result: what the judger puts out, and when."""

import io
import json
import time
from dataclasses import replace

import pytest

from games.engine import EndState, Fault, Setup
from games.replay import KEY_EVERY, ReplayReader, ReplayWriter
from games.wire import encode
from sandbox.judger.client import judger
from sandbox.limits import Limits
from sandbox.tests.matches import bot, collect, play, toy_job
from sandbox.tests.toy import ToyEngine

ALICE = bot("number", 3)
BOB = bot("number", 4)


def test_a_match_is_a_header_frames_and_a_result():
    played = play(ALICE, BOB, rounds=3)
    assert [line["type"] for line in played.lines] == ["header", *["frame"] * 7, "result"]
    header, first, last = played.lines[0], played.lines[1], played.lines[-2]
    assert (header["format"], header["game"], header["engine"]) == (1, "toy", "1")
    assert header["ruleset"] == "standard"
    assert header["seats"] == [{"name": "number"}, {"name": "number"}]
    assert first["n"] == 0
    assert first["key"] == {"step": 0, "sums": [0, 0]}
    assert first["scene"] == {"rounds": 3}
    assert Setup.from_json(first["setup"]).params == {"rounds": 3}
    assert last["outcome"] == played.result["games"][0] == played.result["outcome"]
    assert [seat["score"] for seat in played.result["outcome"]["seats"]] == [9, 12]
    assert [seat["turns"] for seat in played.result["seats"]] == [3, 3]


def test_a_frame_says_what_was_answered_at_which_cost_and_in_which_turn():
    frames = play(bot("spin", 0.1), BOB, rounds=2).of("frame")
    assert [frame["turn"] for frame in frames] == [1, 1, 1, 2, 2]
    assert [frame.get("replies") for frame in frames[1:]] == [{"0": 1}, {"1": 4}] * 2
    assert frames[1]["events"] == [{"seat": 0, "said": 1, "pad": ""}]
    assert frames[1]["cpu"]["0"] >= 100_000  # µs
    assert frames[2]["cpu"]["1"] < 100_000


def test_seats_that_are_asked_together_answer_in_one_frame():
    played = play(ALICE, bot("dribble"), together=True, rounds=2)
    assert played.replies == [{"0": 3, "1": 7}] * 2


def test_replies_come_to_the_engine_by_seat_and_not_by_who_was_quicker():
    frame = play(bot("dribble"), BOB, together=True, rounds=1).of("frame")[1]
    assert list(frame["replies"]) == list(frame["cpu"]) == ["0", "1"]


def test_a_match_that_has_shown_enough_is_ended_without_a_winner():
    job = replace(toy_job(bot("spin", 0.1), BOB, rounds=500, games=2), enough_s=0.8)
    with judger(job) as running:
        played = collect(running)
    outcome = played.result["outcome"]
    assert [seat["rank"] for seat in outcome["seats"]] == [1, 1]
    assert [seat["end"] for seat in outcome["seats"]] == ["ok", "ok"]
    assert outcome["reason"].startswith("ended early: all spoke the protocol until turn ")
    assert len(played.result["games"]) == 1
    assert 0 < played.result["seats"][0]["turns"] < 40
    assert "outcome" not in played.of("frame")[-1]


def test_every_game_of_a_match_has_fresh_processes_in_the_seats_of_its_setup():
    played = play(bot("script", 1, 2), bot("script", 5, 6), rounds=2, games=2)
    assert played.replies[:4] == [{"0": 1}, {"1": 5}, {"0": 2}, {"1": 6}]
    assert played.replies[4:] == [{"0": 5}, {"1": 1}, {"0": 6}, {"1": 2}]
    first_of_second = next(frame for frame in played.of("frame") if frame["game"] == 1)
    assert [seat["index"] for seat in first_of_second["setup"]["seats"]] == [1, 0]
    assert first_of_second["n"] == 5
    assert [seat["score"] for seat in played.result["games"][1]["seats"]] == [3, 11]


def test_a_key_frame_comes_again_after_a_while():
    frames = play(ALICE, BOB, rounds=KEY_EVERY).of("frame")
    assert [frame["n"] for frame in frames if "key" in frame] == [0, KEY_EVERY, 2 * KEY_EVERY]
    assert frames[KEY_EVERY]["key"]["step"] == KEY_EVERY


def test_a_game_that_is_over_before_it_begins_has_a_result():
    played = play(ALICE, BOB, rounds=0)
    assert [line["type"] for line in played.lines] == ["header", "frame", "result"]
    assert played.lines[1]["outcome"]["seats"][0]["rank"] == 1


def test_the_replies_of_a_replay_lead_to_the_same_states_again():
    played = play(bot("sleep"), bot("script", 2, 12, 5), together=True, forgiving=True, wall_ms=150)
    frames = played.of("frame")
    engine = ToyEngine(Setup.from_json(frames[0]["setup"]))
    assert frames[0]["key"] == engine.view()
    for frame in frames[1:]:
        replies = {int(seat): _reply(said) for seat, said in frame["replies"].items()}
        assert [event.data for event in engine.submit(replies)] == frame["events"]
    assert engine.outcome().to_json() == frames[-1]["outcome"]


def _reply(said):
    return Fault(EndState(said["fault"]), said["detail"]) if isinstance(said, dict) else said


def test_the_output_makes_a_replay_file():
    played = play(ALICE, BOB, rounds=40)
    file = io.BytesIO()
    writer = ReplayWriter(file)
    writer.header(played.lines[0])
    for frame in played.of("frame"):
        writer.frame(encode(frame), key="key" in frame)
    writer.result(played.result)
    reader = ReplayReader(file)
    assert list(reader.read(70, 75)) == played.of("frame")[70:75]
    assert reader.result == played.result


def test_spectators_do_not_wait_for_a_bot_that_thinks():
    with judger(toy_job(ALICE, bot("sleep"), rounds=2, wall_ms=3000)) as running:
        began = time.monotonic()
        lines = [json.loads(running.stdout.readline()) for _ in range(3)]
        assert lines[-1]["replies"] == {"0": 3}
        assert time.monotonic() - began < 2


def test_standard_error_comes_with_the_turn_in_which_it_was_written():
    played = play(bot("shout", 10), BOB, rounds=3)
    logs = played.of("log")
    assert {(line["seat"], line["game"]) for line in logs} == {(0, 0)}
    assert played.log(0) == "é" * 30
    for turn in (1, 2, 3):
        # Output at the end of a turn may be read at the start of the next one.
        assert any(line["turn"] in (turn, turn + 1) for line in logs)
    assert played.result["seats"][0]["stderr_bytes"] == 60


def test_standard_error_is_cut_once_over_all_games_and_never_blocks_the_bot():
    limit = Limits(memory_mb=256, stderr_bytes=100_001)
    played = play(bot("shout", 40_000), BOB, rounds=3, games=2, limits=limit)
    assert [line.get("cut") for line in played.of("log")].count(True) == 1
    assert len(played.log(0).rstrip("\ufffd")) == 50_000
    assert played.result["seats"][0]["stderr_bytes"] == 2 * 3 * 80_000
    assert played.end(0) == ("ok", "")


def test_two_judgers_play_at_the_same_time():
    with judger(toy_job(ALICE, BOB)) as one, judger(toy_job(BOB, ALICE)) as other:
        first, second = collect(one), collect(other)
    assert [seat["score"] for seat in first.result["outcome"]["seats"]] == [12, 16]
    assert [seat["score"] for seat in second.result["outcome"]["seats"]] == [16, 12]


def test_a_match_can_be_pinned_to_a_processor():
    with judger(replace(toy_job(ALICE, BOB), cpu=0)) as running:
        assert collect(running).end(0) == ("ok", "")


@pytest.mark.parametrize("seats", [3, 5])
def test_a_game_may_have_more_than_two_seats(seats):
    played = play(*[bot("number", n) for n in range(seats)], together=True, rounds=2)
    assert [seat["score"] for seat in played.result["outcome"]["seats"]] == [
        2 * n for n in range(seats)
    ]
