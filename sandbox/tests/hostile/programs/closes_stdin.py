"""Closes its input, so that a writer gets an error or a signal."""

import os
import time

from sandbox.tests.hostile.programs.table import LIFE_S, asked, say

asked()
say("3\n")
os.close(0)
time.sleep(LIFE_S)
