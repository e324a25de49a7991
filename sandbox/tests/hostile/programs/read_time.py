"""Reads a file that others read as well, to leave the time of that in it."""

import os
import sys

from sandbox.tests.hostile.programs.tell import attempt


def leave() -> str:
    before = os.stat(sys.argv[1]).st_atime_ns
    with open(sys.argv[1], "rb") as shared:
        shared.read()
    moved = os.stat(sys.argv[1]).st_atime_ns - before
    if not moved:
        raise RuntimeError("none")
    return f"its time of access moved by {moved} ns"


attempt(leave)
