"""A process with a running site's settings that carries out commands of a test in order.

Starting Django takes longer than most commands, so one process serves a whole test.  Both ends
speak lines of JSON: ``[command, argument, …]`` in, ``{"answer": …}`` or ``{"error": …}`` out.
"""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.site import ROOT


class Inside:
    """The test's end."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def ask(self, command: str, *words: Any) -> Any:
        """The answer to a command; AssertionError with its traceback where it failed."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([command, *words]) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, f"the process inside the site ended at {command}"
        told = json.loads(line)
        assert "error" not in told, told["error"]
        return told["answer"]


@contextmanager
def inside(module: str, env: dict[str, str]) -> Iterator[Inside]:
    """``module`` has a table ``COMMANDS``; ``env`` comes from `site.clean_environment`."""
    env = env | {
        "DJANGO_SETTINGS_MODULE": "arbiter.settings",
        "PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.inside", module],
        env=env,
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield Inside(process)
    finally:
        process.kill()
        process.communicate()


def serve(module: str) -> None:
    """The site's end: carry out commands until the standard input ends."""
    import django

    django.setup()
    commands = importlib.import_module(module).COMMANDS
    for line in sys.stdin:
        command, *words = json.loads(line)
        try:
            told = {"answer": commands[command](*words)}
        except Exception:
            told = {"error": traceback.format_exc()}
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    serve(sys.argv[1])
