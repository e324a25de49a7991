"""Plays as it should: the opponent of the others."""

from sandbox.hostile.programs.table import play

play()
