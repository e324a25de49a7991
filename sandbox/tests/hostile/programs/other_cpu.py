"""Leaves the processor that it has been given, for all there are."""

import os

from sandbox.tests.hostile.programs.tell import attempt


def leave() -> str:
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    return f"runs on {len(os.sched_getaffinity(0))} processors"


attempt(leave)
