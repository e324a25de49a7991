"""Lets short-lived children think for it, for whose time nobody ever asks."""

import contextlib
import os
import signal
import time

from sandbox.tests.hostile.programs.table import asked, say

signal.signal(signal.SIGCHLD, signal.SIG_IGN)
while True:
    asked()
    for _ in range(20):
        if (child := os.fork()) == 0:
            while time.process_time() < 0.03:
                pass
            os._exit(0)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(child, 0)
    say("3\n")
