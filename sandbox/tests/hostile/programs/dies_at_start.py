"""Dies before its first turn."""

import sys

sys.exit(7)
