"""The engine of XGHJ: bids, places to begin, then rounds that ask all countries at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

import numpy as np

from games.engine import (
    JSON,
    Action,
    Ask,
    Engine,
    Event,
    Fault,
    IllegalAction,
    Outcome,
    Progress,
    Seat,
    SeatOutcome,
    Setup,
    ranks_of,
)
from games.xghj import frames
from games.xghj.orders import Orders, check_bid, check_round, check_spawn, nothing
from games.xghj.rules import Rules
from games.xghj.scenario import Scenario
from games.xghj.state import NOBODY, State

LEAST_PLAYERS = 2
MOST_PLAYERS = 8


class XghjEngine(Engine):
    """Seat i is country i.  ``rules`` and ``state`` are public, for reading only.

    The engine no longer asks a seat that has failed.  Its country stays in the game with default
    orders, or gets no place to begin.
    """

    def __init__(self, setup: Setup) -> None:
        players = len(setup.seats)
        if not LEAST_PLAYERS <= players <= MOST_PLAYERS:
            raise ValueError(f"a game has {LEAST_PLAYERS} to {MOST_PLAYERS} players, not {players}")
        self.scenario = Scenario.of_params(setup.params, setup.map)
        self.rules: Rules = self.scenario.rules()
        base = self.rules.constants.initial_money
        self.state = State.start(
            self.rules.ground.size, [int(base * seat.handicap) for seat in setup.seats]
        )
        self.state.memory["seed"] = setup.seed
        self._players = players
        self._random = Random(setup.seed)
        self._ratings = [seat.rating for seat in setup.seats]
        self._faults: dict[Seat, Fault] = {}
        self._failed: dict[Seat, int] = {}
        """By failed seat: the round of its failure, 0 for the bids and places."""
        self._takers: dict[Seat, Seat] = {}
        """By eliminated country: who took most of its last land, if anybody did."""
        self._bids = [0] * players
        self._order: list[Seat] = []
        self._chosen: list[tuple[int, int]] = []
        self._named: list[list[int]] = []
        self._places = [NOBODY] * players
        self._phase = "bid"
        self._turn = 0
        self._scene = frames.scene(self.rules, players, self.scenario.scene())
        for part in self.rules.parts:
            part.begin(self.rules, self.state)
        self._checked: dict[Seat, tuple[Action, Orders]] = {}
        self._asks: dict[Seat, Ask] = {}
        self._ask()

    def pending(self) -> Mapping[Seat, Ask]:
        return self._asks

    def check(self, seat: Seat, action: Action) -> None:
        if seat not in self._asks:
            raise IllegalAction("this country is not asked now")
        if self._phase == "bid":
            check_bid(action)
        elif self._phase == "spawn":
            check_spawn(action)
        else:
            self._checked[seat] = action, check_round(action, self._players)

    def submit(self, replies: Mapping[Seat, Action | Fault]) -> Sequence[Event]:
        if self._outcome is not None:
            raise ValueError("the game is over: nobody may act any more")
        events: list[JSON] = []
        for seat, reply in replies.items():
            if isinstance(reply, Fault):
                self._faults[seat] = reply
                self._failed[seat] = self.state.round
        said = {seat: reply for seat, reply in replies.items() if not isinstance(reply, Fault)}
        self._steps[self._phase](self, said, events)
        self._ask()
        # While no seat can answer, the engine plays on by itself.
        while not self._asks and self._outcome is None:
            self._steps[self._phase](self, {}, events)
            self._ask()
        return [Event(data, to=()) for data in events]

    def _bid(self, said: Mapping[Seat, Action], events: list[JSON]) -> None:
        for seat, action in said.items():
            self._bids[seat] = min(max(check_bid(action), 0), self.state.saving[seat])
        lots = [self._random.random() for _ in self.state.players]
        known = [-1e9 if rating is None else rating for rating in self._ratings]
        self._order = sorted(
            self.state.players, key=lambda seat: (-self._bids[seat], known[seat], lots[seat])
        )
        self._phase = "spawn"
        events.append({"e": "bids", "bids": list(self._bids), "order": list(self._order)})

    def _spawn(self, said: Mapping[Seat, Action], events: list[JSON]) -> None:
        """The next country in the order has named a place, or has failed."""
        seat = self._order[self._turn]
        self._turn += 1
        point, place = None, NOBODY
        if seat in said:
            point = check_spawn(said[seat])
            self._named.append(list(point))
            if self.rules.accepts(*point, self._chosen):
                place = self.rules.ground.place(*point)
                self._chosen.append(point)
        self._places[seat] = place
        events.append({"e": "spawn", "p": seat, "at": point and list(point), "place": place})
        if self._turn == self._players:
            self.rules.settle(self.state, self._bids, self._places)
            self._phase = "round"
            events.append({"e": "start", **frames.key(self.state, self._phase, self._marks())})
            if len(self.state.living) <= 1:
                self._finish(events)

    def _round(self, said: Mapping[Seat, Action], events: list[JSON]) -> None:
        state = self.state
        orders = [self._orders_of(seat, said) for seat in state.players]
        self._checked.clear()
        before = state.owner
        now = self.rules.play(state, orders)
        for seat in now.fallen:
            heirs = np.bincount(state.owner[before == seat] + 1)[1:]
            if heirs.any():
                self._takers[seat] = int(heirs.argmax())
        events.append(frames.round_event(before, state, now, self._marks()))
        if now.over:
            self._finish(events)

    def _orders_of(self, seat: Seat, said: Mapping[Seat, Action]) -> Orders:
        """Reads an action only if `check` has not read it."""
        if seat not in said:
            return nothing(self._players)
        checked, orders = self._checked.get(seat, (None, None))
        if orders is not None and checked is said[seat]:
            return orders
        return check_round(said[seat], self._players)

    _steps: Mapping[str, Callable[[XghjEngine, Mapping[Seat, Action], list[JSON]], None]] = {
        "bid": _bid,
        "spawn": _spawn,
        "round": _round,
    }

    def _marks(self) -> JSON:
        return [mark.to_json() for mark in self.rules.marks(self.state)]

    def _ask(self) -> None:
        """Set the asks of this step: to the seats that must answer and have not failed."""
        if self._phase == "bid":
            asked = list(self.state.players)
            prompts = {seat: {"phase": "bid", "money": self.state.saving[seat]} for seat in asked}
        elif self._phase == "spawn":
            asked = [self._order[self._turn]]
            # A copy, because a prompt must not change after the judger has it.
            prompts = {asked[0]: {"phase": "spawn", "chosen": list(self._named)}}
        elif self._phase == "round":
            asked = [seat for seat in self.state.living if seat not in self._faults]
            sights = frames.sights(self.rules, self.state, asked)
            prompts = {
                seat: {"phase": "round", **sight} for seat, sight in zip(asked, sights, strict=True)
            }
        else:
            asked = []
        turn = 0 if self._phase == "bid" else self.state.round + 1
        self._asks = {seat: Ask(turn, prompts[seat]) for seat in asked if seat not in self._faults}

    def _finish(self, events: list[JSON]) -> None:
        self._phase = "over"
        placed = ranks(self.state)
        seats = []
        for player, rank in enumerate(placed):
            fell = self.state.fell[player]
            seats.append(
                SeatOutcome.after(
                    self._faults.get(player),
                    rank=rank,
                    score=self.state.area(player),
                    data={
                        "rounds": self.state.round - 1 if fell is None else fell - 1,
                        "saving": self.state.saving[player],
                        "reached": player in self.state.reached,
                    },
                    facts={
                        "last": max(self.state.round - 1, 0),
                        "fell": fell,
                        "taker": self._takers.get(player),
                        "failed": self._failed.get(player),
                    },
                )
            )
        self._outcome = Outcome(tuple(seats), self._words())
        events.append({"e": "end", "words": self._outcome.reason, "ranks": placed})

    def _words(self) -> str:
        state = self.state
        if state.reached:
            return f"the goal is reached in round {state.round - 1}"
        if len(state.living) <= 1:
            return f"everybody else is eliminated by round {max(state.round - 1, 0)}"
        return f"all {state.round - 1} rounds are played: land decides, then savings"

    def scene(self) -> JSON:
        return self._scene

    def view(self, seat: Seat | None = None) -> JSON:
        if seat is None:
            return frames.key(self.state, self._phase, self._marks())
        return {"phase": self._phase, **frames.sight(self.rules, self.state, seat)}

    def progress(self) -> Progress:
        last = self.rules.constants.max_round - 1
        return Progress(min(self.state.round, last), last)


def standing(state: State, player: int) -> tuple[int, int, int, int]:
    """The values by which a country is ranked; larger is better."""
    fell = state.fell[player]
    survived = state.round - 1 if fell is None else fell - 1
    return player in state.reached, survived, state.area(player), state.saving[player]


def ranks(state: State) -> list[int]:
    """The rank of every country, from 1; equal countries share the better rank."""
    return ranks_of([standing(state, player) for player in state.players])
