"""Ends, while a child of it holds its pipes and says nothing."""

import os
import time

from sandbox.tests.hostile.programs.table import LIFE_S, asked

asked()
if os.fork():
    os._exit(0)
time.sleep(LIFE_S)
