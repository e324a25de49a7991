"""Reads nothing."""

import time

from sandbox.tests.hostile.programs.table import LIFE_S

time.sleep(LIFE_S)
