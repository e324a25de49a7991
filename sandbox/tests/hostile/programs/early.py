"""Says with each answer, which is 1, also the next one, which is 9 and not yet asked for."""

import time

from sandbox.tests.hostile.programs.table import asked, say

while True:
    asked()
    time.sleep(0.02)
    say("1\n9\n")
