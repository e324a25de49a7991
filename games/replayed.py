"""A recorded match, played again: its engine gets the recorded setups and replies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine import JSON, Engine, Event, Outcome, Setup
from games.game import Game
from games.recording import Replies, replies_from_json
from games.replay import ReplayError

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
                self._begin(Setup.from_json(frame["setup"]))
            elif self._begun:
                self._step(replies_from_json(frame["replies"]))
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

    def _begin(self, setup: Setup) -> None:
        self.engine, self.setup, self.events = self._game.engine(setup), setup, ()
        self._begun = True

    def _step(self, replies: Replies) -> None:
        self.events = self.engine.submit(replies)
        if outcome := self.engine.outcome():
            self.outcomes.append(outcome.in_match_order(self.setup))
