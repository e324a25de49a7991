"""The reference of plans as JSON names what the code reads, and its example can be imported."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path

import pytest

from ladder.core.contest.documents import from_json
from ladder.core.contest.plan import Feed, Kind, Options, Reveal, Seeding, StagePlan
from ladder.core.contest.problems import problems
from ladder.core.stages.contract import TieBreak

TEXT = (Path(__file__).resolve().parents[1] / "docs" / "event-plans.md").read_text()


@pytest.mark.parametrize(
    ("heading", "kind"), [("A stage", StagePlan), ("A feed", Feed), ("Options", Options)]
)
def test_it_names_every_field_and_no_other(heading, kind):
    part = TEXT.split(f"## {heading}\n")[1].split("\n## ")[0]
    cells = [line.split("|")[1] for line in part.splitlines() if line.startswith("| `")]
    assert sorted(re.findall(r"`(\w+)`", " ".join(cells))) == sorted(f.name for f in fields(kind))


def test_it_names_every_value():
    for names in (Kind, Reveal, Seeding, TieBreak):
        for each in names:
            assert f"`{each.value}`" in TEXT


def test_its_examples_are_plans_without_problems():
    plan, begun = (
        from_json(json.loads(each)) for each in re.findall(r"```json\n(.*?)```", TEXT, re.S)
    )
    assert problems(plan) == problems(begun) == []
    assert begun.stage("swiss").options.start_points[0] == 88
    assert plan.stage("qualifier").feeds == (Feed(), Feed("brawl", 3, exclude=True))
