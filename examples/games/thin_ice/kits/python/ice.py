"""Thin Ice for bots in Python: the questions of the game, what may be answered, and the loop."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

WATER = "#"
DIRECTIONS = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]

Cell = tuple[int, int]
"""Column and row, from the upper left corner."""


@dataclass(frozen=True)
class Skater:
    at: Cell
    fish: int
    is_in: bool


@dataclass(frozen=True)
class Move:
    """A glide: where it ends, the cells that it passes and ends on, and the fish on them."""

    to: Cell
    way: tuple[Cell, ...]
    fish: int


@dataclass(frozen=True)
class Rink:
    """The state that the game sends to a bot for its turn."""

    turn: int
    me: int
    rows: tuple[str, ...]
    skaters: tuple[Skater, ...]

    @property
    def size(self) -> int:
        return len(self.rows)

    def free(self, cell: Cell) -> bool:
        """Whether there is ice, with nobody on it."""
        x, y = cell
        inside = 0 <= x < self.size and 0 <= y < self.size
        taken = any(skater.is_in and skater.at == cell for skater in self.skaters)
        return inside and self.rows[y][x] != WATER and not taken

    def fish(self, cell: Cell) -> int:
        """On a cell of ice."""
        return int(self.rows[cell[1]][cell[0]])

    def moves(self, seat: int | None = None) -> Iterator[Move]:
        """All moves that a seat has, by default the bot's own."""
        x, y = self.skaters[self.me if seat is None else seat].at
        for dx, dy in DIRECTIONS:
            way: list[Cell] = []
            cell = (x + dx, y + dy)
            while self.free(cell):
                way.append(cell)
                yield Move(cell, tuple(way), sum(map(self.fish, way)))
                cell = (cell[0] + dx, cell[1] + dy)

    def after(self, move: Move, seat: int | None = None) -> "Rink":
        """The rink after a move of a seat."""
        seat = self.me if seat is None else seat
        rows = [list(row) for row in self.rows]
        skater = self.skaters[seat]
        for x, y in (skater.at, *move.way):
            rows[y][x] = WATER
        rows[move.to[1]][move.to[0]] = "0"
        skaters = list(self.skaters)
        skaters[seat] = Skater(move.to, skater.fish + move.fish, True)
        return Rink(self.turn + 1, self.me, tuple(map("".join, rows)), tuple(skaters))


def read() -> Rink | None:
    """The next question; None when there are no more."""
    line = sys.stdin.readline()
    if not line:
        return None
    turn, size, seats, me = map(int, line.split()[1:])
    rows = tuple(sys.stdin.readline().strip() for _ in range(size))
    skaters = []
    for _ in range(seats):
        x, y, fish, state = sys.stdin.readline().split()
        skaters.append(Skater((int(x), int(y)), int(fish), state == "in"))
    return Rink(turn, me, rows, tuple(skaters))


def answer(move: Move) -> None:
    body = f"{move.to[0]} {move.to[1]}".encode()
    sys.stdout.buffer.write(len(body).to_bytes(4, "big") + body)
    sys.stdout.buffer.flush()


def play(choose: Callable[[Rink], Move]) -> None:
    """Answer all questions; print only to standard error, which becomes your log."""
    while rink := read():
        answer(choose(rink))
