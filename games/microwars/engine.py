"""One game: both sides give their orders for every turn, to the last turn or the first offence."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from games.engine import (
    JSON,
    Action,
    Ask,
    EndState,
    Engine,
    Event,
    Fault,
    Outcome,
    Progress,
    Seat,
    SeatOutcome,
    Setup,
    ranks_of,
)
from games.microwars import rules
from games.microwars.layout import Layout, from_json
from games.microwars.mapgen import Wishes, draw
from games.microwars.rules import Code
from games.microwars.units import MOST_TURNS, OWNER, SIDES, Unit
from games.package import MatchPoints

WAIT_MS, WAIT_PER_TURN_MS = 60_000, 10
"""The time that the game waits for a program in all, and what each of its turns adds to it."""
POINTS = MatchPoints(win=3, draw=0, loss=-1)
"""Of a match; a side that offends has those of a loss, even where both do."""


class MicrowarsEngine(Engine):
    """Seat 0 is the first side.  ``layout``, ``army``, ``turn`` and ``score`` are there to be read.

    ``map`` is a `Layout` as JSON; without one it is drawn from the seed, by the params that
    `Wishes` knows.  The param ``most_turns`` cuts a game short.  An action is a list of orders.
    """

    def __init__(self, setup: Setup) -> None:
        if len(setup.seats) != SIDES:
            raise ValueError(f"a game has {SIDES} sides, not {len(setup.seats)}")
        self.layout: Layout = (
            draw(Wishes.from_params(setup.params), setup.seed)
            if setup.map is None
            else from_json(setup.map)
        )
        self.turns = min(self.layout.turns, setup.number_of("most_turns", MOST_TURNS, MOST_TURNS))
        self.wait_ms = WAIT_MS + WAIT_PER_TURN_MS * self.turns
        self.army = self.layout.army()
        self.turn = 1
        self.score = [0] * SIDES
        self._asks: dict[Seat, Ask] = {}
        self._ask()

    def __deepcopy__(self, memo: dict[int, Any]) -> MicrowarsEngine:
        """Share what never changes."""
        twin = copy.copy(self)
        twin.army = self.army.copy()
        twin.score = self.score[:]
        return twin

    def _ask(self) -> None:
        """Ask both sides, with the state that they decide by."""
        ask = Ask(self.turn, self._state(list(self.army.units.values())))
        self._asks = dict.fromkeys(range(SIDES), ask)

    def pending(self) -> Mapping[Seat, Ask]:
        return self._asks

    def check(self, seat: Seat, action: Action) -> None:
        rules.check_form(action)
        rules.check_orders(self.layout.ground, self.army, seat, action)

    def submit(self, replies: Mapping[Seat, Action | Fault]) -> Sequence[Event]:
        if self._outcome is not None:
            raise ValueError("the game is over: nobody may act any more")
        faults = {seat: r for seat, r in sorted(replies.items()) if isinstance(r, Fault)}
        if faults:
            return self._end_by(faults)
        orders: list[Action] = [*replies.values()]
        turn = rules.play(self.army, chain.from_iterable(orders))
        for unit in turn.lost:
            self.score[1 - unit[OWNER]] += 1
        events = [Event({"e": "turn", "turn": self.turn, **turn.to_json()})]
        if self.turn < self.turns:
            self.turn += 1
            self._ask()
            return events
        high, low = max(self.score), min(self.score)
        words = f"{high} to {low} units destroyed in turns 1 to {self.turns}"
        points = [_points(mine - theirs) for mine, theirs in (self.score, self.score[::-1])]
        return [*events, self._finish(points, words)]

    def _end_by(self, faults: Mapping[Seat, Fault]) -> list[Event]:
        """The side at fault loses, whatever the score; nothing of this turn is executed."""
        events = [
            Event({"e": "offence", "seat": seat, "code": code_of(f).value, "detail": f.detail})
            for seat, f in faults.items()
        ]
        points = [POINTS.loss if seat in faults else POINTS.win for seat in range(SIDES)]
        what = " and the other ".join(fault.kind.words for fault in faults.values())
        who = "the other side" if len(faults) == 1 else "one side"
        return [*events, self._finish(points, f"{who} {what} in turn {self.turn}", faults)]

    def _finish(
        self, points: Sequence[int], words: str, faults: Mapping[Seat, Fault] | None = None
    ) -> Event:
        self._asks = {}
        seats = []
        for seat, (rank, mine) in enumerate(zip(ranks_of(points), points, strict=True)):
            seats.append(
                SeatOutcome.after(
                    (faults or {}).get(seat),
                    rank=rank,
                    score=mine,
                    data={"destroyed": self.score[seat]},
                    facts={"turn": self.turn},
                )
            )
        self._outcome = Outcome(tuple(seats), words)
        score = self.score[:]
        return Event({"e": "over", "score": score, "points": list(points), "words": words})

    def scene(self) -> JSON:
        ground = self.layout.ground
        return {
            "width": ground.width,
            "height": ground.height,
            "turns": self.turns,
            "blocked": [list(place) for place in sorted(ground.blocked)],
        }

    def view(self, seat: Seat | None = None) -> JSON:
        """The whole state, the same for everybody: nothing is hidden."""
        return self._state([unit[:] for unit in self.army.units.values()])

    def _state(self, units: list[Unit]) -> JSON:
        return {
            "turn": self.turn,
            "score": self.score[:],
            "units": units,
            "over": self._outcome is not None,
        }

    def progress(self) -> Progress:
        return Progress(self.turn, self.turns)


def _points(lead: int) -> int:
    return POINTS.win if lead > 0 else POINTS.loss if lead < 0 else POINTS.draw


_TIME = (EndState.TIMEOUT, EndState.BANK, EndState.SILENT, EndState.UNREAD)
_CODES = {code.value: code for code in Code}


def code_of(fault: Fault) -> Code:
    """The code of a fault by the rules: output that ends early, for any reason, is `Code.EOF`."""
    first = fault.detail.partition(":")[0]
    if first in _CODES:
        return _CODES[first]
    if fault.kind in _TIME:
        return Code.TIME
    if fault.kind is EndState.OUTPUT:
        return Code.TURN_TOO_LONG
    return Code.SYNTAX if fault.kind is EndState.MALFORMED else Code.EOF
