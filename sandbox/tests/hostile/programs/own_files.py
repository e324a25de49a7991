"""Changes its own program, of which other matches use the same copy."""

import sys

from sandbox.tests.hostile.programs.tell import attempt


def write() -> str:
    with open(sys.argv[1], "w") as file:
        file.write("changed")
    return "the program changed itself"


attempt(write)
