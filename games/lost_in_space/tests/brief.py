"""The game cut short, for the local runner's ``--game-module``."""

from __future__ import annotations

from dataclasses import replace

from games.lost_in_space.game import LostInSpace

ROUNDS = 40


class Brief(LostInSpace):
    """Long enough for somebody to escape."""

    name = "brief"
    title = "Brief Lost in Space"
    rulesets = (replace(LostInSpace.rulesets[0], params={"rounds": ROUNDS}),)


GAME = Brief()
