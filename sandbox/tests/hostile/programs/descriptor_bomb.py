"""Opens one file again and again, 1000 times."""

import os

from sandbox.tests.hostile.programs.tell import attempt


def bomb() -> str:
    kept = [os.open("/dev/null", os.O_RDONLY) for _ in range(1000)]
    return f"{len(kept)} descriptors"


attempt(bomb)
