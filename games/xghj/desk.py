"""The scenarios of XGHJ as data, for the form in which organizers make one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from games.engine import JSON
from games.options import NumberOption
from games.scenarios import PartKind, ScenarioError, ScenarioFormat, Sheet
from games.xghj.catalog import PARTS
from games.xghj.constants import NUMBERS, Constants
from games.xghj.ground import STANDARD_ROWS
from games.xghj.parts import TAG
from games.xghj.scenario import MOST_PARTS, MOST_POINTS, Scenario

_USUAL = Constants()


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
    constants: ClassVar[tuple[NumberOption, ...]] = tuple(
        NumberOption(name, title, low, high, getattr(_USUAL, name), text)
        for name, (low, high, title, text) in NUMBERS.items()
    )
    parts: ClassVar[tuple[PartKind, ...]] = tuple(
        PartKind(part.kind, part.title, part.help, part.fields) for part in PARTS.values()
    )
    sheets: ClassVar[tuple[Sheet, ...]] = (
        Sheet(
            "kernel",
            "Kernel of a bomb",
            STANDARD_ROWS,
            "A bomb's influence on the cells around it, as a share of its size: nine rows of nine "
            "weights from 0 to 1, with at most four decimals.",
        ),
    )
    most_points: ClassVar[int] = MOST_POINTS
    most_parts: ClassVar[int] = MOST_PARTS
    tag_pattern: ClassVar[str] = TAG.pattern
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
            problems = [replace(each, path=_path(each.path)) for each in error.problems]
            raise ScenarioError(problems) from None


SCENARIOS = XghjScenarios()
