"""The special rules as people see them: in form fields, in sentences, and drawn by a seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import ClassVar

from games.engine import JSON, Ruleset
from games.generals.orders import Modifiers
from games.generals.terrain import LONGEST
from games.options import MatchOption, OptionFormat, SpecialRule

FARTHEST = LONGEST - 1
"""The greatest distance between two tiles of a board: a wider view shows nothing more."""
MIXED = "mixed"
"""The parameter ``modifiers`` of a ruleset whose matches draw their special rules from the seed."""

RULES: Mapping[str, MatchOption] = MappingProxyType(
    {
        option.name: option
        for option in (
            MatchOption(
                "leapfrog",
                "Leapfrog",
                "A captured capital stays a capital and becomes the taker's. "
                "The taker's old capital becomes a city.",
            ),
            MatchOption(
                "city_state",
                "City-State",
                "Every player starts with a city beside the capital. Only on generated boards.",
            ),
            MatchOption(
                "misty_veil",
                "Misty Veil",
                "A distance: players see this many tiles far instead of 1, and lit tiles are not "
                "always visible. 0: only their own tiles. Empty: off.",
                low=0,
                high=FARTHEST,
            ),
            MatchOption(
                "crystal_clear",
                "Crystal Clear",
                "Every player sees the whole board. It takes priority over Misty Veil.",
            ),
            MatchOption("silent_war", "Silent War", "No leaderboard and no messages."),
        )
    }
)
"""By their names in `Modifiers.to_json`, in the order of their keys on the wire."""

ON_MAP = (
    "City-State works on generated boards only, and this match has a map. "
    "Choose no map, or turn City-State off."
)

_SWITCH_CHANCE = 3
"""A mixed match has Leapfrog, City-State and Silent War with a chance of one in 3 each."""
_VIEWS: tuple[tuple[int | None, bool], ...] = (
    *((None, False),) * 5,
    *((reach, False) for reach in (2, 3, 4, 5)),
    (None, True),
)
"""The views of mixed matches, equally likely: the distance of Misty Veil and Crystal Clear."""


def mixed(seed: int) -> Modifiers:
    """The special rules of a mixed match.  They follow from the seed alone, so that matches with
    exchanged seats have the same."""
    rng = Random(f"generals special rules {seed}")
    leapfrog, city_state, silent = (not rng.randrange(_SWITCH_CHANCE) for _ in range(3))
    veil, crystal = rng.choice(_VIEWS)
    return Modifiers(leapfrog, city_state, veil, crystal, silent)


def modifiers_of(params: Mapping[str, JSON], seed: int) -> Modifiers:
    """The special rules of a setup.  ValueError where its parameter ``modifiers`` is not valid."""
    given = params.get("modifiers", {})
    return mixed(seed) if given == MIXED else Modifiers.from_json(given)


def rules_in_words(modifiers: Modifiers, *, on_map: bool) -> Sequence[SpecialRule]:
    """A sentence for each rule that is on; it also says if the rule has no effect."""
    found = modifiers.to_json()
    told = []
    for name, option in RULES.items():
        if found[name] not in (None, False) or type(found[name]) is int:
            title, text = option.title, option.help
            if name == "misty_veil":
                title, text = _veil_in_words(found[name], modifiers)
            elif name == "city_state" and on_map:
                text = "No effect on a map: it works on generated boards only."
            told.append(SpecialRule(title, text))
    return told


def _veil_in_words(reach: int, modifiers: Modifiers) -> tuple[str, str]:
    title = f"{RULES['misty_veil'].title} (distance {reach})"
    if modifiers.crystal_clear:
        return title, "No effect: Crystal Clear takes priority."
    if reach < 0:
        return title, "Players see no tile, not even their own."
    if reach == 0:
        return title, "Players see their own tiles only. Lit tiles are not always visible."
    tiles = "1 tile" if reach == 1 else f"{reach} tiles"
    return title, f"Players see {tiles} far. Lit tiles are not always visible."


class GeneralsOptions(OptionFormat):
    """The five special rules.  Rulesets that set or draw them offer no choice."""

    title: ClassVar[str] = "Special rules"
    options: ClassVar[tuple[MatchOption, ...]] = tuple(RULES.values())

    def offered(self, ruleset: Ruleset) -> tuple[MatchOption, ...]:
        return () if "modifiers" in ruleset.params else self.options

    def conflict(self, chosen: Mapping[str, JSON], *, on_map: bool) -> str:
        return ON_MAP if on_map and "city_state" in chosen else ""

    def params(self, chosen: Mapping[str, JSON]) -> Mapping[str, JSON]:
        return {"modifiers": dict(chosen)} if chosen else {}

    def describe(
        self, params: Mapping[str, JSON], seed: int, *, on_map: bool
    ) -> tuple[SpecialRule, ...]:
        return tuple(rules_in_words(modifiers_of(params, seed), on_map=on_map))


OPTIONS = GeneralsOptions()
