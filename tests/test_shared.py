"""The browser that tests share, when one of them is tried again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.site import ROOT

CONFTEST = """
pytest_plugins = ["tests.shared"]

def pytest_configure(config):
    from contextlib import contextmanager
    from tests import shared

    class Browser:
        is_open = True

    @contextmanager
    def opened():
        made = Browser()
        print("opened", flush=True)
        yield made
        made.is_open = False
        print("closed", flush=True)

    shared._browser = shared.Shared(opened)
"""
FIRST = """
tries = []

def test_it_succeeds_when_it_is_tried_again(browser):
    tries.append(browser)
    assert browser.is_open
    assert len(tries) == 2
"""
SECOND = """
def test_without_a_browser():
    print("no browser", flush=True)
"""


def test_the_last_test_of_a_module_finds_it_open_when_it_is_tried_again(tmp_path: Path):
    for name, text in {"conftest": CONFTEST, "test_a": FIRST, "test_b": SECOND}.items():
        (tmp_path / f"{name}.py").write_text(text)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-s", "-n0", "-p", "no:django", "-p", "no:cacheprovider",
         "--reruns", "1", f"--rootdir={tmp_path}", "-c", "/dev/null", str(tmp_path)],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert "1 rerun" in done.stdout
    assert [done.stdout.count(word) for word in ("opened", "closed", "no browser")] == [1, 1, 1]
    assert done.stdout.index("closed") < done.stdout.index("no browser")
