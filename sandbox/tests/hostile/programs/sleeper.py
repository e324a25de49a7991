"""Sleeps before it answers."""

import time

from sandbox.tests.hostile.programs.table import asked, say

while True:
    asked()
    time.sleep(0.6)
    say("3\n")
