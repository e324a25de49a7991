"""Game programs in other styles than ours, which hold to the protocol all the same."""

from __future__ import annotations

import json
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from games.foreign.game import own_replay
from sandbox.artifacts import File, manifest_of, materialize, write_files
from sandbox.builds import build
from sandbox.foreign.wire.packets import Cutter, from_logic
from sandbox.judger.job import LogicJob, SeatJob
from sandbox.languages.cpp import CPP
from sandbox.tests.foreign.test_host import (
    PROGRAMS,
    PYTHON,
    ends,
    events,
    job_of,
    player,
    replay_of,
    scores,
)
from sandbox.tests.matches import Played, play_job

BIG = 1_000_000


def play_with(logic: tuple[Path, tuple[str, ...]], *seats: SeatJob, **config) -> Played:
    job = job_of(*seats, **config)
    assert job.logic is not None
    return play_job(replace(job, logic=LogicJob(*logic, job.logic.manifest)))


def python(name: str) -> tuple[Path, tuple[str, ...]]:
    return PROGRAMS, (*PYTHON, f"/program/{name}.py")


@pytest.fixture(scope="module")
def drip() -> tuple[Path, tuple[str, ...]]:
    with tempfile.TemporaryDirectory() as folder:
        source = Path(__file__).parent / "logics" / "drip.cpp"
        write_files({"main.cpp": File(source.read_bytes())}, Path(folder))
        artifact = build(Path(folder), CPP, lambda _line: None)
    program = materialize(artifact.data, artifact.sha256)
    return program, manifest_of(program).argv


def test_all_are_asked_at_once_with_other_limits_in_each_round_and_large_messages():
    seats = player("measure", 9), player("measure", 9), player("measure", 3)
    played = play_with(python("hall"), *seats, rounds=3, size=BIG)
    heard = json.loads(own_replay(replay_of(played)))
    # 8 bytes, which the first round allows, and no more.
    whole = [[turn, seat, f"{seat}{BIG + 3}"] for turn in (1, 2) for seat in range(3)]
    assert sorted(heard[:-1]) == whole
    assert heard[-1] == [3, 2, 1], "the short clock of the last round has run out"
    long = events(played, "watch")[1]
    assert (len(long["text"]), long["cut"]) == (256 * 1024, True)
    assert scores(played) == [1, 2.5, 3]
    assert ends(played) == ["ok", "ok", "silent"]


def test_a_frame_belongs_to_the_period_in_which_it_was_made():
    """Although the program has said all of it in one breath."""
    seats = player("measure", 9), player("measure", 9), player("measure", 9)
    played = play_with(python("hall"), *seats, rounds=2, size=10)
    told = [
        (frame["turn"], event["e"]) for frame in played.of("frame") for event in frame["events"]
    ]
    assert told == [
        (0, "watch"),
        (0, "watch"),
        (0, "watch"),
        (1, "turn"),
        (1, "watch"),
        (1, "watch"),
        (2, "turn"),
        (2, "watch"),
        (2, "watch"),
        (2, "end"),
    ]
    assert "too late" not in str(events(played, "watch")), "what comes after the end is not heard"


def test_single_bytes_a_program_that_sleeps_and_an_early_end(drip):
    """Answers wait for who does not read; what means nothing is ignored; ends as the judger saw."""
    played = play_with(drip, player("many"), player("say", 7))
    assert own_replay(replay_of(played)) == b"0" * 1000 + b"11"
    assert scores(played) == [2, 1]
    assert ends(played) == ["ok", "ok"]
    told = [(event["state"], event["listen"]) for event in events(played, "turn")]
    assert told == [(10, [0]), (20, [1]), (30, []), (40, [0, 1])]
    assert [seat["output_bytes"] for seat in played.result["seats"]] == [1004 * 1000, 10]


def test_threads_end_states_asked_for_twice_and_texts_that_are_none():
    played = play_with(python("clerk"), player("say", 3), player("say"))
    log, known = json.loads(own_replay(replay_of(played)))
    assert log[:2] == [[1, 1], {"0": "3", "1": "1"}]
    assert log[2:] == [{"0": "3", "1": "1"}]
    assert known == [["OK", "OK"], ["OK", "OK"]]
    assert (scores(played), ends(played)) == ([1, 0], ["ok", "illegal"])
    assert len(events(played, "watch")) == 3
    assert events(played, "turn")[-1]["state"] == 3


@pytest.mark.parametrize("size", [1, 3, 7, 8, 9, 20, 10_000])
def test_a_stream_is_cut_where_packets_end_whatever_its_chunks_are(size):
    packets = [from_logic(-1, b"{}"), from_logic(3, b""), from_logic(-1, b"x" * 300)] * 3
    stream = b"".join(packets)
    cutter, part = Cutter(), b""
    whole: list[bytes] = []
    for at in range(0, len(stream), size):
        for piece in cutter.cut(stream[at : at + size]):
            part += piece
            if len(whole) < len(packets) and len(part) >= len(packets[len(whole)]):
                whole.append(part)
                part = b""
    assert whole == packets


def test_a_length_that_is_wrong_is_passed_on_for_who_judges_it():
    bad = b"\xff" * 8
    assert b"".join(Cutter().cut(bad + b"and more")) == bad + b"and more"
