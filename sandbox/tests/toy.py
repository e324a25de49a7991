"""A toy game for the judger's tests: seats say numbers, and the higher sum wins.

Parameters: ``rounds``; ``together`` (all seats are asked at once, else one after the other);
``asks`` (how many numbers a turn); ``forgiving`` (a fault costs the turn, not the game);
``cpu_ms``, ``wall_ms``; ``own_limits`` (false: turns have those of the job); ``games`` (per
match, the seats rotate); ``bug`` (the round in which the engine breaks); ``hang`` (the round in
which it does not return); ``blob`` (bytes of padding in every event); ``wants`` (by step, in turns:
``answer``, ``word``, ``rest`` or ``nothing``), ``word_ms`` (the time for what is no answer);
``wait_ms`` (how long the game waits for a seat in all); ``ahead`` (answers to later turns count).
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

from games.engine import (
    JSON,
    Ask,
    EndState,
    Engine,
    Event,
    Fault,
    IllegalAction,
    Outcome,
    Progress,
    Ruleset,
    SeatOutcome,
    Setup,
    TurnLimits,
    Wants,
)
from games.game import Game
from games.wire import JsonLines

HIGHEST = 9


class ToyEngine(Engine):
    def __init__(self, setup: Setup) -> None:
        params = {"rounds": 4, "asks": 1, "cpu_ms": 500, "wall_ms": 20_000, **setup.params}
        if params["rounds"] < 0:
            raise ValueError("a game cannot have fewer than 0 rounds")
        self.params = params
        self.wait_ms = params.get("wait_ms")
        self._wants = params.get("wants", ["answer"])
        self.sums = [0] * len(setup.seats)
        self.faults: dict[int, Fault] = {}
        self.step = 0
        self.per_round = params["asks"] * (1 if params.get("together") else len(self.sums))

    def _round(self):
        return self.step // self.per_round

    def pending(self):
        if self._round() >= self.params["rounds"]:
            return {}
        if self.faults and not self.params.get("forgiving"):
            return {}
        turn = self.step // self.params["asks"]
        limits: TurnLimits | None = TurnLimits(self.params["cpu_ms"], self.params["wall_ms"])
        if not self.params.get("own_limits", True):
            limits = None
        wants = Wants(self._wants[self.step % len(self._wants)])
        if wants is not Wants.ANSWER:
            limits = TurnLimits(self.params["word_ms"], self.params["word_ms"])
        count = len(self.sums)
        seats = range(count) if self.params.get("together") else [turn % count]
        return {seat: Ask(turn, self.step, limits, wants) for seat in seats}

    def check(self, seat, action):
        if type(action) is not int or not 0 <= action <= HIGHEST:
            raise IllegalAction(f"{action} is not a number from 0 to {HIGHEST}")

    def submit(self, replies):
        if self._round() == self.params.get("bug", -1):
            raise RuntimeError("the toy is broken")
        if self._round() == self.params.get("hang", -1):
            for _ in itertools.count():
                pass
        events = []
        for seat, reply in sorted(replies.items()):
            said: JSON = reply
            if isinstance(reply, Fault):
                self.faults[seat] = reply
                said = None
            else:
                self.sums[seat] += reply or 0
            pad = "x" * self.params.get("blob", 0)
            events.append(Event({"seat": seat, "said": said, "pad": pad}))
        self.step += 1
        return events

    def scene(self):
        return {"rounds": self.params["rounds"]}

    def view(self, seat=None):
        return {"step": self.step, "sums": list(self.sums)}

    def outcome(self):
        if self.pending():
            return None
        points = [
            -1 if seat in self.faults and not self.params.get("forgiving") else total
            for seat, total in enumerate(self.sums)
        ]
        ends = [self.faults.get(seat, Fault(EndState.OK)) for seat in range(len(points))]
        return Outcome(
            tuple(
                SeatOutcome(1 + sum(p > mine for p in points), mine, end.kind, end.detail)
                for mine, end in zip(points, ends, strict=True)
            )
        )

    def progress(self):
        return Progress(self._round() + 1, self.params["rounds"])


class ToyWire(JsonLines):
    def __init__(self, setup, seat):
        super().__init__(setup, seat)
        self.ahead = setup.params.get("ahead", False)


class Toy(Game):
    name = "toy"
    title = "Toy"
    tagline = "Say a number"
    version = "1"
    engine = ToyEngine
    wire = ToyWire
    rulesets = (
        Ruleset("standard", "Standard", "As the parameters say.", 2),
        Ruleset("pondering", "Pondering", "Bots may think outside their turns.", 2, pondering=True),
        Ruleset("broken", "Broken", "The engine breaks in round 1.", 2, {"bug": 1}),
    )
    folder = Path(__file__).parent

    def next_game(self, setup, outcomes):
        number = len(outcomes)
        if number == setup.params.get("games", 1):
            return None
        seats = setup.seats[number:] + setup.seats[:number]
        return replace(setup, seats=seats, number=number)

    def decide(self, outcomes):
        return outcomes[-1]


GAME = Toy()
