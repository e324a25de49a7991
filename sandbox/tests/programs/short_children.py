"""Works in children of 5 ms each, which are buried as the first argument says."""

import contextlib
import os
import signal
import sys
import time

how, count = sys.argv[1], int(sys.argv[2])
if how == "ignored":
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)


def work() -> None:
    while time.process_time() < 0.005:
        pass
    os._exit(0)


for _ in range(count):
    if (child := os.fork()) == 0:
        if how == "orphans":
            if os.fork():
                os._exit(0)
            work()
        work()
    if how != "orphans":
        # With SIGCHLD ignored it is gone when this returns: the kernel has buried it.
        with contextlib.suppress(ChildProcessError):
            os.waitpid(child, 0)
    else:
        os.waitpid(child, 0)
        time.sleep(0.006)
print("worked", flush=True)
time.sleep(1)
