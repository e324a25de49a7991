"""Starts your AI.  You need not change it: your ideas go into AI_client.py."""

import sys

from pipe import claim_stdout
from protocol import Connection


def main() -> None:
    connection = Connection(sys.stdin.buffer, claim_stdout())
    # Import here: the first lines of the module may already print.
    from AI_client import AI

    AI(connection).run()


if __name__ == "__main__":
    try:
        main()
    except (EOFError, BrokenPipeError):
        # Every game ends like this.
        print("the end", file=sys.stderr)
