"""So many processes that spin, each in a session of its own where it may; says when they do."""

import contextlib
import os
import sys

for _ in range(int(sys.argv[1])):
    if os.fork() == 0:
        with contextlib.suppress(OSError):
            os.setsid()
        while True:
            pass
print(sys.argv[1], flush=True)
sys.stdin.read()
