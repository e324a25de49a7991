"""Turtle: takes land up to a fixed size, and then only defends it."""

from __future__ import annotations

from definition import (
    NEUTRAL_PLAYER_ID,
    BaseMap,
    DiplomaticCommand,
    DiplomaticStatus,
    Info,
    Position,
)

GARDEN = 24
"""The number of cells at which it stops taking land."""
SIZE = 6
"""The size of its bombs."""


def bid(board: BaseMap) -> int:
    return 0


def birthplace(chosen: list[Position], board: BaseMap) -> Position:
    """The place farthest from all others that have been chosen, on a cell that can be attacked."""
    free = [
        Position(x, y) for x in range(board.cols) for y in range(board.rows) if board.attack[x][y]
    ]
    return max(free, key=lambda place: min((steps(place, other) for other in chosen), default=0))


def play(info: Info) -> None:
    """Peace with all countries; a bomb at the edge of the land, or at the capital in a war."""
    for other in range(info.player_size):
        info.diplomatic_commands[other] = DiplomaticCommand.KEEP_NEUTRAL
    own = [
        Position(x, y)
        for x in range(info.cols)
        for y in range(info.rows)
        if info.map_point_info[x][y].owner == info.id
    ]
    if not own:
        return
    home = info.new_capital
    if home is None or info.owner(home) != info.id:
        home = own[len(own) // 2]
    info.new_capital = home
    money = (info.me.saving or 0) // info.map.constants.bomb_cost
    war = any(player.dip_status == DiplomaticStatus.AT_WAR for player in info.player_info)
    if war and money >= 2:
        info.bomb(home, money // 2)
    elif len(own) < GARDEN and money >= SIZE:
        info.bomb(max(own, key=lambda place: (free_cells(info, place), -steps(place, home))), SIZE)


def free_cells(info: Info, place: Position) -> int:
    """The number of free cells at most two steps away that countries can take."""
    count = 0
    for x in range(max(0, place.x - 2), min(info.cols, place.x + 3)):
        for y in range(max(0, place.y - 2), min(info.rows, place.y + 3)):
            if steps(place, Position(x, y)) <= 2 and info.map.attack[x][y]:
                count += info.map_point_info[x][y].owner == NEUTRAL_PLAYER_ID
    return count


def steps(a: Position, b: Position) -> int:
    return abs(a.x - b.x) + abs(a.y - b.y)
