"""Every block of code in the documents is run by a test, or is named here with the reason."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from games.package import kit_files
from games.registry import GAMES
from games.tests.kits import kit_of
from games.tests.pipes import lay_out
from tests.readmes import READMES
from tests.site import clean_environment

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = [
    *ROOT.glob("*.md"),
    *(ROOT / "docs").rglob("*.md"),
    *(ROOT / "examples").glob("*.md"),
    *READMES,
]
Block = tuple[str, str]
"""A document, and the first line of a block in it."""

ELSEWHERE = {
    ("ARCHITECTURE.md", "browser ──HTTP──▶"): "is a picture",
    ("README.md", "make run     # installs what it needs"): "tests/test_run.py starts the site",
    ("docs/programs.md", "curl -H"): "platform/api/tests/test_commands.py runs the calls",
    ("docs/judger.md", "python -m sandbox.judger LOGIC AI0"): "LOGIC and CONFIG stand for files",
    ("CONTRIBUTING.md", "make dev"): "serves until somebody stops it",
    ("CONTRIBUTING.md", "make lint types"): "runs beside the tests",
    ("CONTRIBUTING.md", ".venv/bin/pre-commit install"): "would change the checkout",
    (
        "examples/README.md",
        ".venv/bin/python manage.py install_game",
    ): "platform/pages/tests/test_outside.py",
    (
        "games/foreign/README.md",
        ".venv/bin/python manage.py install_game",
    ): "platform/pages/tests/test_outside.py",
    ("games/foreign/README.md", '{"turn": 7'): "games/foreign/tests/view.test.js shows it",
    ("examples/README.md", "cd examples/games && zip"): "needs a program that only people need",
    ("docs/command-line.md", "pipx install ."): "cli/tests/test_home.py installs the wheel",
    ("docs/drawings.md", "import draw"): "games/tests/test_draw.py calls them",
    ("docs/embedding.md", "<iframe"): "has an address that stands for a site",
    (
        "docs/embedding.md",
        "const frame =",
    ): "platform/pages/matches/tests/test_embed_browser.py runs it",
    ("docs/event-plans.md", "{"): "tests/test_event_plan_docs.py reads the plan",
    ("docs/event-plans.md", 'slug = "spring-cup"'): "cli/tests/test_event.py applies the file",
}
"""Commands that are not run here, with the reason."""
GUIDES = {"docs/new-game.md", "docs/a-feature-from-end-to-end.md", "docs/operations.md"}
"""tests/test_new_game.py and tests/test_feature_guide.py follow the first two to the letter. The
third changes whole machines: tests/test_operations.py looks at what it names."""
RUN = {
    ("docs/authors.md", 'python3 play.py "python3 main.py"'),
    ("docs/judger.md", "python -m sandbox.judger snake+--fresh"),
    ("CONTRIBUTING.md", ".venv/bin/python -m pytest -q"),
}


def blocks() -> dict[Block, str]:
    found = {}
    for path in DOCUMENTS:
        name = str(path.relative_to(ROOT))
        for token in MarkdownIt().parse(path.read_text(encoding="utf-8")):
            if token.type == "fence" and name not in GUIDES:
                found[name, token.content.strip().split("\n")[0]] = token.content
    return found


def body(name: str, beginning: str) -> str:
    return next(
        text
        for (where, first), text in blocks().items()
        if where == name and first.startswith(beginning)
    )


def test_every_block_is_run_or_named_with_a_reason():
    known = RUN | ELSEWHERE.keys()
    for name, first in blocks():
        assert any(name == where and first.startswith(start) for where, start in known), (
            f"{name}: nothing runs the block {first!r}"
        )
    for name, beginning in known:
        assert body(name, beginning)


def shell(command: str, folder: Path, *, programs: Path | None = None) -> str:
    """The output of a command in a folder; ``programs`` is added to the path of Python modules."""
    variables = clean_environment(folder / "var") | {"PYTHONPATH": str(programs or "")}
    variables["PATH"] = f"{ROOT / '.venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-ec", command],
        cwd=folder,
        env=variables,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, (command, done.stdout, done.stderr)
    return done.stdout


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    """The folder of a bot that is the Python kit of snake."""
    return lay_out(kit_files(kit_of(GAMES["snake"], "python")), tmp_path / "my-bot")


def test_the_first_bot_plays_by_both_commands_of_the_guide(kit):
    in_kit, in_project = body("docs/authors.md", "python3 play.py").strip().split("\n")
    assert re.search(r"\b\d+", shell(in_kit, kit))
    once = in_project.replace("--games 20", "--games 1").replace("my-bot/", f"{kit}/")
    assert once != in_project
    assert "gardener" in shell(once, ROOT)


def test_the_judger_plays_bots_of_the_site_behind_an_adapter(kit, tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).symlink_to(kit)
    shell(body("docs/judger.md", "python -m sandbox.judger snake"), tmp_path, programs=ROOT)
    assert (tmp_path / "replay.jsonl.gz").stat().st_size > 100


def test_the_examples_of_single_tests_select_tests_that_pass():
    for command in body("CONTRIBUTING.md", ".venv/bin/python -m pytest").strip().split("\n"):
        assert re.search(r"[1-9]\d* passed", shell(command, ROOT))
