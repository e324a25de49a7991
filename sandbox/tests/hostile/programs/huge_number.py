"""Answers with a number of 50 000 digits, which takes long to read."""

from sandbox.tests.hostile.programs.table import asked, say

while True:
    asked()
    say("9" * 50_000 + "\n")
