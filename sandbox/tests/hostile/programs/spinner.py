"""Uses 1.5 s of processor time."""

import time

from sandbox.tests.hostile.programs.tell import attempt


def spin() -> str:
    while time.process_time() < 1.5:
        pass
    return "1.5 s of processor time"


attempt(spin)
