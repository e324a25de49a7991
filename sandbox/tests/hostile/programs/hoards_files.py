"""Opens 500 files, plays if it may, and else hangs with all that it got."""

import os
import time

from sandbox.tests.hostile.programs.table import LIFE_S, play

try:
    for _ in range(500):
        os.open("/dev/null", os.O_RDONLY)
except OSError:
    time.sleep(LIFE_S)
play()
