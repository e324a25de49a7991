"""The toy game as people play it: what may be chosen, and little patience."""

from __future__ import annotations

from typing import ClassVar

from games.game import Patience
from sandbox.tests.toy import HIGHEST, Toy, ToyEngine


class ParlourEngine(ToyEngine):
    """Actions are compared before they are looked at, as an engine may that trusts its wire."""

    def check(self, seat, action):
        if action > HIGHEST:  # raises TypeError for what is no number
            super().check(seat, action)
        super().check(seat, action)


class Parlour(Toy):
    name = "parlour"
    engine = ParlourEngine
    patience: ClassVar[Patience] = Patience(600.0)

    def choices(self, engine, seat):
        return {"from": 0, "to": HIGHEST, "seat": seat}


class Hasty(Parlour):
    name = "hasty"
    patience = Patience(0.3)


class Mild(Parlour):
    name = "mild"
    patience = Patience(0.3, 7)


GAME = Parlour()
