"""Looks for descriptors that its launcher forgot to close."""

import os

from sandbox.tests.hostile.programs.tell import attempt


def look() -> str:
    own = os.open("/proc/self/fd", os.O_RDONLY)
    more = sorted({int(name) for name in os.listdir(own)} - {0, 1, 2, own})
    kept = []
    for descriptor in more:
        try:
            kept.append(os.pread(descriptor, 200, 0).decode(errors="replace"))
        except OSError:
            continue
    if not kept:
        raise OSError("none")
    return " ".join(kept)


attempt(look)
