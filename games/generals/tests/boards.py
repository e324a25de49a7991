"""Small boards drawn as text, and worlds on them.

A cell is a kind (``.`` blank, ``#`` mountain, ``C`` city, ``K`` capital, ``S`` swamp, ``L`` a lit
blank), the owner's number if there is one, and maybe ``:units``: ``K1:5``, ``C:40``, ``.2:3``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from games.generals.orders import LETTERS, HalfTurn, Modifiers, Order
from games.generals.rules import World
from games.generals.terrain import Board, Kind

KINDS = {
    ".": Kind.BLANK,
    "#": Kind.MOUNTAIN,
    "C": Kind.CITY,
    "K": Kind.CAPITAL,
    "S": Kind.SWAMP,
    "L": Kind.BLANK,
}
CELL = re.compile(r"([.#CKSL])(\d*)(?::(-?\d+))?")


def draw(text: str) -> tuple[Board, list[int]]:
    """The board and the capitals, that of player 1 first."""
    rows = [line.split() for line in text.strip().splitlines()]
    cells = [CELL.fullmatch(cell) for row in rows for cell in row]
    assert all(cells)
    found = [cell.groups() for cell in cells if cell]
    board = Board(
        len(rows),
        len(rows[0]),
        np.array([KINDS[kind] for kind, _, _ in found], np.uint8),
        np.array([int(owner or 0) for _, owner, _ in found], np.uint8),
        np.array([int(units or 0) for _, _, units in found], np.int64),
        np.array([kind == "L" for kind, _, _ in found]),
    )
    homes = {int(owner): at for at, (kind, owner, _) in enumerate(found) if kind == "K"}
    return board, [homes[player] for player in sorted(homes)]


def world_of(text: str, teams: Sequence[int] = (), **rules: Any) -> World:
    """Everybody alone unless ``teams`` says otherwise."""
    board, capitals = draw(text)
    return World(board, capitals, teams or range(1, len(capitals) + 1), Modifiers(**rules))


def order(world: World, player: int, x: int, y: int, letter: str, half: bool = False) -> None:
    world.append(player, Order(x, y, LETTERS.index(letter), half))


def play(world: World, *orders: tuple[Any, ...]) -> HalfTurn:
    """Queue these orders, each ``(player, x, y, letter[, half])``, and play one half-turn."""
    for one in orders:
        order(world, *one)
    return world.play()


def idle(world: World, halfturns: int) -> None:
    for _ in range(halfturns):
        world.play()


def at(world: World, x: int, y: int) -> tuple[int, Kind, int]:
    """Owner, kind and units of a tile."""
    place = world.board.place(x, y)
    board = world.board
    return board.owner[place], Kind(board.kind[place]), board.unit[place]
