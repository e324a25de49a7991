"""Forks until it may not, at most 200 times; every child stays."""

import os
import time

from sandbox.tests.hostile.programs.tell import attempt


def bomb() -> str:
    for _ in range(200):
        if os.fork() == 0:
            time.sleep(5)
            os._exit(0)
    return "200 children at once"


attempt(bomb)
