"""The kit run by an ordinary user, with control groups handed over to it or with none."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyseccomp

from sandbox.isolation.running import cgroups
from sandbox.tests.readable import SKIPPED, open_to_all, readable

UID = 60_002
_ROOT = Path(__file__).resolve().parents[3]
_ENTER = 'for group in $OWN; do echo $$ >"$group/cgroup.procs" || exit 9; done; exec setpriv "$@"'
_SECONDS = 600


def run_kit(backend: str, names: set[str]) -> dict[str, tuple[str, str]]:
    """Verdict and words for each of these rows, by name."""
    only = [word for name in sorted(names) for word in ("--only", name)]
    home = _tree()
    with _own_groups(backend == "groups") as own:
        done = subprocess.run(
            ["/bin/sh", "-c", _ENTER, "enter", f"--reuid={UID}", f"--regid={UID}",
             "--clear-groups", "/usr/bin/python3", "-B", "-m", "sandbox.tests.hostile",
             "--backend", backend, *only],
            env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(home), "LANG": "C.UTF-8",
                 "OWN": " ".join(map(str, own))},
            cwd=home,
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=False,
        )  # fmt: skip
    lines = done.stdout.splitlines()[1:-1]
    assert lines, done.stderr
    return {line[8:34].strip(): (line[:8].strip(), line[34:]) for line in lines}


def _tree() -> Path:
    """The project as that user can read it."""
    home = readable(_ROOT / "sandbox", _ROOT / "games", Path(pyseccomp.__file__))
    tests = home / "sandbox" / "tests"
    tests.mkdir(exist_ok=True)
    for name in ("__init__.py", "toy.py"):
        shutil.copyfile(_ROOT / "sandbox" / "tests" / name, tests / name)
    shutil.copytree(Path(__file__).parent, tests / "hostile", ignore=SKIPPED)
    open_to_all(tests)
    return home


@contextmanager
def _own_groups(wanted: bool) -> Iterator[list[Path]]:
    """A group in each hierarchy that belongs to the user, as a service manager delegates them."""
    tree = cgroups.find() if wanted else None
    parents = dict.fromkeys(tree.parents.values()) if tree else ()
    own = [parent / f"arbiter-test-{os.getpid()}" for parent in parents]
    try:
        for group in own:
            group.mkdir()
            for path in (group, *group.iterdir()):
                os.chown(path, UID, UID)
        yield own
    finally:
        for group in own:
            _remove(group)


def _remove(group: Path) -> None:
    deadline = time.monotonic() + 10
    while group.exists():
        for folder in (*filter(Path.is_dir, group.iterdir()), group):
            with contextlib.suppress(OSError):
                folder.rmdir()
        assert time.monotonic() < deadline, f"{group} stays busy"
        time.sleep(0.01)
