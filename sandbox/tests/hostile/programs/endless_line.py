"""Begins an answer that has no end."""

from sandbox.tests.hostile.programs.table import asked, say

asked()
for _ in range(20_000):
    say("1" * 65536)
