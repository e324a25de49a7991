"""Writes a byte each 50 ms."""

import time

from sandbox.tests.hostile.programs.table import asked, say

while True:
    asked()
    for byte in "          3\n":
        say(byte)
        time.sleep(0.05)
