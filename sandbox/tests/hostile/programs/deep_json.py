"""Answers with brackets in brackets, deeper than most parsers can go."""

from sandbox.tests.hostile.programs.table import asked, say

while True:
    asked()
    say("[" * 30_000 + "]" * 30_000 + "\n")
