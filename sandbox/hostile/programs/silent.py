"""Never answers."""

import time

from sandbox.hostile.programs.table import LIFE_S, asked

asked()
time.sleep(LIFE_S)
