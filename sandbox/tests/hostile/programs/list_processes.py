"""Looks for opponents among the processes that it can see, by their arguments."""

import contextlib
import os
import re

from sandbox.tests.hostile.programs.tell import attempt


def look() -> str:
    found = set()
    for pid in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError), open(f"/proc/{pid}/cmdline", "rb") as file:
            found.update(re.findall(r"victim-\w+", file.read().decode(errors="replace")))
    if not found:
        raise OSError("nobody")
    return " ".join(found)


attempt(look)
