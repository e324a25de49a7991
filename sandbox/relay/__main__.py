"""`python -m sandbox.relay`: see `sandbox.relay.command`."""

from __future__ import annotations

import sys

from sandbox.relay.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
