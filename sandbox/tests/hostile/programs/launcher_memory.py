"""Reads the memory of the process that started it."""

import os

from sandbox.tests.hostile.programs.tell import attempt


def read() -> str:
    parent = os.getppid()
    with open(f"/proc/{parent}/maps") as maps, open(f"/proc/{parent}/mem", "rb") as memory:
        for line in maps:
            span, rights, *_ = line.split()
            if rights.startswith("rw"):
                memory.seek(int(span.split("-")[0], 16))
                return f"{len(memory.read(4096))} bytes of process {parent}"
    raise OSError("nothing is mapped")


attempt(read)
