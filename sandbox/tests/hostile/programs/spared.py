"""Asks the kernel to kill the platform before it where the machine runs out of memory."""

from sandbox.tests.hostile.programs.tell import attempt


def ask() -> str:
    with open("/proc/self/oom_score_adj", "r+b", buffering=0) as own:
        before = own.read().decode().strip()
        own.write(b"0")
    return f"its score went down by {before}"


attempt(ask)
