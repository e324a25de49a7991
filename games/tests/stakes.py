"""The toy with many seats as a game with handicaps, which add to the prizes."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from games.engine import Ruleset
from games.tests.crowd import QUICK, Crowd
from games.tests.toy import ToyEngine


class StakesEngine(ToyEngine):
    def __init__(self, setup):
        super().__init__(setup)
        self.stakes = [seat.handicap for seat in setup.seats]

    def outcome(self):
        plain = self.points
        self.points = [p * s for p, s in zip(plain, self.stakes, strict=True)]
        try:
            return super().outcome()
        finally:
            self.points = plain

    def scene(self):
        return {**super().scene(), "stakes": self.stakes}


def _rules(name, seats, **more):
    title = f"For {name}"
    return Ruleset(name, title, "Bidders.", seats, limits=QUICK, memory_mb=64, **more)


class Stakes(Crowd):
    name = "stakes"
    title = "Stakes"
    engine = StakesEngine
    handicap = "what a prize is worth"
    rulesets: ClassVar[tuple[Ruleset, ...]] = (
        _rules("three", 3),
        _rules("two", 2),
        _rules("four", 4),
        _rules("pairs", 4, teams=(1, 1, 2, 2)),
        replace(_rules("three", 3), name="alone", seats=1),
    )


GAME = Stakes()
