"""Takes memory from the heap, up to 300 MB."""

from sandbox.tests.hostile.programs.tell import attempt

STEP = 4 << 20


def hog() -> str:
    kept = [bytearray(b"x") * STEP for _ in range((300 << 20) // STEP)]
    return f"{len(kept) * STEP >> 20} MB of heap"


attempt(hog)
