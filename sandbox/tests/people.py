"""Playing toy matches as a person would, through the pipes of a real judger."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from games.wire import encode
from sandbox.judger.client import RunningJudger
from sandbox.judger.job import Job, SeatJob
from sandbox.tests.matches import Line, Played, forked, toy_job

PERSON = SeatJob("alice", human=True)
OTHER = SeatJob("bob", human=True)
Answer = Callable[[int, Line], Iterable[Line]]
"""From a seat and what it was told to lines for the judger."""


def parlour_job(*seats: SeatJob, game: str = "parlour", **options: Any) -> Job:
    module = "sandbox.tests.parlour" + ("" if game == "parlour" else f"_{game}")
    return replace(toy_job(*seats, **options), game=game, modules=(module,))


def act(seat: int, ask: int, action: Any) -> Line:
    return {"seat": seat, "ask": ask, "action": json.dumps(action)}


def say(number: int) -> Answer:
    """Answer every question with the same number."""

    def answer(seat: int, message: Line) -> Iterable[Line]:
        if message["type"] == "ask":
            yield act(seat, message["ask"], number)

    return answer


def converse(job: Job, answer: Answer) -> Played:
    """Play to the end; ``answer`` is asked after each message to a person."""
    with forked(job) as running:
        return listen(running, answer)


def listen(running: RunningJudger, answer: Answer) -> Played:
    lines = []
    for text in running.stdout:
        line = json.loads(text)
        lines.append(line)
        if line["type"] == "human":
            for said in answer(line["seat"], line["message"]):
                with suppress(BrokenPipeError, ValueError):  # it has ended, or the test closed it
                    running.stdin.write(encode(said))
                    running.stdin.flush()
    return Played(running.process.wait(), lines)


def told(played: Played, seat: int = 0) -> list[Line]:
    """All messages to a person, in order."""
    return [line["message"] for line in played.of("human") if line["seat"] == seat]


def of(messages: Iterable[Line], kind: str) -> list[Line]:
    return [message for message in messages if message["type"] == kind]
