"""A short game played in this process: what a judger would print for it, and leave."""

from __future__ import annotations

import random
from collections.abc import Iterator

from games.engine import JSON, Outcome, SeatSetup, Setup
from games.registry import GAMES
from games.wire import encode
from matches.models import Match
from matches.playing.runner import Recorder
from matches.services import JudgerOutput


def lines(rounds: int = 30, seed: int = 7, key_every: int = 64) -> Iterator[bytes]:
    """Header, frames and result of one match of snake, as bytes without newlines."""
    game = GAMES["snake"]
    seats = (SeatSetup(0, "alice/worm"), SeatSetup(1, "house/drifter"))
    setup = Setup(seats, seed, "standard", {"rounds": rounds})
    choose = random.Random(seed).randrange
    header = {"type": "header", "format": 1, "game": game.name, "engine": game.version}
    yield _line({**header, "ruleset": "standard", "setup": setup.to_json(), "seats": []})
    outcomes: list[Outcome] = []
    number, current = 0, game.next_game(setup, [])
    while current is not None:
        engine = game.engine(current)
        first = {"setup": current.to_json(), "scene": engine.scene(), "key": engine.view()}
        frame = {"type": "frame", "game": len(outcomes), "events": [], "replies": {}}
        yield _line({**frame, "n": number, "turn": engine.progress().turn, **first})
        number += 1
        while engine.pending():
            turn = engine.progress().turn
            replies = {seat: game.sample_action(engine, seat, choose) for seat in engine.pending()}
            events = [event.data for event in engine.submit(replies)]
            step = {**frame, "n": number, "turn": turn, "events": events, "replies": replies}
            if number % key_every == 0:
                step["key"] = engine.view()
            outcome = engine.outcome()
            if outcome is not None:
                step["outcome"] = outcome.to_json()
            yield _line(step)
            number += 1
        assert outcome is not None
        outcomes.append(outcome.in_match_order(current))
        current = game.next_game(setup, outcomes)
    seat = {"cpu_ms": 12, "wall_ms": 20, "peak_memory": 1 << 20}
    games = [outcome.to_json() for outcome in outcomes]
    result = {"type": "result", "outcome": game.decide(outcomes).to_json(), "games": games}
    yield _line({**result, "seats": [seat, seat], "wall_ms": 100})


def played(match: Match, disturbed: list[JSON]) -> JudgerOutput:
    """The output of a run of the match, with these disturbed turns."""
    recorder = Recorder(match)
    for line in lines(rounds=5):
        recorder.take(line)
    done = recorder.played("")
    done.result["disturbed"] = disturbed
    return done


def _line(message: JSON) -> bytes:
    return encode(message).rstrip(b"\n")
