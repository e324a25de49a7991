"""Opens an opponent's pipe through its /proc and takes what is in it."""

import os
import sys

from sandbox.tests.hostile.programs.tell import attempt


def read() -> str:
    pid, _address, size, pipe = map(int, sys.argv[1:5])
    return os.read(os.open(f"/proc/{pid}/fd/{pipe}", os.O_RDONLY), size).decode()


attempt(read)
