"""A recorded match, played again: its engine gets the recorded setups and replies.

`Played` is such a match frame by frame, for one of its seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar, cast

from games.engine import JSON, Action, Engine, Event, Outcome, Seat, Setup
from games.game import Game
from games.replay import ReplayError, replies_from_json

DERIVED = ("scene", "events", "key", "outcome")
"""Members of frames that the engine computes from setup and replies."""
TAKEN_ILL = (
    AssertionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
    ArithmeticError,
)
"""Errors of an engine that gets setups or replies of another version, or invented ones."""


class NotReproducible(ReplayError):
    """The frames cannot be computed again, or not in time; the message says why."""


class Replayed:
    """The games of a match, played again frame by frame.

    After `take`, ``engine`` stands where the recorded one stood after that frame, ``setup`` is that
    of the frame's game, and ``events`` are those of its step; a first frame has none.
    ``outcomes`` are those of the games that are over, in the match's order.
    """

    engine: Engine
    setup: Setup
    events: Sequence[Event]

    def __init__(self, game: Game) -> None:
        self._game = game
        self._begun = False
        self.outcomes: list[Outcome] = []

    def take(self, frame: Mapping[str, JSON]) -> None:
        """Play what one frame holds.  `NotReproducible` where the engine does not take it."""
        try:
            if "setup" in frame:
                setup = Setup.from_json(frame["setup"])
                self.engine, self.setup, self.events = self._game.engine(setup), setup, ()
                self._begun = True
            elif self._begun:
                self.events = self.engine.submit(replies_from_json(frame["replies"]))
                if outcome := self.engine.outcome():
                    self.outcomes.append(outcome.in_match_order(self.setup))
            else:
                raise ReplayError("the first frame has no setup")
        except ReplayError:
            raise
        except TAKEN_ILL as error:
            raise NotReproducible(f"the engine does not take its own replies: {error}") from error

    def derived(self, frame: Mapping[str, JSON]) -> dict[str, JSON]:
        """Play one frame; the members of `DERIVED` that it has, as the engine computes them."""
        self.take(frame)
        found: dict[str, JSON] = {}
        if "setup" in frame:
            found["scene"] = self.engine.scene()
        else:
            found["events"] = [event.data for event in self.events]
        if "key" in frame:
            found["key"] = self.engine.view()
        if "outcome" in frame and (outcome := self.engine.outcome()):
            found["outcome"] = outcome.to_json()
        return found


E = TypeVar("E", bound=Engine)
E_co = TypeVar("E_co", bound=Engine, covariant=True)


@dataclass(frozen=True, slots=True)
class Step(Generic[E_co]):
    """A game of the match after one of its frames.

    ``seat`` is the follower's in this game, ``events`` are the data of the frame's events, and
    ``engine`` may be read, but not changed.  ``frame`` is the recorded frame, and ``ply`` its
    number among those of its turn, from 1; that of the first frame of a game is 0.
    """

    engine: E_co
    seat: Seat
    events: Sequence[JSON]
    frame: Mapping[str, JSON]
    ply: int
    setup: Setup

    @property
    def turn(self) -> int:
        turn: int = self.frame["turn"]
        return turn

    @property
    def begins(self) -> bool:
        """Whether this is the first frame of a game."""
        return "setup" in self.frame

    @property
    def answer(self) -> Action:
        """The seat's own reply in this step, as frames have it; None where it was not asked."""
        return self.frame.get("replies", {}).get(str(self.seat))

    def index(self, seat: Seat) -> int:
        """The number in the match of a seat of this game."""
        return self.setup.seats[seat].index


class Played:
    """A match, played to its end, as it was for the match's seat ``seat``."""

    def __init__(
        self,
        game: Game,
        frames: Iterable[Mapping[str, JSON]],
        outcome: Mapping[str, JSON],
        seat: Seat = 0,
    ) -> None:
        self._game = game
        self._frames = frames
        self.outcome = outcome
        """`Outcome.to_json` of the match."""
        self.seat = seat

    def events(self, engine: type[E], kind: str) -> Iterator[tuple[E, Seat, JSON]]:
        """The events of a kind, each with the engine after its step and the seat in its game."""
        for step in self.steps_of(engine):
            for event in step.events:
                if event.get("e") == kind:
                    yield step.engine, step.seat, event

    def steps_of(self, engine: type[E]) -> Iterator[Step[E]]:
        """`steps` of a game whose engine is of this type."""
        for step in self.steps():
            assert isinstance(step.engine, engine)
            yield cast("Step[E]", step)

    def steps(self) -> Iterator[Step[Engine]]:
        """The match again, frame by frame; the first frame of a game has no events."""
        replayed = Replayed(self._game)
        turn, ply = None, 0
        for frame in self._frames:
            replayed.take(frame)
            setup = replayed.setup
            place = frame["game"], frame["turn"]
            ply = 0 if "setup" in frame else ply + 1 if place == turn else 1
            turn = place
            seat = next(n for n, each in enumerate(setup.seats) if each.index == self.seat)
            events = [event.data for event in replayed.events]
            yield Step(replayed.engine, seat, events, frame, ply, setup)
