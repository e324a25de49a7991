"""Sets the times of a device that all sandboxes share: a letter box."""

import os

from sandbox.tests.hostile.programs.tell import attempt


def send() -> str:
    before = os.stat("/dev/null").st_mtime_ns
    os.utime("/dev/null")
    return f"the device's time moved by {os.stat('/dev/null').st_mtime_ns - before} ns"


attempt(send)
