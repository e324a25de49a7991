"""The same sandbox for an ordinary user: a small suite that root runs again as somebody else."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import tempfile
from pathlib import Path

import pytest

from sandbox.artifacts import CACHE
from sandbox.tests.readable import readable

ROOT = Path(__file__).parents[2]
UID = 60001
PACKAGES = ("pytest", "_pytest", "pluggy", "iniconfig", "packaging", "pygments", "py", "pyseccomp")
SLOW = ("cpu", "numpy", "bomb", "runtimes", "java", "report", "root")
HELD = " and ".join(f"not {word}" for word in SLOW)
"""What needs control groups skips itself."""
FILES = ("test_isolation.py", "test_hostile.py", "test_freeze.py", "test_watch.py")
LANGUAGES = """
from sandbox.languages.selftest import availability
for name, found in availability().items():
    if not found.ok:
        print(name, found.reason)
"""

pytestmark = [
    pytest.mark.skipif(os.geteuid() != 0, reason="this is an ordinary user's run already"),
    pytest.mark.xdist_group("ordinary"),
]


@pytest.fixture(scope="module")
def home() -> Path:
    """What an ordinary user needs to run the suite, where that user can read it."""
    sources = [ROOT / "sandbox", ROOT / "games", ROOT / "sandbox" / "tests"]
    for name in PACKAGES:
        found = importlib.util.find_spec(name)
        if found is not None and found.origin is not None:
            origin = Path(found.origin)
            sources.append(origin.parent if origin.name == "__init__.py" else origin)
    folder = readable(*sources)
    (folder / "tests").rename(folder / "sandbox" / "tests")
    return folder


def as_user(home: Path, *argv: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/usr/bin/python3", "-B", *argv],
        env={"PYTHONPATH": str(home), "PATH": "/usr/bin", "HOME": "/tmp", **more},
        cwd=home,
        umask=0o077,
        user=UID,
        group=UID,
        extra_groups=[],
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
    )


def test_an_ordinary_user_has_a_backend_that_passes_its_self_test(home):
    code = (
        "from sandbox.isolation import choose; b = choose(); "
        "print(b.name, b.tree is None, len(b.weaknesses))"
    )
    done = as_user(home, "-c", code)
    assert (done.stdout, done.stderr) == ("bubblewrap True 4\n", "")


def test_what_holds_for_root_holds_for_an_ordinary_user(home):
    tests = [f"sandbox/tests/{name}" for name in FILES]
    options = ["-q", "-c", "/dev/null", "--rootdir", str(home), "-p", "no:cacheprovider"]
    done = as_user(home, "-m", "pytest", *options, "-k", HELD, *tests)
    last = done.stdout.strip().splitlines()[-1]
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert int(last.split(" passed")[0].split()[-1]) > 60


def test_every_language_works_for_an_ordinary_user(home):
    """With the platform's umask, as everything here, and what the languages keep made again."""
    with tempfile.TemporaryDirectory(prefix="arb-cache-") as folder:
        os.chown(folder, UID, UID)
        done = as_user(home, "-c", LANGUAGES, **{CACHE: folder})
    assert done.stdout == "", done.stdout
    assert done.returncode == 0, done.stderr
