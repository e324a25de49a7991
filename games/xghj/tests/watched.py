"""Matches to look at: countries that ally, betray, fail and fall, on scenarios with points."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from playwright.sync_api import Page

from games.engine import JSON, Action, EndState, Engine, Fault, SeatSetup, Setup
from games.tests.views import asked
from games.xghj.engine import XghjEngine
from games.xghj.game import XGHJ
from tests.player.match import NAMES, Recording, play

POINTS: dict[str, JSON] = {
    "title": "Points",
    "map": "commons",
    "points": [
        {"name": "Lake Hall", "x": 10, "y": 9, "tags": ["tower", "shaky"]},
        {"name": "North Court", "x": 14, "y": 11, "tags": ["gate", "press"]},
        {"name": "South Gate", "x": 13, "y": 12, "tags": ["gate"]},
        {"name": "Registry", "x": 4, "y": 6, "tags": ["archive", "shaky"]},
    ],
    "parts": [
        {"kind": "watchtower", "tag": "tower"},
        {"kind": "archive", "tag": "archive"},
        {"kind": "press", "tag": "press", "percent": 20},
        {"kind": "failing", "tag": "gate", "chance": 30},
        {"kind": "failing", "tag": "shaky", "chance": 30},
        {"kind": "hold", "ways": "2 gate", "rounds": 6},
    ],
}
"""A scenario with every part that shows something on the board."""

CRAMPED: dict[str, JSON] = {
    "title": "Cramped",
    "map": [". . . + . . .", ". s . + . c .", "~ . H + . . ~", ". c . + . s .", ". . . + . . ."],
    "points": [{"name": "The Hall", "x": 2, "y": 2, "tags": ["hall"]}],
    "parts": [{"kind": "watchtower", "tag": "hall"}],
}
"""A small board, on which countries fall."""

QUICK: dict[str, JSON] = {"suppress_limit": 60, "initial_money": 30}
"""Numbers with which much land changes hands."""


def match(
    players: int = 8,
    *,
    seed: int = 1,
    scenario: JSON = "standard",
    constants: Mapping[str, JSON] = QUICK,
    failing: float = 0.0,
    ruthless: bool = False,
) -> Recording:
    """A match of bots that do a bit of everything; each fails with a chance of ``failing`` a
    turn, and one in twelve names no place that is accepted.  The ``ruthless`` justify wars against
    everybody and stay where they are."""
    seats = tuple(SeatSetup(i, NAMES[i]) for i in range(players))
    params: dict[str, JSON] = {"scenario": scenario, "constants": dict(constants)}

    def act(engine: Engine, seat: int, choose: Callable[[int], int]) -> Action | Fault:
        assert isinstance(engine, XghjEngine)
        if choose(10_000) < failing * 10_000:
            return Fault(EndState.CRASH, "as the test wants it")
        if engine.pending()[seat].prompt["phase"] == "spawn" and not choose(12):
            return {"spawn": [-1, 99]} if choose(2) else Fault(EndState.TIMEOUT, "too slow")
        answer = XGHJ.sample_action(engine, seat, choose)
        if ruthless and "stances" in answer:
            answer.pop("capital", None)
            answer["stances"] = answer["stances"].replace("A", "J").replace("K", "J")
        return answer

    return play(XGHJ, Setup(seats, seed, "standard", params), act)


def ask(page: Page, body: str, *arguments: Any, module: str = "view.js") -> Any:
    """Run the body of an arrow function with the module as ``view`` and ``args``."""
    return asked(page, f"/static/games/xghj/{module}", body, *arguments)


def scene_of(recording: Recording) -> Any:
    return recording.frames[0]["scene"]


def names_of(recording: Recording) -> list[str]:
    return [seat.name for seat in recording.setup.seats]


def rounds(recording: Recording) -> list[tuple[int, Any]]:
    """The rounds' events with the numbers of their frames."""
    return [
        (frame["n"], event)
        for frame in recording.frames
        for event in frame.get("events", ())
        if event["e"] == "round"
    ]


def replayed(recording: Recording) -> Iterator[tuple[int, XghjEngine]]:
    """The engine after each frame."""
    engine = XghjEngine(recording.setup)
    yield 0, engine
    for frame in recording.frames[1:]:
        replies = recording.frames[frame["n"]]["replies"]
        engine.submit({s: _reply(replies[str(s)]) for s in engine.pending()})
        yield frame["n"], engine


def _reply(said: Any) -> Any:
    return Fault(EndState(said["fault"]), said["detail"]) if "fault" in said else said
