"""Plays on, and leaves children to the machine that ignore signals and hold no pipe."""

import os
import signal
import time

from sandbox.tests.hostile.programs.table import LIFE_S, play

for _ in range(3):
    if os.fork() == 0:
        os.setpgid(0, 0)
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        for descriptor in (0, 1, 2):
            os.close(descriptor)
        time.sleep(LIFE_S)
        os._exit(0)
play()
