"""Burns CPU time for the given seconds, by itself or in children, and says how much it was."""

import os
import sys
import time

seconds, where = float(sys.argv[1]), sys.argv[2]


def burn():
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


if where == "children":
    for _ in range(2):
        if os.fork() == 0:
            burn()
            os._exit(0)
    os.wait()
    os.wait()
else:
    burn()
print("burnt", flush=True)
sys.stdin.read()
