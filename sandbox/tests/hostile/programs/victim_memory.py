"""Reads an opponent's memory through its /proc."""

import sys

from sandbox.tests.hostile.programs.tell import attempt


def read() -> str:
    pid, address, size, _pipe = map(int, sys.argv[1:5])
    with open(f"/proc/{pid}/mem", "rb") as memory:
        memory.seek(address)
        return memory.read(size).decode()


attempt(read)
