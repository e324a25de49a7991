"""Writes one file of 64 MB."""

from sandbox.tests.hostile.programs.tell import attempt


def write() -> str:
    with open("long", "wb", buffering=0) as file:
        for _ in range(64):
            file.write(b"x" * (1 << 20))
    return "a file of 64 MB"


attempt(write)
