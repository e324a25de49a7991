"""The game with its own rulesets cut short, for the local runner's ``--game-module``."""

from __future__ import annotations

from dataclasses import replace

from games.xghj.game import Xghj

ROUNDS = 12


class Brief(Xghj):
    """Ends long before anybody has won."""

    name = "brief"
    title = "Brief XGHJ"
    rulesets = tuple(
        replace(ruleset, params={**ruleset.params, "constants": {"max_round": ROUNDS}}, pool=())
        for ruleset in Xghj.rulesets
    )


GAME = Brief()
