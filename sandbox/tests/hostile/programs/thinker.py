"""Thinks for 0.6 s of processor time before it answers."""

import time

from sandbox.tests.hostile.programs.table import asked, say

while True:
    asked()
    end = time.process_time() + 0.6
    while time.process_time() < end:
        pass
    say("3\n")
