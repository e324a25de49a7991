"""Plays as it should: the opponent of the others."""

from sandbox.tests.hostile.programs.table import play

play()
