"""Looks for the platform's secret in the environment of every other process there is."""

import contextlib
import os

from sandbox.tests.hostile.programs.tell import attempt


def look() -> str:
    seen = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        if int(pid) != os.getpid():
            with contextlib.suppress(OSError), open(f"/proc/{pid}/environ", "rb") as file:
                words = file.read().decode(errors="replace").split("\0")
                seen += [word for word in words if word.startswith("ARBITER_KIT_SECRET=")]
    if not seen:
        raise OSError("not there")
    return " ".join(seen)


attempt(look)
