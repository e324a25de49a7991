"""Writes 4 MB to its standard error before it answers."""

import sys

from sandbox.tests.hostile.programs.table import asked, play, say

asked()
for _ in range(64):
    sys.stderr.write("!" * 65535 + "\n")
say("3\n")
play()
