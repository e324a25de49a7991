"""Only the kinds of stages know what is different in each: others ask `ladder.events.kinds`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from ladder.core.contest.plan import Kind
from ladder.events.kinds.registry import KINDS

ROOT = Path(__file__).resolve().parents[1]
ROOMS = (ROOT / "ladder" / "events" / "kinds", ROOT / "ladder" / "core")
PLAN = "ladder.core.contest.plan"
ANSWERS = {name for name, each in vars(Kind).items() if isinstance(each, property)} - {"label"}
"""Questions that the core answers; other rooms ask the object of the kind."""
OF_ROWS = {"ladder/events/models/stages.py": ["has_match_days"]}
"""The model of a stage stands below the kinds."""


def asked(tree: ast.AST) -> Iterator[str]:
    """The members of a stage's kind that a module names, and what it asks the kind itself."""
    members, modules = set(), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            names = {each.name: each.asname or each.name for each in node.names}
            members |= {names[n] for n in ("Kind",) if n in names and node.module == PLAN}
            modules |= {names[n] for n in ("plan",) if n in names and f"{node.module}.plan" == PLAN}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute):
            continue
        owner = ast.unparse(node.value)
        of_kind = owner in members or owner in {f"{name}.Kind" for name in modules}
        if (of_kind and node.attr in Kind.__members__) or (
            owner.rpartition(".")[2] == "kind" and node.attr in ANSWERS
        ):
            yield node.attr


def test_only_the_kinds_and_the_core_name_a_kind_of_stage():
    found = {}
    for path in (
        each for room in ("ladder", "platform", "cli") for each in ROOT.glob(f"{room}/**/*.py")
    ):
        inside = {"tests", "migrations"} & set(path.parts)
        if inside or any(path.is_relative_to(room) for room in ROOMS):
            continue
        if places := list(asked(ast.parse(path.read_text()))):
            found[path.relative_to(ROOT).as_posix()] = places
    assert found == OF_ROWS


def test_no_template_compares_the_kind_of_a_stage():
    compares = re.compile(r"(stage|plan)(\.data|\.planned)?\.kind\s*(==|!=|in\b)")
    pages = [*ROOT.glob("templates/**/*.html"), *ROOT.glob("platform/**/*.html")]
    assert [page.name for page in pages if compares.search(page.read_text())] == []


def test_each_kind_is_one_object():
    assert set(KINDS) == set(Kind)
    for kind, each in KINDS.items():
        assert each.kind is kind


def test_the_reader_of_places_finds_each_way_to_ask():
    text = """
from ladder.core.contest import plan
from ladder.core.contest.plan import Kind as Format
from matches.models import Match

def one(stage):
    return stage.kind is Format.SWISS or stage.kind in (plan.Kind.HILL,) or stage.kind.is_bracket

def other(match):
    return match.kind == Match.Kind.LADDER or match.kind.label
"""
    assert sorted(asked(ast.parse(text))) == ["HILL", "SWISS", "is_bracket"]
