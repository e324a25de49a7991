"""Games played without bots: from sample actions, into memory or into a replay.

Choices are seeded: the same call plays the same game.  An engine that breaks a promise of the
interface on the way raises `ConformanceError`.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

from games.engine import Action, Engine, Fault, Outcome, Seat, Setup
from games.game import Game
from games.replay import FORMAT, ReplayWriter, Replies, Step, write_frames

STEPS_A_TURN = 10_000
"""More steps than this in one turn of `Engine.progress` count as a game that never ends."""

GAMES_A_MATCH = 64
"""More games than this count as a match that is never decided."""


class ConformanceError(AssertionError):
    """A game broke a promise of the interface."""


def require(condition: object, message: str) -> None:
    if not condition:
        raise ConformanceError(message)


@dataclass(frozen=True, slots=True)
class Recording:
    """One game that was played to its end."""

    setup: Setup
    steps: tuple[Step, ...]
    outcome: Outcome


@dataclass(slots=True)
class Player:
    """Answers for every seat: with sample actions, or with the fault of a seat that failed."""

    game: Game
    random: Random
    faults: dict[Seat, Fault] = field(default_factory=dict)

    def replies(self, engine: Engine) -> Replies:
        return {seat: self._reply(engine, seat) for seat in engine.pending()}

    def _reply(self, engine: Engine, seat: Seat) -> Action | Fault:
        if seat in self.faults:
            return self.faults[seat]
        action = self.game.sample_action(engine, seat, self.random.randrange)
        engine.check(seat, action)
        return action


def setups(game: Game, seed: int = 1) -> list[Setup]:
    """A Setup for each ruleset of the game, with its teams and without a map, for a brief game."""
    return [
        Setup(
            tuple(
                replace(seat, rating=1500.0)
                for seat in ruleset.seated([f"bot {i}" for i in range(ruleset.seats)])
            ),
            seed,
            ruleset.name,
            {**ruleset.params, **game.brief},
        )
        for ruleset in game.rulesets
    ]


def walk(engine: Engine, player: Player) -> Iterator[Step]:
    """Play ``engine`` to its end, a step at a time; the engine stands after the step yielded."""
    turn, since = engine.progress().turn, 0
    while engine.outcome() is None:
        replies = player.replies(engine)
        require(replies, "nobody is pending although the game is not over")
        before = engine.progress().turn
        events = tuple(engine.submit(replies))
        yield Step(before, replies, events)
        now = engine.progress()
        require(turn <= now.turn <= now.of, f"turn {now.turn} after {turn}, of {now.of}")
        since = 0 if now.turn > turn else since + 1
        turn = now.turn
        require(since < STEPS_A_TURN, f"turn {turn} does not end in {STEPS_A_TURN} steps")
    require(not engine.pending(), "somebody is still pending although the game is over")


def record(game: Game, setup: Setup, seed: int = 1) -> Recording:
    """Play one game with sample actions."""
    engine = game.engine(setup)
    steps = tuple(walk(engine, Player(game, Random(seed))))
    return Recording(setup, steps, outcome_of(engine))


def record_match(game: Game, setup: Setup, seed: int = 1) -> tuple[bytes, list[Outcome]]:
    """Play a match into a replay: the container's bytes and the outcomes in match order."""
    file = io.BytesIO()
    writer = ReplayWriter(file)
    head = {"type": "header", "format": FORMAT, "game": game.name, "engine": game.version}
    writer.header({**head, "ruleset": setup.ruleset, "setup": setup.to_json()})
    outcomes: list[Outcome] = []
    while (next_setup := game.next_game(setup, outcomes)) is not None:
        number = len(outcomes)
        require(number < GAMES_A_MATCH, f"no decision after {GAMES_A_MATCH} games")
        engine = game.engine(next_setup)
        steps = walk(engine, Player(game, Random(seed + number)))
        write_frames(writer, number, next_setup, engine, steps)
        outcomes.append(outcome_of(engine).in_match_order(next_setup))
    result = game.decide(outcomes)
    told = {"outcome": result.to_json(), "facts": result.facts(), "games": len(outcomes)}
    writer.result({"type": "result", **told})
    return file.getvalue(), outcomes


def outcome_of(engine: Engine) -> Outcome:
    outcome = engine.outcome()
    if outcome is None:
        raise ConformanceError("the game has no outcome although it is over")
    return outcome
