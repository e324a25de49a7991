"""Short games on every kind of ruleset, for the local runner's ``--game-module``."""

from __future__ import annotations

from dataclasses import replace

from games.engine import JSON, Ruleset
from games.generals.game import Generals

HALFTURNS = {2: 160, 4: 90, 8: 60, 16: 40}
"""By the number of seats."""
THREE = 3

SPECIAL: dict[str, dict[str, JSON]] = {
    "misty": {"misty_veil": 2},
    "blind": {"misty_veil": -1},
    "silent": {"silent_war": True},
    "leaping": {"leapfrog": True, "city_state": True},
    "clear": {"crystal_clear": True},
}


def _brief(ruleset: Ruleset) -> Ruleset:
    return replace(ruleset, params={**ruleset.params, "halfturns": HALFTURNS[ruleset.seats]})


def _special(name: str, modifiers: dict[str, JSON]) -> Ruleset:
    duel = _brief(Generals.rulesets[0])
    params = {**duel.params, "width": 12, "height": 12, "modifiers": modifiers}
    return replace(duel, name=name, title=name, seats=THREE, params=params, pool=())


RULESETS = (
    *(_brief(ruleset) for ruleset in Generals.rulesets),
    *(_special(name, modifiers) for name, modifiers in SPECIAL.items()),
)


class Brief(Generals):
    """The game with its own rulesets cut short, and with one for each special rule."""

    name = "brief"
    title = "Brief generals"
    rulesets = RULESETS  # type: ignore[assignment]  # the base has another number of them


GAME = Brief()
