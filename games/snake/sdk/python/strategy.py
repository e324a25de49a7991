"""Your bot.  Change `choose`; it is called once for every operation of one of your snakes.

This sample walks to the nearest item that it can reach and prefers moves that leave it room.
"""

from __future__ import annotations

from state import MOVES, NOTHING, STEP, Op, Result, State, distances

SPLIT_LENGTH = 12


def choose(state: State) -> Op:
    """The operation of ``state.acting``, which is yours."""
    snake = state.acting
    assert snake is not None, "choose is only asked while a snake of yours must act"
    if len(snake.body) >= SPLIT_LENGTH and state.refusal(Op.SPLIT) is None:
        return Op.SPLIT
    moves = [op for op in MOVES if state.foresee(op) is Result.MOVES]
    if moves:
        return max(moves, key=lambda op: worth(state, op))
    # Boxed in.  A loop saves its cells as wall; anything else loses the snake.
    loops = [op for op in MOVES if state.foresee(op) is Result.SOLIDIFIES]
    if loops:
        return max(loops, key=lambda op: len(state.solid_area(op)))
    return Op.SPLIT if state.refusal(Op.SPLIT) is None else state.legal_ops()[0]


def worth(state: State, op: Op) -> float:
    """How good it is to move there: room for the body first, then the way to the next item."""
    snake = state.acting
    assert snake is not None
    blocked = [
        wall != NOTHING or occupant != NOTHING
        for wall, occupant in zip(state.walls, state.occupant, strict=True)
    ]
    steps = distances([STEP[op][snake.head]], blocked)
    room = sum(step >= 0 for step in steps)
    items = [steps[cell] for cell, item in enumerate(state.item_at) if item != NOTHING]
    nearest = min((step for step in items if step >= 0), default=100)
    return min(room, len(snake.body) + 8) - nearest / 100
