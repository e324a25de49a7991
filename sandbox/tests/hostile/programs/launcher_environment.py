"""Reads the environment of the process that started it, and of the first one of all."""

import os

from sandbox.tests.hostile.programs.tell import attempt


def read() -> str:
    said = b""
    for pid in dict.fromkeys((1, os.getppid())):
        with open(f"/proc/{pid}/environ", "rb") as file:
            said += file.read()
    words = said.decode(errors="replace").split("\0")
    for word in words:
        if word.startswith("ARBITER_KIT_SECRET="):
            return word
    raise OSError("not there")


attempt(read)
