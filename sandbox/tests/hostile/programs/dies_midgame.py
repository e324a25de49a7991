"""Answers once and then crashes."""

import os
import signal

from sandbox.tests.hostile.programs.table import asked, say

asked()
say("3\n")
asked()
os.kill(os.getpid(), signal.SIGSEGV)
