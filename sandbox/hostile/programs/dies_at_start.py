"""Dies before it is asked."""

import sys

sys.exit(7)
