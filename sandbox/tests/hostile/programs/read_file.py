"""Reads a file of the host's, whose path it is given."""

import sys

from sandbox.tests.hostile.programs.tell import attempt


def read() -> str:
    with open(sys.argv[1]) as file:
        return file.read().strip()


attempt(read)
