"""Writes to its standard error without end, and does not answer."""

import os

from sandbox.tests.hostile.programs.table import asked

asked()
block = b"!" * 65536
while True:
    os.write(2, block)
