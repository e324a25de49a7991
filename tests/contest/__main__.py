"""``python -m tests.contest COMMAND …``: an act of the clerk, in a process of the site, as JSON."""

from __future__ import annotations

import json
import sys

import django

if __name__ == "__main__":
    django.setup()
    from tests.contest.clerk import COMMANDS

    command, *words = sys.argv[1:]
    print(json.dumps(COMMANDS[command](*words)))
