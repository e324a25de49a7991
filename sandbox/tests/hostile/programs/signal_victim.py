"""Kills an opponent by its number on the host."""

import os
import signal
import sys

from sandbox.tests.hostile.programs.tell import attempt


def kill() -> str:
    os.kill(int(sys.argv[1]), signal.SIGKILL)
    return "the opponent is dead"


attempt(kill)
