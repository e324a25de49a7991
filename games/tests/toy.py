"""A small game that has what snake lacks: three seats, simultaneous answers, secrets and teams of
one; and the same game broken in many ways.

In each of six turns every seat that is still in bids 1 to 3 for a prize.  The highest bid that
nobody else made takes it.  What the others bid is told afterwards; what the prize of the next turn
is, only the spectators know.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from games.engine import (
    Ask,
    EndState,
    Engine,
    Event,
    Fault,
    Game,
    IllegalAction,
    Outcome,
    Progress,
    Ruleset,
    SeatOutcome,
)
from games.wire import JsonLines

TURNS = 6
BIDS = 3


class ToyEngine(Engine):
    def __init__(self, setup):
        random = Random(setup.seed)
        self.seats = len(setup.seats)
        self.prizes = [random.randrange(1, 10) for _ in range(TURNS)]
        self.turn = 1
        self.points = [0] * self.seats
        self.bids = []
        self.ends = [EndState.OK] * self.seats

    def active(self):
        return [seat for seat in range(self.seats) if self.ends[seat] is EndState.OK]

    def over(self):
        return self.turn > TURNS or len(self.active()) < 2

    def pending(self):
        return {} if self.over() else {seat: Ask(self.turn, "bid") for seat in self.active()}

    def check(self, seat, action):
        if not isinstance(action, dict) or set(action) != {"bid"}:
            raise IllegalAction('an action is {"bid": number}')
        if type(action["bid"]) is not int or not 1 <= action["bid"] <= BIDS:
            raise IllegalAction(f"a bid is a whole number from 1 to {BIDS}")

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
        return {"turns": TURNS, "bids": BIDS}

    def view(self, seat=None):
        view = {"turn": self.turn, "points": self.points[:], "bids": [b[:] for b in self.bids]}
        return view if seat is not None or self.over() else {**view, "prize": self.prize()}

    def outcome(self):
        if not self.over():
            return None
        better = [(end is EndState.OK, p) for end, p in zip(self.ends, self.points, strict=True)]
        return Outcome(
            tuple(
                SeatOutcome(1 + sum(b > mine for b in better), mine[1], end)
                for mine, end in zip(better, self.ends, strict=True)
            ),
            "all prizes are taken",
        )

    def progress(self):
        return Progress(min(self.turn, TURNS), TURNS)


class Toy(Game):
    name = "toy"
    title = "Toy"
    tagline = "Bid, but not as others do."
    version = "1"
    engine = ToyEngine
    wire = JsonLines
    rulesets = (Ruleset("trio", "Trio", "Three bidders.", 3), Ruleset("duel", "Duel", "Two.", 2))
    # Its page is not what the checks are about; any folder with a RULES.md serves.
    folder = Path(__file__).parent.parent / "snake"

    def sample_action(self, engine, seat, choose):
        return {"bid": 1 + choose(BIDS)}


def toy(engine=ToyEngine, wire=JsonLines, **attributes):
    """A toy game with other parts."""
    return type("OtherToy", (Toy,), {"engine": engine, "wire": wire, **attributes})()
