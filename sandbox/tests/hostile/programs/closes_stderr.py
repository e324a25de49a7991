"""Closes its standard error, and plays on."""

import os

from sandbox.tests.hostile.programs.table import play

os.close(2)
play()
