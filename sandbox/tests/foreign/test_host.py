"""Matches whose rules are a program, with real judgers, logics and bots in real sandboxes."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games.engine import EndState, SeatSetup, Setup
from games.foreign.game import game_of, own_replay
from games.foreign.manifest import Manifest
from games.replay import ReplayReader, ReplayWriter
from sandbox.judger.client import judger
from sandbox.judger.job import FAILED, Job, LogicJob, SeatJob
from sandbox.limits import Limits
from sandbox.play.match import record
from sandbox.tests.matches import Played, collect, play_job
from sandbox.tests.readable import readable

PROGRAMS = readable(Path(__file__).parent / "logics") / "logics"
PYTHON = ("/usr/bin/python3", "-E", "-s", "-B")
MANIFEST: dict[str, Any] = {
    "name": "highest",
    "title": "Highest",
    "version": "1",
    "seats": 2,
    "command": ["/usr/bin/python3", "logic.py"],
    "limits": {"turn_s": 1},
    "logic_limits": {"memory_mb": 256, "silent_s": 30},
}


def player(*words: object) -> SeatJob:
    """A player's program; its behaviour is its name."""
    argv = (*PYTHON, "/program/player.py", *map(str, words))
    return SeatJob(" ".join(map(str, words)), PROGRAMS, argv)


def job_of(
    *seats: SeatJob,
    manifest: dict[str, Any] | None = None,
    limits: Limits | None = None,
    params: dict[str, Any] | None = None,
    wall_s: float = 120,
    **config: Any,
) -> Job:
    """A match with a config; ``manifest`` are other members of the manifest."""
    logic = LogicJob(
        PROGRAMS,
        (*PYTHON, "/program/logic.py"),
        {**MANIFEST, "seats": len(seats), **(manifest or {})},
    )
    names = tuple(SeatSetup(number, seat.name) for number, seat in enumerate(seats))
    return Job(
        match="a match of a logic",
        game="highest",
        setup=Setup(names, 7, "standard", {"config": config, **(params or {})}),
        seats=seats,
        limits=limits or Limits(memory_mb=128),
        wall_s=wall_s,
        logic=logic,
    )


def play(*seats: SeatJob, **options: Any) -> Played:
    return play_job(job_of(*seats, **options))


def ends(played: Played) -> list[str]:
    return [seat["end"] for seat in played.result["outcome"]["seats"]]


def scores(played: Played) -> list[float]:
    return [seat["score"] for seat in played.result["outcome"]["seats"]]


def events(played: Played, kind: str) -> list[dict[str, Any]]:
    found = [event for frame in played.of("frame") for event in frame["events"]]
    return [event for event in found if event["e"] == kind]


def replay_of(played: Played) -> ReplayReader:
    """The replay as a worker writes it."""
    file = io.BytesIO()
    writer = ReplayWriter(file)
    for line in played.lines:
        record(writer, line)
    return ReplayReader(file)


def test_a_match_comes_to_points_ranks_frames_and_logs():
    played = play(player("say", 3), player("say", 5), rounds=4)
    assert ends(played) == ["ok", "ok"]
    assert scores(played) == [0, 4]
    outcome = played.result["outcome"]
    assert [seat["rank"] for seat in outcome["seats"]] == [2, 1]
    assert outcome["reason"] == "4 to 0 in points"
    assert [event["state"] for event in events(played, "turn")] == [1, 2, 3, 4]
    assert [event["scores"] for event in events(played, "watch")][-1] == [0, 4]
    frames = played.of("frame")
    assert [frame["n"] for frame in frames] == list(range(len(frames)))
    assert "key" in frames[0]
    assert frames[-1]["key"]["over"]
    assert frames[-1]["key"]["messages"] == [3, 3]
    assert frames[-1]["outcome"] == outcome
    assert [seat["turns"] for seat in played.result["seats"]] == [4, 4]
    assert all(seat["process_cpu_ms"] > 0 for seat in played.result["seats"])
    logged = played.log(1).splitlines()
    assert "hello, I am say" in logged
    assert [line for line in logged if line.startswith("[sent")] == [
        f"[sent to the bot] {turn} 1" for turn in range(1, 5)
    ]


def test_a_match_without_words_for_watchers_has_a_frame_for_each_turn():
    played = play(player("say"), player("say"), rounds=3, watch=False)
    kinds = [[event["e"] for event in frame["events"]] for frame in played.of("frame")]
    assert kinds == [[], ["turn"], ["turn"], ["turn"], ["end"]]


@pytest.mark.parametrize("order", [None, [0, 1]])
def test_a_game_that_listens_a_moment_after_its_question_plays_a_whole_match(order):
    played = play(
        player("say", 3), player("say", 5), rounds=6, time=3, order=order, listens_later=True
    )
    assert ends(played) == ["ok", "ok"]
    assert events(played, "error") == []
    assert scores(played) == ([3, 3] if order else [0, 6])
    # An answer that waited belongs to the period that took it; no frame has those of the last one.
    assert played.of("frame")[-1]["key"]["messages"] == ([3, 2] if order else [5, 5])
    assert [seat["turns"] for seat in played.result["seats"]] == ([3, 3] if order else [6, 6])


def test_a_fault_says_what_was_dropped_as_too_early():
    bots, order = (player("sleep", 3), player("say", 5)), [0, 1, 0]
    played = play(*bots, rounds=3, time=0.3, order=order, wrong="pause")
    (fault,) = played.result["seats"][0]["faults"]
    assert fault["detail"].endswith("; 1 message came before the question and was dropped")


def test_equal_points_share_a_rank():
    played = play(player("say"), player("say"), player("say", 0))
    assert [seat["rank"] for seat in played.result["outcome"]["seats"]] == [1, 1, 3]


def test_the_replay_of_the_games_own_and_any_frame_can_be_had_from_the_container():
    played = play(player("say", 3), player("say", 5), rounds=100, config_of="the test")
    replay = replay_of(played)
    own = json.loads(own_replay(replay))
    assert own["config"]["config_of"] == "the test"
    assert len(own["log"]) == 100
    assert replay.frames == len(played.of("frame")) == 202
    (frame,) = replay.read(150, 151)
    assert frame["n"] == 150
    assert replay.key_before(150) == 128
    (export,) = game_of(Manifest.from_json(MANIFEST)).exports
    assert export.write(replay) == own_replay(replay)


@pytest.mark.parametrize("folder", [False, True], ids=["nothing", "a-folder"])
def test_a_game_that_wrote_no_replay_of_its_own_has_none(folder):
    how = {"replay": False, "folder": folder}
    replay = replay_of(play(player("say"), player("say"), rounds=1, **how))
    with pytest.raises(ValueError, match="no replay of its own"):
        own_replay(replay)


@pytest.mark.parametrize("target", ["/etc/passwd", "/proc/self/environ", "logic.py"])
def test_a_link_in_place_of_the_replay_leads_nowhere(target):
    played = play(player("say"), player("say"), rounds=1, replay=False, links=[target])
    assert played.of("attachment") == []


def test_the_seed_goes_into_the_config_where_the_manifest_says_so():
    played = play(player("say"), player("say"), rounds=1, manifest={"seed_field": "seed"})
    assert json.loads(own_replay(replay_of(played)))["config"] == {"rounds": 1, "seed": 7}


@pytest.mark.parametrize(
    ("how", "end", "error"),
    [
        ("crash", EndState.CRASH, "run"),
        ("quit", EndState.EXIT, "run"),
        ("leave", EndState.EXIT, "run"),
        ("close", EndState.CLOSED, "run"),
        ("sleep", EndState.SILENT, "time_out"),
        ("spin", EndState.TIMEOUT, "time_out"),
        ("long", EndState.OUTPUT, "output_limit"),
        ("negative", EndState.OUTPUT, "output_limit"),
        ("hog", EndState.MEMORY, "run"),
        ("scream", EndState.OUTPUT, "run"),
    ],
)
def test_a_players_fault_is_the_players_and_the_match_goes_on(how, end, error):
    played = play(player("say"), player(how, 9), rounds=4, time=0.5 if error == "time_out" else 20)
    assert ends(played) == ["ok", end]
    assert scores(played)[0] >= 2
    told = events(played, "error")
    assert {(event["seat"], event["error"]) for event in told} == {(1, error)}
    if end is EndState.EXIT:
        # Leaving in order is no fault: only the result says that it was one.
        reason = played.result["outcome"]["seats"][1]["reason"]
        assert re.fullmatch(r"exit status 0, after it answered (once|\d+ times)", reason)
    else:
        fault = played.result["seats"][1]["faults"][0]
        assert fault["kind"] == end
        assert played.result["outcome"]["seats"][1]["reason"] == fault["detail"] != ""


def test_a_player_that_has_all_files_open_that_it_may_fails_by_that():
    limits = Limits(memory_mb=128, open_files=40)
    played = play(player("say"), player("hoard"), rounds=4, time=0.5, limits=limits)
    assert ends(played) == ["ok", EndState.FILES]
    excess = {"what": "open files", "limit": 40, "used": 40, "unit": "files"}
    assert played.result["seats"][1]["faults"][0]["excess"] == excess


def test_the_output_of_a_match_is_bounded():
    limits = Limits(memory_mb=128, match_bytes=40)
    played = play(player("say"), player("say", 1234567), rounds=5, limits=limits)
    assert ends(played) == ["ok", EndState.OUTPUT]
    assert "44 bytes in one match; the limit is 40 bytes" in played.end(1)[1]


def test_a_player_that_is_late_is_not_ended_and_told_once_a_period():
    played = play(player("say"), player("always-late"), rounds=3, time=0.3)
    assert [event["seat"] for event in events(played, "error")] == [1, 1, 1]
    assert len(played.result["seats"][1]["faults"]) == 3


def test_a_flood_ends_its_sender_alone():
    played = play(player("say"), player("burst"), rounds=4, time=20)
    assert ends(played) == ["ok", "output"]
    assert "messages in one turn" in played.end(1)[1]


@pytest.mark.parametrize("how", ["split", "fork", "binary"])
def test_what_is_unusual_is_no_fault(how):
    assert ends(play(player("say"), player(how, 9), rounds=4)) == ["ok", "ok"]


@pytest.mark.parametrize(("order", "end"), [([2, 0, 1, 0, 1], "ok"), ([2, 0, 1, 0, 2], "exit")])
def test_leaving_in_order_is_a_fault_only_where_the_game_listens_again(order, end):
    """Seat 2 leaves in round 3, and its end is known before round 5 begins."""
    played = play(
        *(player("say"), player("say"), player("quit")),
        rounds=5,
        order=order,
        wrong="pause",
        wrong_in=5,
        manifest={"pondering": True},
    )
    assert {event["seat"] for event in events(played, "error")} == {2}
    assert ends(played) == ["ok", "ok", end]


def test_the_ends_are_those_that_the_game_names():
    played = play(player("say"), player("say"), rounds=1, ends=["IA", "OK"])
    assert ends(played) == ["illegal", "ok"]


def test_the_game_learns_how_programs_ended_when_it_asks():
    played = play(player("say"), player("crash"), rounds=4, ask_ends=True)
    assert scores(played) == [1, 0]


def test_a_game_that_ignores_a_fault_hears_of_it_and_may_forgive():
    played = play(player("say"), player("crash"), rounds=4, ends=["OK", "OK"])
    assert ends(played) == ["ok", "ok"]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("crash", "exited with status 3"),
        ("exit", "ended by itself with status 0"),
        ("length", "cannot be read"),
        ("json", "broke the protocol"),
        ("seats", "no score to seat 1"),
        ("silent", "said nothing for 1 s"),
        ("watch", "more than 3 MB to watchers"),
        ("frames", "more than 500 frames"),
        ("scream", "more than 64 MB to standard error"),
    ],
)
def test_what_the_game_does_wrong_is_no_bots_fault(wrong, words):
    limits = {"logic_limits": {"silent_s": 1, "frames": 500, "watch_mb": 3}}
    played = play(player("say"), player("say"), wrong=wrong, manifest=limits)
    assert played.status == FAILED
    assert words in played.error
    assert played.of("result") == []
    (error,) = played.of("error")
    assert played.error.startswith(error["game"]["reason"])
    assert error["game"]["endless"] == (wrong == "silent")


def test_a_failure_of_the_game_tells_what_it_wrote():
    played = play(player("say"), player("say"), wrong="crash")
    (error,) = played.of("error")
    assert error["game"]["wrote"] == r"the board is gone\x1b[2J"
    assert "the board is gone" in played.error
    assert "the board is gone" not in error["game"]["reason"]


def test_messages_for_nobody_are_ignored():
    assert ends(play(player("say"), player("say"), wrong="unknown", wrong_in=2)) == ["ok", "ok"]


def test_a_match_that_never_ends_is_ended():
    limits = {"logic_limits": {"match_s": 1}}
    played = play(player("say"), player("say"), rounds=10**9, watch=False, manifest=limits)
    assert played.status == FAILED
    assert played.error == "the game's program did not end the match within 1 s"
    (error,) = played.of("error")
    assert error["game"]["endless"]


def test_a_match_that_has_shown_enough_is_ended_without_a_winner():
    job = job_of(player("say"), player("say"), rounds=10**9, watch=False)
    with judger(replace(job, enough_s=0.8)) as running:
        played = collect(running)
    outcome = played.result["outcome"]
    assert [(seat["rank"], seat["end"]) for seat in outcome["seats"]] == [(1, "ok"), (1, "ok")]
    assert outcome["reason"].startswith("ended early: all spoke the protocol until turn ")
    assert replay_of(played).frames > 1


def test_a_bot_that_has_said_nothing_by_then_has_failed():
    job = job_of(player("say"), player("always-late"), rounds=4, time=60)
    with judger(replace(job, enough_s=0.8)) as running:
        played = collect(running)
    assert ends(played) == ["ok", "silent"]
    assert played.result["outcome"]["reason"].startswith("ended early until turn ")


def test_a_match_that_never_ends_is_the_games_fault_also_where_the_site_allows_less():
    played = play(player("say"), player("say"), rounds=10**9, watch=False, wall_s=1)
    (error,) = played.of("error")
    assert error["game"]["reason"] == "the game's program did not end the match within 1 s"


def stolen_ms(*, pondering: bool) -> int:
    """The CPU time of seat 1 while nobody listens to it: in round 3, where its children begin to
    think and never stop.  That is after the first second, in which nobody is paused."""
    manifest = {"pondering": pondering}
    seats = player("always-late"), player("ponder")
    played = play(*seats, rounds=4, order=[0, 0, 0, 1], time=0.5, manifest=manifest)
    return int(played.result["seats"][1]["stolen_ms"])


def test_a_bot_that_is_not_listened_to_is_paused_unless_the_game_lets_it_think():
    paused, pondering = stolen_ms(pondering=False), stolen_ms(pondering=True)
    assert pondering > 3 * paused, (paused, pondering)


def test_the_cpu_time_of_a_turn_and_of_a_game_are_backstops():
    limits = Limits(memory_mb=128, turn_cpu_ms=300)
    played = play(
        player("say"), player("spin"), rounds=4, time=20, limits=limits, params={"turn_cpu_s": 0.3}
    )
    assert ends(played) == ["ok", "timeout"]
    limits = Limits(memory_mb=128, game_cpu_ms=500)
    assert ends(play(player("say"), player("spin"), rounds=4, time=20, limits=limits))[1] == "bank"


def test_a_job_whose_manifest_is_wrong_is_refused():
    played = play(player("say"), player("say"), manifest={"title": 5})
    assert "job.logic.manifest: title must be a text" in played.error


def test_a_job_with_a_logic_survives_its_way_to_the_judger():
    job = job_of(player("say"), player("say"), rounds=2)
    assert Job.from_json(json.loads(json.dumps(job.to_json()))) == job
