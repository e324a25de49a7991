"""Stops itself in its turn, as a debugger would."""

import os
import signal
import time

from sandbox.tests.hostile.programs.table import LIFE_S, asked

asked()
os.kill(os.getpid(), signal.SIGSTOP)
time.sleep(LIFE_S)
