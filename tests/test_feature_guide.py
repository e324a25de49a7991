"""The guide to a feature, followed to the letter in a copy of the project."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import template
from tests.guide import Change, Commands, File, Project, steps_of
from tests.site import ROOT

GUIDE = ROOT / "docs" / "a-feature-from-end-to-end.md"
STEPS = steps_of(GUIDE.read_text())


@pytest.fixture
def project() -> Iterator[Project]:
    # A short path: a socket is in it.
    root = Path(tempfile.mkdtemp(prefix="arb-guide-"))
    try:
        yield Project(root)
    finally:
        shutil.rmtree(root, ignore_errors=True)


@pytest.mark.timeout(900)
def test_the_feature_works_and_the_guide_names_each_file_that_it_changes(project: Project):
    before = project.files()
    for step in STEPS:
        if isinstance(step, Commands) and "pytest" in step.lines[0]:
            template.lend(project.root)
        project.follow(step)
    changed = {name for name, _ in before.items() ^ project.files().items()}
    migration = {"platform/bots/migrations/0002_motto.py"}
    assert changed == {s.path for s in STEPS if isinstance(s, File | Change)} | migration


def test_the_guide_is_short():
    assert len(GUIDE.read_text().splitlines()) < 250
