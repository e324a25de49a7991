"""Gives its first answer, 9, when it is too late, and then says 1 in time."""

import time

from sandbox.tests.hostile.programs.table import asked, play, say

asked()
time.sleep(0.5)
say("9\n")
play(1)
