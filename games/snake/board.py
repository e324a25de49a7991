"""The board of a half: its geometry, the snakes, the walls and the items that lie on it.

A cell is one number, ``y * 16 + x``; the origin is the bottom-left corner, x grows to the right
and y upwards.  `OFF` stands for everything outside the board.
"""

from __future__ import annotations

from dataclasses import dataclass, field

SIDE = 16
CELLS = SIDE * SIDE
OFF = -1
NONE = -1
"""No snake, no item, no winner: the absence of anything that has a number."""

START = ((0, SIDE - 1), (SIDE - 1, 0))
"""Where the players' first snakes lie: player 0 top-left, player 1 bottom-right."""

DIRECTIONS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""(dx, dy) of the moves, in the order of their op codes 1 to 4."""

NO_WALL = ord(".")
WALLS = (ord("0"), ord("1"))
"""How the walls of each player are written on the board."""


def cell_at(x: int, y: int) -> int:
    """The cell in column ``x`` and row ``y``, or `OFF`."""
    return y * SIDE + x if 0 <= x < SIDE and 0 <= y < SIDE else OFF


POINTS = tuple((cell % SIDE, cell // SIDE) for cell in range(CELLS))
"""(x, y) of each cell."""

NEIGHBOURS = tuple(tuple(cell_at(x + dx, y + dy) for dx, dy in DIRECTIONS) for x, y in POINTS)
"""The cells next to each cell, one for each of `DIRECTIONS`."""


def point(cell: int) -> list[int]:
    """``[x, y]`` of a cell, as events and views write it."""
    return list(POINTS[cell])


def by_column(cells: set[int]) -> list[int]:
    """The cells in the order in which the game lists areas: by x, then by y."""
    return sorted(cells, key=POINTS.__getitem__)


def beam(second: int, head: int) -> list[int]:
    """The cells in front of ``head`` up to the edge, seen from its neighbour ``second``."""
    direction = NEIGHBOURS[second].index(head)
    cells = []
    cell = NEIGHBOURS[head][direction]
    while cell != OFF:
        cells.append(cell)
        cell = NEIGHBOURS[cell][direction]
    return cells


def interior(loop: list[int]) -> set[int]:
    """The cells strictly inside the closed curve through the cells of ``loop``, in their order.

    A row is walked from the left, a hair above its middle: every edge of the curve that goes from
    this row to the next one up is a crossing, and an odd number of crossings means inside.  So a
    pocket that the curve merely surrounds on three sides, but does not contain, stays outside.
    """
    curve = set(loop)
    crossings = set()
    for here, there in zip(loop, loop[1:] + loop[:1], strict=True):
        if abs(here - there) == SIDE:
            crossings.add(min(here, there))
    inside = set()
    for row in range(min(curve) // SIDE, max(curve) // SIDE + 1):
        odd = False
        for cell in range(row * SIDE, (row + 1) * SIDE):
            if cell in crossings:
                odd = not odd
            elif odd and cell not in curve:
                inside.add(cell)
    return inside


@dataclass(slots=True)
class Snake:
    """One live snake.  ``body`` lists its cells from head to tail; ``ray`` is the held item."""

    id: int
    owner: int
    body: list[int]
    bank: int = 0
    ray: int = NONE

    def copy(self) -> Snake:
        return Snake(self.id, self.owner, self.body[:], self.bank, self.ray)


@dataclass(slots=True)
class Board:
    """Everything that can change, but for whose turn it is.

    ``occupant`` has the snake id of each cell, or `NONE`; ``walls`` one character of `NO_WALL` and
    `WALLS` for each cell; ``lying`` the item id of each cell that has one.  ``order`` holds each
    player's snake ids in acting order, ``alive`` the snakes by id.  ``first_item`` is the round in
    which each player got the first item, or None.
    """

    alive: dict[int, Snake] = field(default_factory=dict)
    order: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    occupant: list[int] = field(default_factory=lambda: [NONE] * CELLS)
    walls: bytearray = field(default_factory=lambda: bytearray([NO_WALL]) * CELLS)
    lying: dict[int, int] = field(default_factory=dict)
    next_id: int = 0
    first_item: list[int | None] = field(default_factory=lambda: [None, None])

    @classmethod
    def start(cls) -> Board:
        """The board before round 1: one snake of one cell for each player."""
        board = cls()
        for player, corner in enumerate(START):
            board.add(player, [cell_at(*corner)])
        return board

    def copy(self) -> Board:
        """An independent board in the same state."""
        return Board(
            {number: snake.copy() for number, snake in self.alive.items()},
            (self.order[0][:], self.order[1][:]),
            self.occupant[:],
            self.walls[:],
            self.lying.copy(),
            self.next_id,
            self.first_item[:],
        )

    def add(self, owner: int, body: list[int], bank: int = 0, after: int = NONE) -> Snake:
        """A new snake, which acts right after the snake ``after`` of its owner, or last."""
        snake = Snake(self.next_id, owner, body, bank)
        self.next_id += 1
        self.alive[snake.id] = snake
        order = self.order[owner]
        order.insert(order.index(after) + 1 if after != NONE else len(order), snake.id)
        for cell in body:
            self.occupant[cell] = snake.id
        return snake

    def remove(self, snake: Snake) -> None:
        """Take a snake off the board; all its cells become free."""
        for cell in snake.body:
            self.occupant[cell] = NONE
        self.order[snake.owner].remove(snake.id)
        del self.alive[snake.id]

    def snakes_of(self, player: int) -> list[Snake]:
        """A player's snakes, in acting order."""
        return [self.alive[number] for number in self.order[player]]

    def score(self, player: int) -> int:
        """Cells of the player's snakes and walls."""
        snakes = sum(len(snake.body) for snake in self.snakes_of(player))
        return snakes + self.walls.count(WALLS[player])

    def scores(self) -> list[int]:
        return [self.score(0), self.score(1)]
