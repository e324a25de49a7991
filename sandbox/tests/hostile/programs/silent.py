"""Never answers."""

import time

from sandbox.tests.hostile.programs.table import LIFE_S, asked

asked()
time.sleep(LIFE_S)
