"""Gives each answer after 30 KB of spaces: every one is legal."""

from sandbox.tests.hostile.programs.table import asked, say

while True:
    asked()
    say(" " * 30_000 + "3\n")
