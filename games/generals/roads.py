"""Distances on a board: steps between tiles that units can walk."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from games.generals.board import Board
from games.generals.terrain import Kind


def nearest(board: Board, start: int, goals: Sequence[int]) -> int:
    """The index of the goal that is the fewest steps away, mountains and cities barred.

    Equal ones: the first; if none can be reached, also the first.  ``goals`` is not empty.
    """
    height, wide = board.height, board.width + 2
    # A border that cannot be walked spares asking where the board ends.
    free = np.zeros((height + 2, wide), np.uint8)
    kinds = board.kinds.reshape(height, board.width)
    free[1:-1, 1:-1] = (kinds != Kind.MOUNTAIN) & (kinds != Kind.CITY)
    open_ = bytearray(free.tobytes())

    def bordered(place: int) -> int:
        x, y = divmod(place, board.width)
        return (x + 1) * wide + y + 1

    wanted = {bordered(goal): index for index, goal in reversed(list(enumerate(goals)))}
    wave = [bordered(start)]
    while wave:
        found = [wanted[at] for at in wave if at in wanted]
        if found:
            return min(found)
        ahead = []
        for at in wave:
            for to in (at - wide, at + wide, at - 1, at + 1):
                if open_[to]:
                    open_[to] = 0
                    ahead.append(to)
        wave = ahead
    return 0
