"""Looks for the folders of other people's programs, where the platform keeps them."""

import os
import sys

from sandbox.tests.hostile.programs.tell import attempt

attempt(lambda: " ".join(os.listdir(os.path.dirname(sys.argv[1]))))
