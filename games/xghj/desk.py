"""The scenarios of XGHJ as data, for the form in which organizers make one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from games import scenarios
from games.engine import JSON
from games.options import NumberOption
from games.scenarios import (
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
    "initial_money": ("Initial resources", "Of every country, before the bids."),
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
    "justify_rounds": ("Rounds to justify a war", "A war begins after this many in a row."),
    "justify_price": ("Price of justifying a war", "Each time."),
    "border": ("Sight", "How far countries see and discover each other, in steps."),
    "spawn_distance": ("Distance of first cells", "Least distance between countries, in steps."),
    "spawn_anywhere": (
        "Begin anywhere",
        "1: also on cells that nobody can attack; 0: only on cells that countries can take.",
    ),
}


def _constants() -> Iterator[NumberOption]:
    usual = Constants().to_json()
    for name, (low, high) in BOUNDS.items():
        title, text = _WORDS[name]
        yield NumberOption(name, title, low, high, usual[name], text)


def _field(field: PartParameter) -> PartField:
    sort = _SORTS[field.sort]
    high = LONGEST_WAYS if sort is Sort.TEXT else field.high
    return PartField(field.name, field.title, sort, field.default, field.low, high, (), field.help)


def _plain(scenario: JSON) -> JSON:
    """A scenario from the form, in the shape that `Scenario.from_json` reads."""
    plain = {key: value for key, value in scenario.items() if key != "sheets"}
    sheets = scenario.get("sheets", {})
    if "kernel" in sheets:
        plain["kernel"] = sheets["kernel"]
    return plain


def _path(path: str) -> str:
    """The place in the form of a problem with this path in the scenario."""
    return "sheets.kernel" if path.partition(".")[0] == "kernel" else path


class XghjScenarios(ScenarioFormat):
    """Scenarios of `games.xghj.scenario`, without ``terrain``: the maps' cells have its numbers."""

    bases: ClassVar[tuple[str, ...]] = ("standard", "four", "duel")
    constants: ClassVar[tuple[NumberOption, ...]] = tuple(_constants())
    parts: ClassVar[tuple[PartKind, ...]] = tuple(
        PartKind(part.kind, part.title, part.help, tuple(map(_field, part.fields)))
        for part in PARTS.values()
    )
    sheets: ClassVar[tuple[Sheet, ...]] = (
        Sheet(
            "kernel",
            "Kernel of a bomb",
            tuple(kernel_rows(STANDARD_KERNEL)),
            "A bomb's influence on the cells around it, as a share of its size: nine rows of nine "
            "weights from 0 to 1, with at most four decimals.",
        ),
    )
    most_points: ClassVar[int] = MOST_POINTS
    most_parts: ClassVar[int] = MOST_PARTS
    tag_pattern: ClassVar[str] = ways.TAG.pattern
    help: ClassVar[str] = (
        "Points are cells with a name. Parts are special rules for the points with certain tags. "
        "Without a part that is a goal, countries are ranked as usual."
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
