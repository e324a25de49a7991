"""Fills its scratch with 64 MB in files of 4 MB."""

import sys

from sandbox.tests.hostile.programs.tell import attempt


def fill() -> str:
    for number in range(16):
        with open(f"{sys.argv[1]}/hostile-{sys.argv[-1]}-{number}", "wb") as file:
            file.write(b"x" * (4 << 20))
    return f"64 MB in {sys.argv[1]}"


attempt(fill)
