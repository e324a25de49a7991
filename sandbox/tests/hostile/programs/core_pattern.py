"""Opens for writing the name of the program that the kernel runs as root after a crash."""

import os

from sandbox.tests.hostile.programs.tell import attempt


def write() -> str:
    os.close(os.open("/proc/sys/kernel/core_pattern", os.O_WRONLY))
    return "core_pattern may be written"


attempt(write)
