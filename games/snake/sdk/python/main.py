"""The bot's main loop.  You need not change it: your ideas go into strategy.py."""

import sys

from pipe import claim_stdout
from protocol import Connection, End
from state import MOVES, Op, Result, State


def legal(state: State, op: Op) -> Op:
    """``op``, or something harmless where the rules forbid it: that would lose the half."""
    refusal = state.refusal(op)
    if refusal is None:
        return op
    print(f"round {state.round}: {op!r} refused: {refusal}", file=sys.stderr)
    safe = [move for move in MOVES if state.foresee(move) is Result.MOVES]
    return (safe or state.legal_ops())[0]


def main() -> None:
    connection = Connection(sys.stdin.buffer, claim_stdout())
    # Not before, as its first lines may already print.
    from strategy import choose

    start = connection.read_start()
    state = State(start.items, start.rounds)
    while True:
        if not state.over and state.player == start.player:
            connection.send(legal(state, choose(state)))
        message = connection.read_message()
        if isinstance(message, End):
            print(f"the end: {message.scores[0]} : {message.scores[1]}", file=sys.stderr)
            return
        state.apply(message)


if __name__ == "__main__":
    try:
        main()
    except (EOFError, BrokenPipeError):
        print("the referee has gone", file=sys.stderr)
