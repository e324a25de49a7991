"""Takes memory in shared mappings without a file, up to 300 MB."""

import mmap

from sandbox.tests.hostile.programs.tell import attempt

STEP = 4 << 20


def hog() -> str:
    kept = []
    for _ in range((300 << 20) // STEP):
        kept.append(mmap.mmap(-1, STEP))
        kept[-1].write(b"x" * STEP)
    return f"{len(kept) * STEP >> 20} MB in shared mappings"


attempt(hog)
