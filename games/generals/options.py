"""Parameters of a ruleset, and the special rules as people see them.

Special rules are form fields, sentences, drawn by a seed, and parts of scenarios.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType
from typing import ClassVar

from games.engine import JSON, Ruleset
from games.generals.founding import Founding, found
from games.generals.mapgen import DENSEST, Densities, generate
from games.generals.orders import Modifiers
from games.generals.terrain import LONGEST, SHORTEST
from games.options import MatchOption, OptionFormat, SpecialRule
from games.scenarios import (
    PartField,
    PartKind,
    ScenarioError,
    ScenarioFormat,
    ScenarioProblem,
    Sort,
)
from games.texts.sentences import counted

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
    return title, f"Players see {counted(reach, 'tile')} far. Lit tiles are not always visible."


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


MOST_HALFTURNS = 100_000

_NUMBERS = {
    "halfturns": (1, MOST_HALFTURNS),
    "width": (SHORTEST, LONGEST),
    "height": (SHORTEST, LONGEST),
    "mountains": (0, DENSEST),
    "cities": (0, DENSEST),
    "swamps": (0, DENSEST),
    "lights": (0, DENSEST),
}


@dataclass(frozen=True, slots=True)
class Options:
    """A ruleset's parameters.

    ``halfturns`` is the cap that ends every game.  Densities are from 0 to 255.  ``placement``
    names the algorithm that places capitals on generated boards.
    """

    halfturns: int = 1000
    width: int = 20
    height: int = 20
    mountains: int = 150
    cities: int = 60
    swamps: int = 12
    lights: int = 0
    placement: str = "spheres"
    modifiers: Modifiers = field(default_factory=Modifiers)

    @classmethod
    def from_params(cls, params: Mapping[str, JSON], seed: int) -> Options:
        """A mixed ruleset draws its special rules from ``seed``, the seed of the match.

        ValueError if a parameter is unknown or out of its bounds.
        """
        for name, value in params.items():
            if name in _NUMBERS:
                low, high = _NUMBERS[name]
                if type(value) is not int or not low <= value <= high:
                    raise ValueError(f"{name} is a number from {low} to {high}, not {value!r:.40}")
            elif name == "placement":
                if value not in ("spheres", "pairing"):
                    raise ValueError(f"placement is spheres or pairing, not {value!r:.40}")
            elif name != "modifiers":
                raise ValueError(f"there is no parameter {name!r:.40}")
        return cls(**{**params, "modifiers": modifiers_of(params, seed)})

    def draw(self, teams: Sequence[int], random: Random) -> Founding:
        """A random board with the capitals of all players.  ValueError if there is no room."""
        densities = Densities(self.cities, self.mountains, self.swamps, self.lights)
        terrain = generate(self.width, self.height, densities, random)
        return found(terrain, teams, self.modifiers, random, self.placement)


REACH = "distance"
USUAL_REACH = 2


def _kinds() -> Iterator[PartKind]:
    """All special rules but City-State, which has no effect on the map of a scenario."""
    for name, option in RULES.items():
        if name == "city_state":
            continue
        if option.high is None:
            yield PartKind(name, option.title, option.help)
            continue
        field = PartField(
            REACH, "Distance", Sort.NUMBER, USUAL_REACH, option.low, option.high, (),
            "How many tiles far players see. 0: only their own tiles.",
        )  # fmt: skip
        text = "Another distance of view. Lit tiles are not always visible."
        yield PartKind(name, option.title, text, (field,))


class GeneralsScenarios(ScenarioFormat):
    """A scenario has each special rule at most once, in any combination.

    The rules of the game define which of them takes priority.
    """

    bases: ClassVar[tuple[str, ...]] = ("duel", "melee", "pairs", "eight", "sixteen")
    parts: ClassVar[tuple[PartKind, ...]] = tuple(_kinds())
    most_parts: ClassVar[int] = len(parts)
    help: ClassVar[str] = (
        "Each part is one of the special rules. City-State is not among them: it works on "
        "generated boards only, and a scenario has a map."
    )

    def check(self, scenario: JSON, board: JSON) -> None:
        problems = list(_problems(scenario.get("parts", [])))
        if problems:
            raise ScenarioError(problems)

    def params(self, scenario: JSON) -> Mapping[str, JSON]:
        chosen = {part["kind"]: part.get(REACH, True) for part in scenario.get("parts", [])}
        return {"modifiers": chosen}

    def describe(self, scenario: JSON, board: JSON) -> Sequence[str]:
        modifiers = Modifiers.from_json(self.params(scenario)["modifiers"])
        told = rules_in_words(modifiers, on_map=True)
        return [f"{rule.title}: {rule.text}" for rule in told]


def _problems(parts: Sequence[JSON]) -> Iterator[ScenarioProblem]:
    seen: set[str] = set()
    for number, part in enumerate(parts):
        name = str(part.get("kind"))
        if why := _objection(name, part, seen):
            yield ScenarioProblem(f"parts.{number}", why)
        seen.add(name)


def _objection(name: str, part: Mapping[str, JSON], seen: set[str]) -> str:
    """The problem of a part, or "".  ``seen`` has the kinds of the parts before it."""
    kind = next((kind for kind in GeneralsScenarios.parts if kind.kind == name), None)
    if name == "city_state":
        return f"{RULES[name].title} works on generated boards only: remove it"
    if kind is None:
        return f"there is no special rule {name!r:.40}: remove it"
    if name in seen:
        return f"{kind.title} is chosen twice: remove one of them"
    for each in kind.fields:
        if each.name not in part:
            return f"{kind.title} needs the field {each.name}"
        value = part[each.name]
        if type(value) is not int or not each.low <= value <= each.high:
            bounds = f"from {each.low} to {each.high}"
            return f"{each.title} is {value!r:.40}: set it to a whole number {bounds}"
    return ""


SCENARIOS = GeneralsScenarios()
