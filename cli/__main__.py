"""`python -m cli` is `arbiter`."""

import sys

from cli.app import main

sys.exit(main())
