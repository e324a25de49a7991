"""The same sandbox for an ordinary user: a small suite that root runs again as somebody else."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import tempfile
from pathlib import Path

import pytest

from sandbox.artifacts import CACHE
from sandbox.tests.readable import open_to_all, readable
from tests.examples import sample

ROOT = Path(__file__).parents[2]
UID = 60001
PACKAGES = ("pytest", "_pytest", "pluggy", "iniconfig", "packaging", "pygments", "py", "pyseccomp")
SLOW = ("cpu", "numpy", "bomb", "runtimes", "java", "report", "root")
OFTEN = (
    "not (short_lived and (ignored or orphans))",
    "not (strangers and sleeps) and not wait_for_each_other",
)
"""Of tests that take long, those that tell least of what is different for an ordinary user."""
HELD = " and ".join((*(f"not {word}" for word in SLOW), *sample((), OFTEN)))
"""Tests that need control groups skip themselves."""
FILES = (
    *("test_isolation.py", "test_hostile.py", "test_freeze.py", "test_watch.py"),
    *("test_treeclock.py", "test_starvation.py"),
)
LANGUAGES = """
from sandbox.isolation import choose
from sandbox.languages import LANGUAGES
from sandbox.selftest import check
for name, language in LANGUAGES.items():
    found = check(language, choose())
    if not found.ok:
        print(name, found.reason)
"""

pytestmark = [
    pytest.mark.skipif(os.geteuid() != 0, reason="this is an ordinary user's run already"),
    pytest.mark.xdist_group("ordinary"),
]


@pytest.fixture(scope="module")
def home() -> Path:
    """Copy the files that the suite needs to a place that an ordinary user can read."""
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


@pytest.fixture
def systemd_run(home, tmp_path) -> Path:
    """A `systemd-run` that runs its command, and a program that takes control groups by it."""
    folder = readable(ROOT / "tools") / "tools"
    (folder / "systemd-run").write_text(
        '#!/bin/dash\necho "asked: $*"\nwhile [ "$1" != -- ]; do shift; done; shift; exec "$@"\n'
    )
    (folder / "systemd-run").chmod(0o755)
    (folder / "start.py").write_text(
        "import os, sys; sys.path.insert(0, os.path.dirname(sys.path[0]))\n"
        "from tools import scope; scope.enter()\n"
        "print(sys.argv[1:], os.environ.get('ARBITER_SCOPE'), flush=True)\n"
    )
    open_to_all(folder)
    return folder


def test_an_ordinary_user_starts_in_control_groups_of_systemd(home, systemd_run):
    done = as_user(home, str(systemd_run / "start.py"), "word", PATH=f"{systemd_run}:/usr/bin")
    asked, said = done.stdout.splitlines()  # the try-out is captured
    assert asked.startswith("asked: --user --scope --quiet --collect -p Delegate=yes -- ")
    assert said == "['word'] 1"


def test_without_systemd_of_the_users_own_the_start_goes_on(home, systemd_run):
    (systemd_run / "systemd-run").write_text("#!/bin/dash\necho no bus >&2\nexit 1\n")
    done = as_user(home, str(systemd_run / "start.py"), PATH=f"{systemd_run}:/usr/bin")
    assert (done.stdout, done.stderr) == ("[] None\n", "")


def test_an_ordinary_user_is_told_what_holds_each_wall(home):
    code = "from sandbox.isolation import choose, walls; print(*walls.lines(choose()), sep='\\n')"
    lines = as_user(home, "-c", code).stdout.splitlines()
    pairs = (line.rsplit("  ", 1) for line in lines[:-1])
    held = {wall.strip(): by for wall, by in pairs}
    assert held["memory"] == "watcher"
    assert list(held.values()).count("kernel") >= 4
    assert lines[-1].startswith("To have the kernel hold all of it: sudo systemd-run --pty")


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
