"""The bot's main loop.  You need not change it: your ideas go into strategy.py."""

import sys
from collections.abc import Iterable

from pipe import claim_stdout
from protocol import Connection
from rules import Field, Order
from state import State


def legal(state: State, orders: Iterable[Order]) -> list[Order]:
    """The orders that the rules allow: any other one would lose the game."""
    kept: dict[Field, Order] = {}
    for order in orders:
        order = Order(*order)
        field = (order.x, order.y)
        refusal = "it has an order already" if field in kept else state.refusal(order)
        if refusal is None:
            kept[field] = order
        else:
            print(f"turn {state.turn}: {tuple(order)} refused: {refusal}", file=sys.stderr)
    return list(kept.values())


def main() -> None:
    connection = Connection(sys.stdin.buffer, claim_stdout())
    # Not before, as its first lines may already print.
    from strategy import Strategy

    state = State(connection.read_start())
    strategy = None
    while state.turn < state.turns:
        state.update(connection.read_state())
        strategy = strategy or Strategy(state)
        orders = legal(state, strategy.choose())
        connection.send(orders)
        state.sent(orders)
    won, lost = state.score
    print(f"before the last turn: {won} : {lost}, {state.spent():.2f} s", file=sys.stderr)


if __name__ == "__main__":
    try:
        main()
    except (EOFError, BrokenPipeError):
        print("the referee has gone", file=sys.stderr)
