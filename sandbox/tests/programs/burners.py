"""Children that burn CPU time, half of them forked by another child; reports when they run."""

import os
import sys

for number in range(int(sys.argv[1])):
    if os.fork() == 0:
        if number % 2 and os.fork():
            os._exit(0)
        while True:
            pass
print("burning", flush=True)
sys.stdin.read()
