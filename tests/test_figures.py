"""Capabilities are recorded, and the counts of `tools.figures` are right."""

from __future__ import annotations

from pathlib import Path

from tools import figures

RECORDED = Path(__file__).with_name("capabilities.txt")


def test_no_capability_goes_or_comes_unrecorded():
    """Of one that goes, docs/decisions.md has the reason.  The list is written by
    ``.venv/bin/python tools/figures.py capabilities > tests/capabilities.txt``."""
    recorded, present = RECORDED.read_text().splitlines(), figures.capabilities()
    assert {"gone": {*recorded} - {*present}, "new": {*present} - {*recorded}} == {
        "gone": set(),
        "new": set(),
    }
    assert recorded == present


def _module(tmp_path, name: str, text: str) -> figures.Module:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return figures.Module(path)


def test_figures_count_what_they_say(tmp_path, monkeypatch):
    monkeypatch.setattr(figures, "ROOT", tmp_path)
    core = "class Kind(StrEnum):\n    SERIES = 1\n\nis_long = Kind.SERIES.__eq__\n"
    plan = _module(tmp_path, "ladder/core/contest/plan.py", core)
    page = _module(
        tmp_path,
        "platform/pages/page.py",
        "from ladder.core.contest import plan\nfrom ladder.core.contest.plan import Kind, Stage\n"
        "def words(told, other):\n    found = found = other\n    rows.select_for_update()\n"
        "    return Kind.SERIES, stage.kind.grouped, Other.SERIES\n",
    )
    assert figures.crossing([plan, page]) == (3, 1)
    assert figures.asking_for_kinds([plan, page]) == {plan.name: 1, page.name: 2}
    assert figures.vague_names([plan, page]) == 3
    assert figures.called([plan, page], "select_for_update") == 1
    many = [_module(tmp_path, f"games/full/m{n}.py", "") for n in range(13)]
    assert figures.crowded([*many, plan, page]) == {"games/full": 13}


CROWDED = {
    "games": 20,
    "games/generals": 24,
    "games/lost_in_space": 13,
    "games/microwars": 13,
    "games/snake": 13,
    "games/xghj": 21,
    "cli/commands": 20,
}
"""Rooms that still have more loose modules than others may."""


def test_no_room_gets_crowded():
    grown = {
        folder: count
        for folder, count in figures.crowded(figures.product()).items()
        if count > CROWDED.get(folder, 0)
    }
    assert grown == {}, "make rooms inside: at most 12 loose modules in a folder"


ROOMS_OF_EVENTS = {
    *("models", "roles", "permissions", "people", "changes", "signals"),
    *("reading", "entrants", "mending", "showing", "planning", "circuits", "running"),
    *("kinds", "sources"),
}
"""Rooms of events from which the platform imports: types, rights, questions and acts."""


def test_the_platform_knows_few_names_of_the_ladder():
    """It imports modules of the ladder, and of their names only models, roles and the viewer."""
    product = figures.product()
    assert figures.crossing(product)[0] <= 180
    homes = {
        f"{home}.{name}"
        for module in product
        if module.room == "platform"
        for home, name in module.imports()
        if f"{home}.".startswith("ladder.events.")
    }
    assert {home.split(".")[2] for home in homes} <= ROOMS_OF_EVENTS
