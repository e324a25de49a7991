"""Leaves eight daemons behind, which ignore signals and have let go of every pipe, for 5 s."""

import os
import signal
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
        time.sleep(5)
        os._exit(0)
    os.wait()
print("READY", flush=True)
time.sleep(5)
