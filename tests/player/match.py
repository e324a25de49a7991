"""Matches for the player: played by the real engines, told as the judger tells them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Protocol

from games.engine import EndState, Engine, Fault, Outcome, SeatSetup, Setup
from games.game import Game
from games.registry import GAMES
from games.replay import KEY_EVERY


@dataclass
class Recording:
    """A match as the judger would tell it."""

    game: Game
    setup: Setup
    frames: list[dict[str, Any]] = field(default_factory=list)
    views: list[Any] = field(default_factory=list)
    """The engine's own state after each frame."""
    outcomes: list[Outcome] = field(default_factory=list)

    @property
    def games(self) -> list[dict[str, Any]]:
        starts = (frame for frame in self.frames if "scene" in frame)
        return [{"first": f["n"], "setup": f["setup"], "scene": f["scene"]} for f in starts]

    @property
    def header(self) -> dict[str, Any]:
        seats = [{"name": seat.name} for seat in self.setup.seats]
        parts = {"game": self.game.name, "engine": self.game.version}
        return {**parts, "setup": self.setup.to_json(), "seats": seats}

    @property
    def result(self) -> dict[str, Any]:
        games = [outcome.to_json() for outcome in self.outcomes]
        outcome = self.game.decide(self.outcomes).to_json()
        return {"type": "result", "outcome": outcome, "games": games}

    def find(self, kind: str, start: int = 0) -> int:
        """The first frame from ``start`` on with an event of a kind."""
        return next(
            n
            for n, frame in enumerate(self.frames[start:], start)
            if any(event["e"] == kind for event in frame.get("events", ()))
        )


class Act(Protocol):
    """Some action that a seat may do now."""

    def __call__(self, engine: Engine, seat: int, choose: Callable[[int], int]) -> Any: ...


def record(
    game: str = "snake",
    *,
    seed: int = 1,
    rounds: int = 48,
    fault_at: int | None = None,
    act: Act | None = None,
) -> Recording:
    """Play a match of sample actions or ``act``'s; the reply in frame ``fault_at`` is a timeout."""
    found = GAMES[game]
    ruleset = found.rulesets[0]
    params = {**ruleset.params, "rounds": rounds}
    seats = (SeatSetup(0, "ada"), SeatSetup(1, "bix", team=1))
    return play(found, Setup(seats, seed, ruleset.name, params), act, fault_at)


def play(
    game: Game, setup: Setup, act: Act | None = None, fault_at: int | None = None
) -> Recording:
    """Play the match of a setup, which also seeds what the bots do."""
    recording = Recording(game, setup)
    choose = random.Random(setup.seed).randrange
    acting = partial(act or game.sample_action, choose=choose)
    following: Setup | None = setup
    while following is not None:
        outcome = _record_game(recording, following, acting, fault_at)
        recording.outcomes.append(outcome.in_match_order(following))
        following = game.next_game(setup, recording.outcomes)
    return recording


def _record_game(
    recording: Recording, setup: Setup, act: Callable[[Engine, int], Any], fault_at: int | None
) -> Outcome:
    frames, game = recording.frames, recording.game
    engine = game.engine(setup)
    first = len(frames)
    common = {"type": "frame", "game": setup.number}
    start = {"turn": engine.progress().turn, "setup": setup.to_json(), "scene": engine.scene()}
    frames.append({**common, "n": first, **start, "key": engine.view()})
    recording.views.append(engine.view())
    while asked := engine.pending():
        turn, n = engine.progress().turn, len(frames)
        replies: dict[int, Any] = {s: act(engine, s) for s in asked}
        if n == fault_at:
            replies = {s: Fault(EndState.TIMEOUT, "3012 ms of 3000 ms") for s in asked}
        events = [event.data for event in engine.submit(replies)]
        told = {str(s): _reply(r) for s, r in replies.items()}
        frame = {**common, "n": n, "turn": turn, "replies": told, "events": events}
        frame["cpu"] = {str(s): 100 + n for s in replies}
        if (n - first) % KEY_EVERY == 0:
            frame["key"] = engine.view()
        frames.append(frame)
        recording.views.append(engine.view())
    outcome = engine.outcome()
    assert outcome is not None
    frames[-1]["outcome"] = outcome.to_json()
    return outcome


def _reply(reply: Any) -> Any:
    return {"fault": reply.kind, "detail": reply.detail} if isinstance(reply, Fault) else reply


NAMES = (
    *("ada", "bix", "cleo", "dora", "emil", "fay", "gus", "hugo"),
    *("ivy", "jon", "kim", "leo", "mia", "ned", "oda", "pia"),
)
"""Of as many bots as there can be."""


def other_recording(recording: Recording, seed: int) -> Recording:
    """The same pairing, played again."""
    rounds = recording.setup.params["rounds"]
    again = record(recording.game.name, seed=seed, rounds=rounds)
    again.setup = replace(again.setup, seed=recording.setup.seed)
    return again
