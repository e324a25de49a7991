"""The toy with maps and scenarios, as a game that the site and the judger can play.

A scenario says how many turns there are, so that a match tells what it was played with.  Its parts
have fields of every sort.  A map is lines of ``.`` for grass, ``#`` for a rock, ``h`` for a home,
with blanks between.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any, ClassVar

from games.engine import JSON, Progress, Ruleset
from games.maps import Fact, MapError, MapFormat, MapProblem
from games.options import NumberOption
from games.scenarios import (
    Choice,
    PartField,
    PartKind,
    ScenarioError,
    ScenarioFormat,
    ScenarioProblem,
    Sheet,
    Sort,
)
from games.tests.toy import TURNS, Toy, ToyEngine

LIMITS: dict[str, Any] = {"memory_mb": 64}
FIELD = """\
h . . . .
. . . . .
. . # . .
. . . . .
. . . . h
"""


class OrchardMaps(MapFormat):
    def parse(self, text):
        rows = [line.split() for line in text.strip().split("\n")]
        problems = [
            MapProblem(f"“{token}” does not grow here", y, x)
            for y, row in enumerate(rows, 1)
            for x, token in enumerate(row, 1)
            if token not in (".", "#", "h")
        ]
        if problems or len({len(row) for row in rows}) > 1:
            raise MapError(problems or "the rows have different lengths")
        return {"width": len(rows[0]), "height": len(rows), "cells": [*chain(*rows)]}

    def write(self, board):
        width, cells = board["width"], board["cells"]
        rows = (cells[at : at + width] for at in range(0, len(cells), width))
        return "".join(" ".join(row) + "\n" for row in rows)

    def check(self, board):
        if self.parse(self.write(board)) != board:
            raise MapError("this is no orchard")

    def fits(self, board, ruleset):
        homes = board["cells"].count("h")
        if homes < ruleset.seats:
            raise MapError(f"it has {homes} homes for {ruleset.seats}")

    def generate(self, options, seed):
        return self.parse(FIELD)

    def facts(self, board):
        return (Fact("Homes", str(board["cells"].count("h"))),)


class OrchardScenarios(ScenarioFormat):
    bases: ClassVar[tuple[str, ...]] = ("duel", "trio")
    constants: ClassVar[tuple[NumberOption, ...]] = (
        NumberOption("turns", "Turns", 1, TURNS, TURNS, "Number of prizes."),
        NumberOption("wind", "Wind", 0, 9, 3),
    )
    parts: ClassVar[tuple[PartKind, ...]] = (
        PartKind("gate", "A gate", "Opens.", (PartField("tag", "Tag", Sort.TAG, "gate"),)),
        PartKind(
            "fair",
            "A fair",
            "Apples are sold.",
            (
                PartField("price", "Price", Sort.NUMBER, 3, 1, 9),
                PartField("day", "Day", Sort.CHOICE, "may", choices=(
                    Choice("may", "In May"), Choice("june", "In June"),
                )),
                PartField("at", "Place", Sort.POINT, "Old tree"),
                PartField("sold", "Sold", Sort.TAGS, ["red"]),
                PartField("song", "Song", Sort.TEXT, "la", high=20),
            ),
        ),
    )  # fmt: skip
    most_points: ClassVar[int] = 4
    sheets: ClassVar[tuple[Sheet, ...]] = (Sheet("song", "Song", ("do re", "mi"), "Line by line."),)
    most_parts: ClassVar[int] = 3
    help: ClassVar[str] = "Trees, gates and fairs."

    def check(self, scenario: JSON, board: JSON) -> None:
        points = scenario["points"]
        tags = {tag for point in points for tag in point["tags"]}
        names = {point["name"] for point in points}
        problems = [
            ScenarioProblem(f"points.{number}", f"{point['name']} stands on a rock")
            for number, point in enumerate(points)
            if _cell(board, point) == "#"
        ]
        for number, part in enumerate(scenario["parts"]):
            if part["kind"] == "gate" and part["tag"] not in tags:
                problems.append(
                    ScenarioProblem(f"parts.{number}", f"no point has the tag {part['tag']}")
                )
            if part["kind"] == "fair" and part["at"] not in names:
                problems.append(ScenarioProblem(f"parts.{number}.at", f"there is no {part['at']}"))
        if scenario["constants"].get("wind") == 9:
            problems.append(ScenarioProblem("constants.wind", "that is a storm"))
        if "noise" in scenario.get("sheets", {}).get("song", ()):
            problems.append(ScenarioProblem("sheets.song", "that is no song"))
        if "forbidden" in scenario["summary"]:
            problems.append(ScenarioProblem("", "it is forbidden"))
        if problems:
            raise ScenarioError(problems)

    def params(self, scenario: JSON) -> Mapping[str, JSON]:
        return {"turns": scenario["constants"].get("turns", TURNS), "scenario": scenario}

    def describe(self, scenario: JSON, board: JSON) -> list[str]:
        kinds = {kind.kind: kind.title for kind in self.parts}
        rules = [f"{kinds[part['kind']]}." for part in scenario["parts"]]
        return [*super().describe(scenario, board), *rules]


def _cell(board: JSON, point: Mapping[str, int]) -> str:
    inside = 0 <= point["x"] < board["width"] and 0 <= point["y"] < board["height"]
    return board["cells"][point["y"] * board["width"] + point["x"]] if inside else "#"


class OrchardEngine(ToyEngine):
    def __init__(self, setup):
        super().__init__(setup)
        self.turns = setup.params.get("turns", TURNS)

    def over(self):
        return super().over() or self.turn > self.turns

    def progress(self):
        return Progress(min(self.turn, self.turns), self.turns)


class Orchard(Toy):
    name = "orchard"
    title = "Orchard"
    engine = OrchardEngine
    maps: ClassVar[MapFormat] = OrchardMaps()
    scenarios: ClassVar[ScenarioFormat] = OrchardScenarios()
    rulesets = (
        Ruleset("duel", "Duel", "Two bidders.", 2, params={"base": "duel"}, **LIMITS),
        Ruleset("trio", "Trio", "Three bidders.", 3, **LIMITS),
    )


GAME = Orchard()
