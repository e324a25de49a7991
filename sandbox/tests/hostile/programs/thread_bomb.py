"""Starts threads until it may not, at most 200; every one stays."""

import os
import threading
import time

from sandbox.tests.hostile.programs.tell import attempt


def bomb() -> str:
    threading.stack_size(65536)
    for _ in range(200):
        threading.Thread(target=time.sleep, args=(5,), daemon=True).start()
    return f"{threading.active_count() - 1} threads at once"


attempt(bomb)
os._exit(0)
