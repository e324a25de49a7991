"""Matches are played on from a recorded turn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine import Setup
from games.registry import GAMES
from sandbox.judger.job import Job, JobError
from sandbox.judger.past import Past, PastStep
from sandbox.limits import Limits
from sandbox.play.bots import built
from sandbox.tests.matches import Played, bot, isolation, play_job, toy_job

BOTS = {
    "snake": ("gardener", "drifter"),
    "generals": ("settler", "stray"),
    "microwars": ("gunner", "straggler"),
    "xghj": ("turtle", "turtle"),
    "lost_in_space": ("camper", "stalker"),
}
ORIGIN = {"match": 1, "frame": 1}


def past_of(played: Played, steps: int, seconds: float = 60.0) -> Past:
    """The first ``steps`` steps of a match; frames without replies begin a game."""
    games: list[list[PastStep]] = []
    for frame in played.of("frame"):
        if "setup" in frame:
            games.append([])
        elif steps > 0:
            replies = {int(seat): reply for seat, reply in frame["replies"].items()}
            cpu = {int(seat): spent for seat, spent in frame["cpu"].items()}
            games[-1].append(PastStep(replies, cpu))
            steps -= 1
        if steps == 0 and games[-1]:
            break
    return Past(ORIGIN, tuple(map(tuple, games)), seconds)


def frames(played: Played):
    """The frames of a match without their clocks."""
    return [
        {name: value for name, value in frame.items() if name != "cpu"}
        for frame in played.of("frame")
    ]


@pytest.fixture(scope="module")
def job_of():
    """The job of a game with house bots in Python."""
    made: dict[str, Job] = {}

    def job_of(name: str) -> Job:
        if name not in made:
            game = GAMES[name]
            rules = game.rulesets[0]
            wanted = [f"house:{BOTS[name][seat % 2]}" for seat in range(rules.seats)]
            seats = built(game, wanted)
            setup = replace(_setup(game, rules, seats), seed=5)
            limits = Limits.of_ruleset(rules)
            made[name] = Job("fork", name, setup, seats, limits, wall_s=120, isolation=isolation())
        return made[name]

    return job_of


def _setup(game, rules, seats):
    names = rules.seated([seat.name for seat in seats])
    return Setup(names, 5, rules.name, {**rules.params, **game.brief})


@pytest.mark.parametrize("name", sorted(BOTS))
def test_the_same_bots_play_the_same_match_again_from_its_middle(job_of, name):
    job = job_of(name)
    first = play_job(job)
    assert first.result
    steps = len(first.replies) // 2
    again = play_job(replace(job, past=past_of(first, steps)))
    assert again.result["past"] == {"steps": _last_game(first, steps), "differs": [], "late": []}
    assert frames(again) == frames(first)
    assert again.result["outcome"] == first.result["outcome"]
    assert again.of("header")[0]["origin"] == ORIGIN


def _last_game(played: Played, steps: int) -> int:
    """The steps of the game that the bots play on, until that step of the match."""
    count = 0
    for frame in played.of("frame"):
        if "setup" in frame:
            count = 0
        elif steps > 0:
            count, steps = count + 1, steps - 1
        if steps == 0:
            return count
    raise AssertionError


def test_a_match_is_played_on_from_the_end_of_a_game(job_of):
    job = job_of("snake")
    first = play_job(job)
    half = [n for n, frame in enumerate(first.of("frame")) if "setup" in frame][1] - 1
    again = play_job(replace(job, past=past_of(first, half)))
    assert frames(again) == frames(first)
    assert "past" not in again.result  # no bot had to catch up


def toy(*seats, past=None, **params):
    return play_job(replace(toy_job(*seats, **params), past=past))


def test_other_bots_play_on_from_the_recorded_state():
    first = toy(bot("number", 3), bot("number", 2), rounds=10)
    again = toy(bot("number", 1), bot("number", 2), rounds=10, past=past_of(first, 8))
    assert again.replies[:8] == first.replies[:8]
    said = [replies["0"] for replies in again.replies[8:] if "0" in replies]
    assert said == [1] * 6
    assert [(each["seat"], each["game"]) for each in again.result["past"]["differs"]] == [(0, 0)]


def test_a_bot_that_is_told_the_position_is_not_asked_about_the_past(job_of):
    job = job_of("xghj")
    first = play_job(job)
    steps = len(first.replies) // 2
    past = replace(past_of(first, steps), told=frozenset({0}))
    again = play_job(replace(job, past=past))
    assert again.result["past"] == {"steps": steps, "differs": [], "late": []}
    assert again.replies[:steps] == first.replies[:steps]
    turns = [[seat["turns"] for seat in played.result["seats"]] for played in (first, again)]
    assert turns[1][0] == sum("0" in replies for replies in again.replies[steps:])
    assert turns[1][1] == sum("1" in replies for replies in again.replies)
    assert again.end(0)[0] == "ok"


def test_a_bot_that_cannot_catch_up_in_time_plays_on_late():
    first = toy(bot("number", 3), bot("number", 2), rounds=10, forgiving=True, wall_ms=300)
    past = past_of(first, 12, seconds=0.5)
    again = toy(bot("sleep"), bot("number", 2), rounds=10, forgiving=True, wall_ms=300, past=past)
    assert again.result["past"]["late"] == [0, 1]
    assert again.result["wall_ms"] < 10_000
    assert {replies["0"]["fault"] for replies in again.replies[12:] if "0" in replies} == {"silent"}
    assert {replies["1"] for replies in again.replies[12:] if "1" in replies} == {2}


def test_clocks_hold_what_the_past_has_cost():
    first = toy(bot("number", 3), bot("number", 2), rounds=10)
    past = past_of(first, 10)
    rich = [PastStep(step.replies, dict.fromkeys(step.replies, 50_000)) for step in past.games[0]]
    job = toy_job(bot("number", 3), bot("number", 2), rounds=10)
    limits = replace(job.limits, game_cpu_ms=200)
    again = play_job(replace(job, limits=limits, past=replace(past, games=(tuple(rich),))))
    assert again.end(0)[0] == "bank"  # five turns of 50 ms were played
    assert play_job(replace(job, limits=limits, past=past)).end(0)[0] == "ok"


def test_a_past_that_does_not_fit_the_game_is_refused():
    past = Past(ORIGIN, ((PastStep({0: {"what": 1}, 1: 2}, {}),),))
    played = toy(bot("number", 3), bot("number", 2), past=past)
    assert "job.past" in played.error


def test_a_job_with_a_past_survives_its_way_to_the_judger():
    step = PastStep({0: 3, 1: {"fault": "crash", "detail": "x"}}, {0: 12})
    past = Past(ORIGIN, ((step,), ()), 5, frozenset({1}))
    job = replace(toy_job(bot("number", 3), bot("number", 2)), past=past)
    assert Job.from_json(job.to_json()) == job
    with pytest.raises(JobError, match="past"):
        Job.from_json({**job.to_json(), "past": [1, 2]})
