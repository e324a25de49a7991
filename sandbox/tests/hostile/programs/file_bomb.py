"""Makes empty files, 20 000 of them."""

import os
import sys
import time

from sandbox.tests.hostile.programs.tell import attempt


def bomb() -> str:
    for number in range(20_000):
        name = f"/tmp/hostile-{sys.argv[-1]}-{number}"
        os.close(os.open(name, os.O_CREAT | os.O_WRONLY))
    time.sleep(0.2)
    return "20000 files"


attempt(bomb)
