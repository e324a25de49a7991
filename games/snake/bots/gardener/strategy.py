"""Gardener: collects items, keeps out of dead ends and fences in what it can get safely."""

from __future__ import annotations

from state import (
    ITEM_LIFETIME,
    MOVES,
    NOTHING,
    STEP,
    ItemType,
    Op,
    Result,
    Snake,
    State,
    distances,
)

SPLIT_LENGTH = 10
SNAKES_WANTED = 3
FORESIGHT = 12
"""Rounds before an item appears from which on it is worth a walk."""
RAY_WORTH = 2
RAY_PROFIT = 2
"""Enemy walls, less own ones, that a shot must melt."""
LAST_HARVEST = 12
"""In this many of the last rounds even the last snake may become wall."""


def choose(state: State) -> Op:
    """Harvest a good loop, shoot, split or walk, in this order."""
    snake = state.acting
    assert snake is not None, "only asked while one of its snakes must act"
    loop = best_loop(state, snake)
    if loop is not None and profit(state, snake, loop) > 0 and spare(state, snake):
        return loop
    if state.refusal(Op.RAY) is None and melts(state, snake) >= RAY_PROFIT:
        return Op.RAY
    wanted = len(state.snakes[snake.owner]) < SNAKES_WANTED
    if wanted and len(snake.body) >= SPLIT_LENGTH and state.refusal(Op.SPLIT) is None:
        return Op.SPLIT
    moves = [op for op in MOVES if state.foresee(op) is Result.MOVES]
    if moves:
        return max(moves, key=lambda op: worth(state, snake, op))
    if state.refusal(Op.RAY) is None and melts(state, snake, of=(0, 1)):
        return Op.RAY
    if loop is not None:
        return loop
    return Op.SPLIT if state.refusal(Op.SPLIT) is None else state.legal_ops()[0]


def spare(state: State, snake: Snake) -> bool:
    """Whether the snake may be given up for walls."""
    return len(state.snakes[snake.owner]) > 1 or state.rounds - state.round < LAST_HARVEST


def best_loop(state: State, snake: Snake) -> Op | None:
    loops = [op for op in MOVES if state.foresee(op) is Result.SOLIDIFIES]
    return max(loops, key=lambda op: profit(state, snake, op), default=None)


def profit(state: State, snake: Snake, op: Op) -> int:
    """Change of the score difference if the snake closes this loop."""
    area = state.solid_area(op)
    me = snake.owner
    gain = len(area) - len(snake.body)
    gain += sum((state.walls[cell] == 1 - me) - (state.walls[cell] == me) for cell in area)
    for other in state.all_snakes():
        if other is not snake and other.head in area:
            gain += len(other.body) * (-1 if other.owner == me else 1)
    return gain


def melts(state: State, snake: Snake, of: tuple[int, ...] = ()) -> int:
    """Walls of these players in the beam; by default those of the enemy less one's own."""
    hit = [state.walls[cell] for cell in state.beam(snake)]
    if of:
        return sum(hit.count(owner) for owner in of)
    return hit.count(1 - snake.owner) - hit.count(snake.owner)


def worth(state: State, snake: Snake, op: Op) -> float:
    """Room for the body comes first, then what items the move brings nearer."""
    blocked = [
        wall != NOTHING or occupant != NOTHING
        for wall, occupant in zip(state.walls, state.occupant, strict=True)
    ]
    steps = distances([STEP[op][snake.head]], blocked)
    room = sum(step >= 0 for step in steps)
    return 10 * min(room, len(snake.body) + snake.bank + 6) + harvest(state, steps)


def harvest(state: State, steps: list[int]) -> float:
    """The best item within reach, the sooner the better; ``steps`` are those after the move."""
    best = 0.0
    for id, item in enumerate(state.items):
        if item.time > state.round + FORESIGHT:
            break
        lies = state.item_at[item.cell] == id or item.time > state.round
        if not lies or steps[item.cell] < 0:
            continue
        arrival = max(state.round + 1 + steps[item.cell], item.time)
        if arrival < item.time + ITEM_LIFETIME:
            value = item.param if item.type == ItemType.LENGTH else RAY_WORTH
            best = max(best, value * 0.9 ** (arrival - state.round))
    return best
