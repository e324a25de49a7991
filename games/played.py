"""A match that was played, frame by frame, for one of its seats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from games.engine import JSON, Action, Engine, Seat, Setup
from games.game import Game
from games.replayed import Replayed

E = TypeVar("E", bound=Engine)


@dataclass(frozen=True, slots=True)
class Step:
    """A game of the match after one of its frames.

    ``seat`` is the follower's in this game, ``events`` are the data of the frame's events, and
    ``engine`` may be read, but not changed.  ``frame`` is the recorded frame, and ``ply`` its
    number among those of its turn, from 1; that of the first frame of a game is 0.
    """

    engine: Engine
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
        for step in self.steps():
            assert isinstance(step.engine, engine)
            for event in step.events:
                if event.get("e") == kind:
                    yield step.engine, step.seat, event

    def steps(self) -> Iterator[Step]:
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
