"""The game cut short, for the local runner's ``--game-module``."""

from __future__ import annotations

from dataclasses import replace

from games.microwars.game import Microwars

TURNS = 40
"""Enough for the first units to fall."""


RULESETS = tuple(
    replace(ruleset, params={**ruleset.params, "most_turns": TURNS})
    for ruleset in Microwars.rulesets
)


class Brief(Microwars):
    name = "brief"
    title = "Brief Microwars"
    rulesets = RULESETS  # type: ignore[assignment]  # the base has a fixed number of them


GAME = Brief()
