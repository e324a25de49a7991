"""Reads nothing."""

import time

from sandbox.hostile.programs.table import LIFE_S

time.sleep(LIFE_S)
