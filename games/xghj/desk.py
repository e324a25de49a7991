"""What a scenario of the game is made of, for the form in which organizers put one together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from games import scenarios
from games.engine import JSON
from games.scenarios import (
    Constant,
    PartField,
    PartKind,
    ScenarioFormat,
    ScenarioProblem,
    Sheet,
    Sort,
)
from games.xghj import ways
from games.xghj.catalog import PARTS
from games.xghj.constants import BOUNDS, Constants
from games.xghj.ground import STANDARD_KERNEL
from games.xghj.parts import PartParameter
from games.xghj.scenario import (
    MOST_PARTS,
    MOST_POINTS,
    Scenario,
    ScenarioError,
    kernel_rows,
)

LONGEST_WAYS = 200
_SORTS = {"number": Sort.NUMBER, "tag": Sort.TAG, "ways": Sort.TEXT}
_WORDS = {
    "max_round": ("Rounds", "The game stops when the counter of rounds reaches this."),
    "initial_money": ("Initial resources", "Before the bids, for everybody."),
    "bomb_cost": ("Price of a bomb", "For each unit of size."),
    "suppress_limit": (
        "Suppression limit",
        "An attack takes a cell if it is larger than the defence by more than this.",
    ),
    "capital_influence": (
        "Influence of a capital",
        "Thousandths of the last income that pay for its free bomb, at the price of a bomb.",
    ),
    "city_income": ("Wage of a capital", "In hundredths of the round's number."),
    "corruption": ("Corruption", "Thousandths of the savings that are lost for each cell."),
    "justify_rounds": ("Rounds to justify a war", "So many in a row make a war."),
    "justify_price": ("Price of justifying a war", "Each time."),
    "border": ("Sight", "How far countries see and discover each other, in steps."),
    "spawn_distance": ("Distance of first cells", "How far apart countries begin, in steps."),
    "spawn_anywhere": (
        "Begin anywhere",
        "1: also where nobody can attack; 0: only on land that can be taken.",
    ),
}


def _constants() -> Iterator[Constant]:
    usual = Constants().to_json()
    for name, (low, high) in BOUNDS.items():
        title, text = _WORDS[name]
        yield Constant(name, title, low, high, usual[name], text)


def _field(field: PartParameter) -> PartField:
    sort = _SORTS[field.sort]
    high = LONGEST_WAYS if sort is Sort.TEXT else field.high
    return PartField(field.name, field.title, sort, field.default, field.low, high, (), field.help)


def _plain(scenario: JSON) -> JSON:
    """A scenario of the form as `Scenario.from_json` reads it."""
    plain = {key: value for key, value in scenario.items() if key != "sheets"}
    sheets = scenario.get("sheets", {})
    if "kernel" in sheets:
        plain["kernel"] = sheets["kernel"]
    return plain


def _path(path: str) -> str:
    """Where in the form something is that is wrong with a scenario."""
    return "sheets.kernel" if path.partition(".")[0] == "kernel" else path


class XghjScenarios(ScenarioFormat):
    """Scenarios of `games.xghj.scenario`; what kinds of terrain do is in the maps' cells."""

    bases: ClassVar[tuple[str, ...]] = ("standard", "four", "duel")
    constants: ClassVar[tuple[Constant, ...]] = tuple(_constants())
    parts: ClassVar[tuple[PartKind, ...]] = tuple(
        PartKind(part.kind, part.title, part.help, tuple(map(_field, part.fields)))
        for part in PARTS.values()
    )
    sheets: ClassVar[tuple[Sheet, ...]] = (
        Sheet(
            "kernel",
            "Kernel of a bomb",
            tuple(kernel_rows(STANDARD_KERNEL)),
            "How much of its size a bomb has on the cells around it: nine rows of nine weights "
            "from 0 to 1, with at most four decimals.",
        ),
    )
    most_points: ClassVar[int] = MOST_POINTS
    most_parts: ClassVar[int] = MOST_PARTS
    tag_pattern: ClassVar[str] = ways.TAG.pattern
    help: ClassVar[str] = (
        "Points are cells with a name; parts speak of them by their tags. Without a part that is a "
        "goal, countries are ranked as usual."
    )

    def check(self, scenario: JSON, board: JSON) -> None:
        self._read(scenario, board)

    def params(self, scenario: JSON) -> Mapping[str, JSON]:
        return {"scenario": _plain(scenario)}

    def describe(self, scenario: JSON, board: JSON) -> Sequence[str]:
        return [*super().describe(scenario, board), *self._read(scenario, board).words()]

    def _read(self, scenario: JSON, board: JSON) -> Scenario:
        try:
            return Scenario.from_json(_plain(scenario), board)
        except ScenarioError as error:
            problems = [ScenarioProblem(_path(path), why) for path, why in error.problems]
            raise scenarios.ScenarioError(problems) from None


SCENARIOS = XghjScenarios()
