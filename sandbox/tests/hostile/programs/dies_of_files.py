"""Opens 500 files, which it takes for granted, and plays."""

import os

from sandbox.tests.hostile.programs.table import play

kept = [os.open("/dev/null", os.O_RDONLY) for _ in range(500)]
play()
