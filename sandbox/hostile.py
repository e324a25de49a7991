"""``python -m sandbox.hostile``: does this machine hold what the kit of hostile programs tries?

The kit is among the tests, of which a checkout has all and a wheel has none.
"""

from __future__ import annotations

import runpy
import sys
from importlib.util import find_spec

KIT = "sandbox.tests.hostile"

if __name__ == "__main__":
    if find_spec("sandbox.tests") is None:
        sys.exit("The hostile programs are part of a checkout of Arbiter, which this is not.")
    runpy.run_module(KIT, run_name="__main__", alter_sys=True)
