"""Makes a folder in a folder in a folder, 3000 deep: longer than any path may be."""

import os
import time

from sandbox.tests.hostile.programs.tell import attempt


def bomb() -> str:
    for _ in range(3000):
        os.mkdir("d")
        os.chdir("d")
    time.sleep(0.2)
    for _ in range(3000):  # where nobody stops it, no other process could remove them
        os.chdir("..")
        os.rmdir("d")
    return "3000 folders in each other"


attempt(bomb)
