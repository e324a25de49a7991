"""Lets children of children think for it, which are orphans before they begin."""

import os
import time

from sandbox.tests.hostile.programs.table import asked, say

while True:
    asked()
    for _ in range(20):
        if (child := os.fork()) == 0:
            if os.fork() == 0:
                while time.process_time() < 0.03:
                    pass
            os._exit(0)
        os.waitpid(child, 0)
        time.sleep(0.03)
    say("3\n")
