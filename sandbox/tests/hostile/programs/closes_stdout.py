"""Closes its output and lives on."""

import os
import time

from sandbox.tests.hostile.programs.table import LIFE_S, asked

asked()
os.close(1)
time.sleep(LIFE_S)
