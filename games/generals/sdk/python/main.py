"""The bot's main loop.  You need not change it: your ideas go into strategy.py."""

import sys

from pipe import claim_stdout
from protocol import Connection, End, Start, Turn
from state import Operations, State


def main() -> None:
    connection = Connection(sys.stdin.buffer, claim_stdout())
    # Import here: the first lines of the module may already print.
    from strategy import Strategy

    start = connection.read()
    assert isinstance(start, Start), "the first line is the start"
    state = State(start)
    strategy = Strategy(state)
    while True:
        turn = connection.read()
        if isinstance(turn, End):
            print(f"the end: rank {turn.rank}, {turn.words}", file=sys.stderr)
            return
        assert isinstance(turn, Turn), "the game starts once"
        if turn.dropped is not None:
            x, y, letter, _ = turn.dropped
            print(f"half-turn {turn.half - 1}: {x} {y} {letter}: {turn.reason}", file=sys.stderr)
        state.update(turn)
        operations = Operations(state)
        strategy.choose(operations)
        connection.send(operations.lines)


if __name__ == "__main__":
    try:
        main()
    except (EOFError, BrokenPipeError):
        print("the referee has gone", file=sys.stderr)
