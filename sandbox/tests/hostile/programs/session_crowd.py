"""Processes that spin, each in a session of its own where it may, for 3 s at most."""

import contextlib
import os
import sys
import time

for _ in range(int(sys.argv[1])):
    if os.fork() == 0:
        with contextlib.suppress(OSError):
            os.setsid()
        end = time.monotonic() + 3
        while time.monotonic() < end:
            pass
        os._exit(0)
print("READY", flush=True)
time.sleep(3)
