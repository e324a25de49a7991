"""A small game that has what snake lacks: many seats, simultaneous answers, secrets and teams; and
the same game broken in many ways.

In each of six turns every seat that is still in bids for a prize: 1 to 3, or up to twice the number
of seats where there are more than three.  The highest bid that is made once takes it.  Players
learn the bids of others afterwards; only the spectators know the prize of the next turn.  Teams
add up what they have, and a team is out when all of its seats are.
"""

from __future__ import annotations

from random import Random
from typing import ClassVar

from games.engine import (
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
)
from games.game import Game
from games.snake import SNAKE
from games.wire import JsonLines

TURNS = 6
BIDS = 3


class ToyEngine(Engine):
    def __init__(self, setup):
        random = Random(setup.seed)
        self.seats = len(setup.seats)
        self.most = BIDS if self.seats <= 3 else 2 * self.seats
        self.sides = [seat.team or -number for number, seat in enumerate(setup.seats, 1)]
        self.prizes = [random.randrange(1, 10) for _ in range(TURNS)]
        self.turn = 1
        self.points = [0] * self.seats
        self.bids = []
        self.ends = [EndState.OK] * self.seats

    def active(self):
        return [seat for seat in range(self.seats) if self.ends[seat] is EndState.OK]

    def over(self):
        return self.turn > TURNS or len({self.sides[seat] for seat in self.active()}) < 2

    def pending(self):
        return {} if self.over() else {seat: Ask(self.turn, "bid") for seat in self.active()}

    def check(self, seat, action):
        if not isinstance(action, dict) or set(action) != {"bid"}:
            raise IllegalAction('an action is {"bid": number}')
        if type(action["bid"]) is not int or not 1 <= action["bid"] <= self.most:
            raise IllegalAction(f"a bid is a whole number from 1 to {self.most}")

    def submit(self, replies):
        for seat, reply in replies.items():
            if isinstance(reply, Fault):
                self.ends[seat] = reply.kind
        bids = {seat: r["bid"] for seat, r in replies.items() if not isinstance(r, Fault)}
        alone = [seat for seat, bid in bids.items() if list(bids.values()).count(bid) == 1]
        if alone:
            winner = max(alone, key=bids.__getitem__)
            self.points[winner] += self.prizes[self.turn - 1]
        self.bids = [[seat, bid] for seat, bid in bids.items()]
        self.turn += 1
        secret = [] if self.over() else [Event({"e": "prize", "next": self.prize()}, ())]
        return [Event({"e": "bids", "bids": self.bids}), *secret]

    def prize(self):
        return self.prizes[self.turn - 1]

    def scene(self):
        return {"turns": TURNS, "bids": self.most}

    def view(self, seat=None):
        view = {"turn": self.turn, "points": self.points[:], "bids": [b[:] for b in self.bids]}
        return view if seat is not None or self.over() else {**view, "prize": self.prize()}

    def outcome(self):
        if not self.over():
            return None
        worth = [self.worth(side) for side in self.sides]
        return Outcome(
            tuple(
                SeatOutcome(1 + sum(other > mine for other in worth), points, end)
                for mine, points, end in zip(worth, self.points, self.ends, strict=True)
            ),
            "all prizes are taken",
        )

    def worth(self, side):
        own = [seat for seat in range(self.seats) if self.sides[seat] == side]
        alive = any(self.ends[seat] is EndState.OK for seat in own)
        return alive, sum(self.points[seat] for seat in own)

    def progress(self):
        return Progress(min(self.turn, TURNS), TURNS)


class Toy(Game):
    name = "toy"
    title = "Toy"
    tagline = "Bid, but not as others do."
    version = SNAKE.version
    engine = ToyEngine
    wire = JsonLines
    rulesets: ClassVar[tuple[Ruleset, ...]] = (
        Ruleset("trio", "Trio", "Three bidders.", 3),
        Ruleset("duel", "Duel", "Two.", 2),
    )
    # Its page is not what the checks are about; any folder with a RULES.md serves.
    folder = SNAKE.folder

    def sample_action(self, engine, seat, choose):
        return {"bid": 1 + choose(engine.most)}


def toy(engine=ToyEngine, wire=JsonLines, **attributes):
    """A toy game with other parts."""
    return type("OtherToy", (Toy,), {"engine": engine, "wire": wire, **attributes})()
