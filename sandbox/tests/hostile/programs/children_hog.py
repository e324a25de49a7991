"""Has children of which each takes little memory and all together 300 MB."""

import os
import time

from sandbox.tests.hostile.programs.tell import attempt

COUNT = 20


def hog() -> str:
    ready, tell = os.pipe()
    children = []
    for _ in range(COUNT):
        if (child := os.fork()) == 0:
            kept = bytearray(b"x") * (15 << 20)
            os.write(tell, b".")
            time.sleep(1)
            os._exit(len(kept) == 0)
        children.append(child)
    os.close(tell)
    for _ in range(COUNT):
        if not os.read(ready, 1):
            raise MemoryError
    time.sleep(0.3)
    return f"{COUNT * 15} MB in {COUNT} children"


attempt(hog)
