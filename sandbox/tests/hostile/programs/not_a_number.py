"""Answers with what is a number to some and none to others."""

from sandbox.tests.hostile.programs.table import asked, say

while True:
    asked()
    say("NaN\n")
