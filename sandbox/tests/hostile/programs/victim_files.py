"""Looks for an opponent's files, in the shared folders and through its /proc."""

import contextlib
import os
import sys

from sandbox.tests.hostile.programs.tell import attempt


def look() -> str:
    found: set[str] = set()
    root = f"/proc/{sys.argv[1]}/root"
    for folder in ("/tmp", "/dev/shm", f"{root}/tmp", f"{root}/bot"):
        with contextlib.suppress(OSError):
            found.update(name for name in os.listdir(folder) if "hostile-victim-" in name)
    if not found:
        raise OSError("none")
    return " ".join(found)


attempt(look)
