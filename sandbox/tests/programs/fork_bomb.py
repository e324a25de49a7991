"""Forks until it may not, and prints how far it came; every child stays."""

import os
import sys
import time

children = 0
while children < 5000:
    try:
        if os.fork() == 0:
            time.sleep(600)
    except OSError:
        break
    children += 1
print(children, flush=True)
sys.stdin.read()
