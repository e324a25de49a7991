"""The toy with secrets, as people play it: what comes next is for spectators alone."""

from __future__ import annotations

from typing import ClassVar

from games.game import Patience
from games.tests.crowd import Crowd


class Auction(Crowd):
    name = "auction"
    title = "Auction"
    hides: ClassVar[bool] = True
    patience: ClassVar[Patience] = Patience(600.0)

    def choices(self, engine, seat):
        return {"most": engine.most}


class HastyAuction(Auction):
    """A bot that does not bid in time has failed."""

    name = "hasty"
    patience = Patience(0.3)


GAME = Auction()
