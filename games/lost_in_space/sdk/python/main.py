"""Starts your AI.  You need not change it: your ideas go into AI_client.py."""

import sys

from pipe import claim_stdout
from protocol import Connection


def main() -> None:
    connection = Connection(sys.stdin.buffer, claim_stdout())
    # Not before, as its first lines may already print.
    from AI_client import AI

    AI(connection).run()


if __name__ == "__main__":
    try:
        main()
    except (EOFError, BrokenPipeError):
        # That is how every game ends.
        print("the end", file=sys.stderr)
