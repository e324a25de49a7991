"""Before the first question: waiting for people's pages, the countdown, and the bots meanwhile."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace

import pytest

from sandbox.judger.job import Job
from sandbox.judger.seats.human_input import Opening
from sandbox.tests.matches import bot, forked
from sandbox.tests.people import OTHER, PERSON, act, converse, listen, of, parlour_job, told

BOT = bot("number", 3)
S = 1_000_000_000


@dataclass
class Guest:
    awaited: bool = True
    left: bool = False
    heard: list[str] = field(default_factory=list)

    def say(self, kind, **members):
        self.heard.append(f"{kind} {members['seconds']:g}")


def test_the_countdown_begins_when_the_last_page_is_there():
    ada, bix = Guest(), Guest()
    opening = Opening(20, 3, [ada, bix])
    assert opening.step(100 * S) == 20 * S
    ada.awaited = False
    assert opening.step(105 * S) == 15 * S
    assert bix.heard == ["waiting 20"]
    bix.awaited = False
    assert opening.step(106 * S) == 3 * S
    assert opening.step(108 * S) == 1 * S
    assert opening.step(109 * S) == 0
    assert ada.heard == bix.heard == ["waiting 20", "countdown 3"]


def test_a_page_that_does_not_come_is_waited_for_no_longer_than_said():
    ada = Guest()
    opening = Opening(20, 3, [ada, Guest(awaited=False)])
    assert opening.step(1 * S) == 20 * S
    assert opening.step(21 * S) == 3 * S
    assert opening.step(24 * S) == 0


def test_nobody_is_counted_in_once_everybody_has_left():
    ada = Guest()
    opening = Opening(20, 3, [ada])
    opening.step(1 * S)
    ada.awaited, ada.left = False, True
    assert opening.step(2 * S) == 0
    assert ada.heard == ["waiting 20"]


@pytest.mark.parametrize(("ready_s", "countdown_s", "heard"), [(0, 3, ["countdown 3"]), (0, 0, [])])
def test_a_time_of_0_leaves_its_part_out(ready_s, countdown_s, heard):
    ada = Guest()
    opening = Opening(ready_s, countdown_s, [ada])
    assert opening.step(1 * S) == countdown_s * S
    assert ada.heard == heard


def opened(*seats, ready_s=30.0, countdown_s=0.5, **options) -> Job:
    return replace(parlour_job(*seats, **options), ready_s=ready_s, countdown_s=countdown_s)


def ready(seat):
    return {"seat": seat, "ready": True}


def test_a_persons_time_runs_from_the_end_of_the_countdown():
    def answer(seat, message):
        if message["type"] == "start":
            time.sleep(0.4)
            yield ready(seat)
        elif message["type"] == "ask":
            yield act(seat, message["ask"], 5)

    played = converse(opened(PERSON, BOT, game="hasty"), answer)
    messages = told(played)
    kinds = [m["type"] for m in messages]
    assert kinds[:3] == ["start", "waiting", "countdown"]
    assert [kinds.count(kind) for kind in ("waiting", "countdown")] == [1, 1]
    count, ask = of(messages, "countdown")[0], of(messages, "ask")[0]
    assert count["seconds"] == 0.5
    assert ask["until"] >= count["until"] + 290  # all of its 0.3 s are left
    assert played.end(0) == ("ok", "")
    assert played.result["seats"][0]["wall_ms"] < 400
    assert played.result["asked_us"] <= played.result["span_us"] < 1_000_000


def test_two_people_begin_together_in_the_first_game_alone():
    def answer(seat, message):
        if message["type"] == "waiting" and seat == 1:
            time.sleep(0.3)
        if message["type"] == "waiting":
            yield ready(seat)
        elif message["type"] == "ask":
            yield act(seat, message["ask"], 4)

    played = converse(opened(PERSON, OTHER, games=2, countdown_s=0.2), answer)
    (one,), (other,) = (of(told(played, seat), "countdown") for seat in (0, 1))
    assert one == other
    assert len(played.result["games"]) == 2


def test_a_bots_clock_stands_still_while_pages_load():
    def answer(seat, message):
        if message["type"] == "ask":
            yield act(seat, message["ask"], 1)

    job = opened(bot("number", 3), PERSON, ready_s=0.7, countdown_s=0.1, wall_ms=300)
    played = converse(job, answer)
    assert played.end(0) == played.end(1) == ("ok", "")
    assert played.result["disturbed"] == []
    assert played.result["seats"][0]["wall_ms"] < 700


def test_a_person_who_leaves_at_once_is_not_waited_for():
    began = time.monotonic()
    with forked(opened(PERSON, BOT)) as running:
        running.stdin.write(b'{"seat": 0, "leave": true}\n')
        running.stdin.flush()
        played = listen(running, lambda *_: ())
    assert played.end(0)[0] == "left"
    assert of(told(played), "countdown") == []
    assert time.monotonic() - began < 20


def test_a_person_who_is_away_leaves_by_the_rules_and_everybody_is_notified():
    def answer(seat, message):
        if message["type"] == "ask":
            yield {"seat": 0, "leave": True, "away": 60}
            yield {"seat": 0, "leave": True, "away": 60}
            if seat == 1:
                yield act(seat, message["ask"], 4)

    played = converse(parlour_job(PERSON, OTHER, games=2, forgiving=True), answer)
    reason = "was away for more than 60 seconds"
    assert played.end(0) == ("left", reason)
    assert played.end(1) == ("ok", "")
    left = {"type": "left", "seat": 0, "reason": reason, "away": 60}
    assert played.of("left") == [left]
    assert of(told(played, 0), "left") == of(told(played, 1), "left") == [left]
