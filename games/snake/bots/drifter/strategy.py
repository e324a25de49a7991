"""Drifter: wanders at random and merely keeps out of holes that are too small for it."""

from __future__ import annotations

import random

from state import MOVES, NOTHING, STEP, Op, Result, State, distances

SPLIT_LENGTH = 6
SPLIT_CHANCE = 0.1
ROOM = 6
"""Free cells beyond its length that a drifter wants around itself."""

# Seeded, so that the same half can be played again.
_draw = random.Random(1)


def choose(state: State) -> Op:
    """A random move that kills nobody and leaves room; now and then a split."""
    snake = state.acting
    assert snake is not None, "only asked while one of its snakes must act"
    long = len(snake.body) >= SPLIT_LENGTH
    if long and _draw.random() < SPLIT_CHANCE and state.refusal(Op.SPLIT) is None:
        return Op.SPLIT
    moves = [op for op in MOVES if state.foresee(op) is Result.MOVES]
    rooms = {op: room(state, STEP[op][snake.head]) for op in moves}
    enough = min(max(rooms.values(), default=0), len(snake.body) + ROOM)
    moves = [op for op in moves if rooms[op] >= enough]
    for wanted in (Result.SOLIDIFIES, Result.DIES):
        moves = moves or [op for op in MOVES if state.foresee(op) is wanted]
    return _draw.choice(moves)


def room(state: State, cell: int) -> int:
    """How many cells can be reached from this one."""
    blocked = [
        wall != NOTHING or occupant != NOTHING
        for wall, occupant in zip(state.walls, state.occupant, strict=True)
    ]
    return sum(steps >= 0 for steps in distances([cell], blocked))
