"""Scenarios of generals: the special rules as parts, which organizers put together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from games.engine import JSON
from games.generals.orders import Modifiers
from games.generals.special import RULES, rules_in_words
from games.scenarios import (
    PartField,
    PartKind,
    ScenarioError,
    ScenarioFormat,
    ScenarioProblem,
    Sort,
)

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
    for field in kind.fields:
        if field.name not in part:
            return f"{kind.title} needs the field {field.name}"
        value = part[field.name]
        if type(value) is not int or not field.low <= value <= field.high:
            bounds = f"from {field.low} to {field.high}"
            return f"{field.title} is {value!r:.40}: set it to a whole number {bounds}"
    return ""


SCENARIOS = GeneralsScenarios()
