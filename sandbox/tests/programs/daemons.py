"""Leaves eight daemons behind that ignore signals, and says so; then waits or ends."""

import os
import signal
import sys
import time

for _ in range(8):
    if os.fork() == 0:
        os.setpgid(0, 0)
        if os.fork():
            os._exit(0)
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGCHLD):
            signal.signal(number, signal.SIG_IGN)
        for descriptor in (0, 1, 2):
            os.close(descriptor)
        time.sleep(600)
    os.wait()
print("ready", flush=True)
if sys.argv[1] == "wait":
    sys.stdin.read()
