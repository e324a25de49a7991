"""Your AI.  Change these three functions.

This sample takes free land with bombs of a useful size and offers alliances to all countries.
"""

from __future__ import annotations

from definition import (
    MILITARY_KERNEL_SIZE,
    NEUTRAL_PLAYER_ID,
    BaseMap,
    DiplomaticCommand,
    DiplomaticStatus,
    Info,
    Position,
)

REACH = MILITARY_KERNEL_SIZE - 1


def distance(a: Position, b: Position) -> int:
    return abs(a.x - b.x) + abs(a.y - b.y)


def around(board: BaseMap, place: Position, reach: int) -> list[Position]:
    """The cells at most ``reach`` columns and rows away."""
    return [
        Position(x, y)
        for x in range(max(0, place.x - reach), min(board.cols, place.x + reach + 1))
        for y in range(max(0, place.y - reach), min(board.rows, place.y + reach + 1))
    ]


def bid(board: BaseMap) -> int:
    """Your bid: higher bids choose their places earlier, and you pay it in any case."""
    return 1


def birthplace(chosen: list[Position], board: BaseMap) -> Position:
    """The place with the most resources around it, far enough from the others."""
    best, most = Position(0, 0), -1
    for x in range(board.cols):
        for y in range(board.rows):
            here = Position(x, y)
            apart = min([8, *(distance(here, other) for other in chosen)])
            if not board.attack[x][y] or apart < board.constants.spawn_distance:
                continue
            land = [cell for cell in around(board, here, REACH) if board.attack[cell.x][cell.y]]
            worth = 20 * apart + sum(1 + board.resource[cell.x][cell.y] for cell in land)
            if worth > most:
                best, most = here, worth
    return best


def play(info: Info) -> None:
    """Write your orders for this round into ``info``."""
    for other, player in enumerate(info.player_info):
        if player.dip_status != DiplomaticStatus.UNDISCOVERED:
            info.diplomatic_commands[other] = DiplomaticCommand.FORM_ALLIANCE

    # My cells, those with the most free cells around them first.
    own = [
        Position(x, y)
        for x in range(info.cols)
        for y in range(info.rows)
        if info.map_point_info[x][y].owner == info.id
    ]
    free = {place: free_cells(info, place) for place in own}
    money, cost = info.me.saving or 0, info.map.constants.bomb_cost
    bombed: list[Position] = []
    for place in sorted(own, key=lambda place: -free[place]):
        size = useful_size(info.map, place)
        crowded = any(distance(place, other) < REACH for other in bombed)
        if free[place] >= 3 and not crowded and 0 < size * cost <= money:
            info.bomb(place, size)
            money -= size * cost
            bombed.append(place)


def free_cells(info: Info, place: Position) -> int:
    """The number of free cells near a place that countries can take."""
    return sum(
        info.owner(cell) == NEUTRAL_PLAYER_ID and info.map.attack[cell.x][cell.y] > 0
        for cell in around(info.map, place, 2)
    )


def useful_size(board: BaseMap, place: Position) -> int:
    """The smallest bomb there that takes the free cells beside it and those two steps away."""
    reach = board.attack[place.x][place.y] * board.military_kernel[REACH + 2][REACH]
    return int(board.constants.suppress_limit / reach) + 1 if reach else 0
