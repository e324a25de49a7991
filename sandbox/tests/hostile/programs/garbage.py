"""Answers with bytes that are no text."""

import os
import time

from sandbox.tests.hostile.programs.table import LIFE_S, asked

asked()
os.write(1, bytes(range(256)) * 4 + b"\n")
time.sleep(LIFE_S)
