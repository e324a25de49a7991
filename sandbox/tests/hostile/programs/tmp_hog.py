"""Takes memory in files of its scratch, none of them large: 300 MB."""

import sys
import time

from sandbox.tests.hostile.programs.tell import attempt


def hog() -> str:
    for number in range(100):
        with open(f"{sys.argv[1]}/hostile-{sys.argv[-1]}-{number}", "wb") as file:
            file.write(b"x" * (3 << 20))
    time.sleep(0.3)
    return f"300 MB of files in {sys.argv[1]}"


attempt(hog)
