"""Play one game between two bots on your own machine, without the platform.

python play.py                                  your bot against itself
python play.py "python main.py" "../other/bot"  two commands, the first side's first
python play.py --map mine.txt --watch           a map as a text, the board after every turn
python play.py --width 16 --seed 7              another drawn map
"""

from __future__ import annotations

import argparse
import os
import random
import time
from dataclasses import dataclass
from pathlib import Path

from player import OWN_BOT, WINDOWS, Program, close_all, parser_of
from protocol import ENEMY, OWN, ProtocolError, Start, numbers_of
from rules import POINTS, Field, Kind, Order, Unit, resolve
from state import State

LETTERS = {"T": (Kind.TANK, True), "C": (Kind.CANNON, True)}
LETTERS |= {letter.lower(): (kind, False) for letter, (kind, _) in LETTERS.items()}
SIGNS = {unit: letter for letter, unit in LETTERS.items()}
SIDES = ("the first side", "the second side")


@dataclass
class Board:
    """A board in play.  A unit is ``mine`` where it is the first side's."""

    width: int
    height: int
    turns: int
    blocked: frozenset[Field]
    units: dict[Field, Unit]

    def lines(self, side: int) -> list[bytes]:
        """The referee's lines to a side, 0 or 1, in a turn."""
        found = []
        for x in range(1, self.width + 1):
            for y in range(1, self.height + 1):
                unit = self.units.get((x, y))
                if unit is None:
                    found.append(b"%d %d %d 0\n" % (x, y, (x, y) in self.blocked))
                else:
                    what = (OWN if unit.mine == (side == 0) else ENEMY) + unit.kind
                    found.append(b"%d %d %d %d\n" % (x, y, what, unit.hp))
        return found

    def picture(self) -> str:
        """As maps are written, its top row first."""
        rows = []
        for y in range(self.height, 0, -1):
            fields = [(x, y) for x in range(1, self.width + 1)]
            rows.append(" ".join(self._sign(field) for field in fields))
        return "\n".join(rows)

    def _sign(self, field: Field) -> str:
        unit = self.units.get(field)
        if unit is None:
            return "#" if field in self.blocked else "."
        return SIGNS[unit.kind, unit.mine]

    def count(self) -> tuple[int, int]:
        """The units of both sides."""
        first = sum(unit.mine for unit in self.units.values())
        return first, len(self.units) - first


def read_map(text: str) -> Board:
    """A map as a text that has no mistakes: this reader looks for none."""
    turns, points, rows = 100, {}, []
    for line in text.splitlines():
        words = line.partition(";")[0].split()
        if words[:1] == ["turns"]:
            turns = int(words[1])
        elif words[:1] == ["points"]:
            x, y, hp = map(int, words[1:])
            points[x, y] = hp
        elif words:
            rows.insert(0, "".join(words))
    signs = {(x, y): sign for y, row in enumerate(rows, 1) for x, sign in enumerate(row, 1)}
    units = {
        field: Unit(*field, kind, points.get(field, POINTS[kind]), mine)
        for field, sign in sorted(signs.items())
        if sign in LETTERS
        for kind, mine in [LETTERS[sign]]
    }
    blocked = frozenset(field for field, sign in signs.items() if sign == "#")
    return Board(len(rows[0]), len(rows), turns, blocked, units)


def draw_map(width: int, height: int, turns: int, seed: int) -> Board:
    """Each side the other one's image after half a turn."""
    draw = random.Random(seed)
    half = [(x, y) for x in range(1, width // 2 + 1) for y in range(1, height + 1)]
    draw.shuffle(half)
    count = max(2, len(half) // 10)
    front = max(1, width // 3)
    camp = [field for field in half if field[0] <= front][:count]
    walls = [field for field in half if field not in camp][:count]
    units = {}
    for number, (x, y) in enumerate(camp):
        kind = Kind.TANK if number % 2 else Kind.CANNON
        for field, mine in (((x, y), True), ((width + 1 - x, height + 1 - y), False)):
            units[field] = Unit(*field, kind, POINTS[kind], mine)
    blocked = {*walls, *((width + 1 - x, height + 1 - y) for x, y in walls)}
    return Board(width, height, turns, frozenset(blocked), units)


class Side(Program):
    """A bot's process, and what the referee knows of the board from its point of view."""

    def __init__(self, command: str, number: int, board: Board):
        super().__init__(command)
        self.number = number
        self.state = State(Start(board.width, board.height, board.turns))
        self.spent = 0.0
        self.write(b"%d %d %d\n" % (board.width, board.height, board.turns))

    def ask(self) -> list[Order]:
        """The orders of a turn.  ValueError with the reason where they lose the game."""
        began = time.perf_counter()
        orders: dict[Field, Order] = {}
        while (order := self._line()) is not None:
            if (order.x, order.y) in orders:
                raise ValueError(f"two orders for the unit on {(order.x, order.y)}")
            if refusal := self.state.refusal(order):
                raise ValueError(f"{tuple(order)}: {refusal}")
            orders[order.x, order.y] = order
        self.slowest = max(self.slowest, time.perf_counter() - began)
        return list(orders.values())

    def _line(self) -> Order | None:
        """An order; None for the end of the turn."""
        while True:
            line = self.output.readline()
            if not line.endswith(b"\n"):
                raise ValueError(f"the bot stopped (exit code {self.process.wait()})")
            try:
                numbers = numbers_of(line)
            except ProtocolError:
                numbers = (-1,)
            if len(numbers) == 6:
                return Order(*numbers)
            if numbers == (0,):
                return None
            if numbers:
                raise ValueError(f"neither six numbers nor a lone 0: {line!r}")

    def close(self) -> None:
        before = os.times()
        super().close()
        after = os.times()
        self.spent = after.children_user - before.children_user
        self.spent += after.children_system - before.children_system


def referee(board: Board, sides: list[Side], watch: bool) -> list[str]:
    """Play to the end; who broke the rules, and how."""
    for turn in range(1, board.turns + 1):
        orders, faults = [], []
        for side in sides:
            lines = board.lines(side.number)
            side.state.update(lines)
            side.write(b"".join(lines))
        for side in sides:
            try:
                orders += side.ask()
            except ValueError as error:
                faults.append(f"turn {turn}: {SIDES[side.number]} loses: {error}")
        if faults:
            return faults
        board.units = resolve(board.units, orders)
        if watch:
            print(f"after turn {turn}\n{board.picture()}\n")
    return []


def options() -> argparse.Namespace:
    parser = parser_of(__doc__)
    parser.add_argument("first", nargs="?", default=OWN_BOT, help="command of the first side")
    parser.add_argument("second", nargs="?", default=OWN_BOT, help="command of the second side")
    parser.add_argument("--map", type=Path, help="file with a map; else one is drawn")
    parser.add_argument("--turns", type=int, help="turns; else those of the map, or 100")
    parser.add_argument("--width", type=int, default=12, help="columns of a drawn map (12)")
    parser.add_argument("--height", type=int, default=10, help="rows of a drawn map (10)")
    parser.add_argument("--seed", type=int, default=1, help="of a drawn map (1)")
    parser.add_argument("--watch", action="store_true", help="print the board after every turn")
    return parser.parse_args()


def main() -> None:
    wanted = options()
    if wanted.map:
        board = read_map(wanted.map.read_text("utf-8"))
    else:
        board = draw_map(wanted.width, wanted.height, 100, wanted.seed)
    board.turns = wanted.turns or board.turns
    began = board.count()
    sides = [Side(command, n, board) for n, command in enumerate((wanted.first, wanted.second))]
    try:
        faults = referee(board, sides, wanted.watch)
    finally:
        close_all(sides)
    left = board.count()
    score = f"score {began[1] - left[1]} : {began[0] - left[0]}"
    print("\n".join([board.picture(), *faults, score]))
    for side in sides:
        # Windows does not count it.
        spent = "" if WINDOWS else f"{side.spent:.2f} s of computing time, "
        slowest = f"{side.slowest * 1000:.1f} ms"
        print(f"{SIDES[side.number]}: {spent}slowest answer {slowest} ({side.command})")


if __name__ == "__main__":
    main()
