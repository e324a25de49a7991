"""`python -m sandbox.isolation`: what this machine can hold."""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

from sandbox.errors import SandboxError
from sandbox.isolation import choose, walls
from sandbox.isolation.base import Backend, Spec
from sandbox.isolation.bubblewrap import Bubblewrap
from sandbox.isolation.running import cgroups
from sandbox.languages import LANGUAGES

_STARTS = 20
_SLOWLY = "bubblewrap, which takes twice as long as our launcher: that needs gcc and Linux 5.12"


def main() -> int:
    try:
        backend = choose()
    except SandboxError as error:
        say("isolation", "none")
        say("", str(error))
        return 1
    say("isolation", backend.name)
    if isinstance(backend, Bubblewrap):
        say("started by", "our launcher" if backend.launched else _SLOWLY)
    tree = cgroups.find()
    say("control groups", _describe(tree) if tree else "none")
    say("start", f"{_start_ms(backend):.1f} ms (median of {_STARTS})")
    for language in LANGUAGES.values():
        missing = [tool for tool in language.tools if not Path(tool).exists()]
        say(language.title, f"needs {', '.join(missing)}" if missing else "ready")
    for line in walls.lines(backend):
        say("wall", line)
    for weakness in backend.weaknesses:
        say("weakness", weakness)
    return 0


def say(key: str, value: str) -> None:
    sys.stdout.write(f"{key:15} {value}\n")


def _describe(tree: cgroups.Tree) -> str:
    return ", ".join(f"{name} in {path}" for name, path in sorted(tree.parents.items()))


def _start_ms(backend: Backend) -> float:
    times = []
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        for _ in range(_STARTS):
            began = time.monotonic()
            process = backend.spawn(Spec(("/usr/bin/true",), Path(folder)))
            times.append(time.monotonic() - began)
            process.close()
    return statistics.median(times) * 1000


if __name__ == "__main__":
    sys.exit(main())
