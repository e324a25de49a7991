"""The start of a game: capitals on a board, and a city beside each under City-State."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from games.generals.mapgen import DrawnTerrain, generate
from games.generals.orders import Modifiers
from games.generals.placement import METHODS, NoRoom, allot, city_states
from games.generals.terrain import Board, Kind, Terrain

GARRISON = 1
"""Units of a capital, and of the city beside it, at the start."""
BOARDS = 16
"""Generated boards to try before giving up, if the capitals have no room on them."""
PLACEMENTS = 4
"""Placements to try on one board, if a capital has no room for a city beside it."""


@dataclass(frozen=True, slots=True)
class Founding:
    """A board ready to be played on; ``capitals`` has the place of player 1, 2, ..."""

    board: Board
    capitals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Site:
    """Terrain with places for capitals, and for a city beside each or none at all."""

    terrain: Terrain
    capitals: tuple[int, ...]
    cities: tuple[int, ...] = ()


def found(
    terrain: Terrain,
    teams: Sequence[int],
    modifiers: Modifiers,
    rng: random.Random,
    method: str = "spheres",
) -> Founding:
    """Place everybody; ``teams[i]`` is the team of player i + 1, from 1.

    ``method`` places the capitals on a generated board: "spheres" or "pairing".  Such a board may
    be generated again, see `settle`.  A written map keeps its terrain, and City-State does not
    apply to it.  ValueError with the reason if the capitals have no room.
    """
    if terrain.drawn:
        return _founded(settle(terrain, teams, rng, method, modifiers.city_state))
    return _founded(Site(terrain, allot(terrain, teams, rng)))


def settle(
    terrain: Terrain,
    teams: Sequence[int],
    rng: random.Random,
    method: str = "spheres",
    city_state: bool = False,
) -> Site:
    """Place capitals on generated terrain.

    If no placement is found, the function tries again.  It replaces a `DrawnTerrain` by a new one
    of the same densities.  That is allowed because nobody has seen the board yet, and necessary
    because some boards have no solution: any two capitals cut a single ring of tiles apart.
    `NoRoom` after `BOARDS` boards; ValueError for an unknown method.
    """
    if method not in METHODS:
        raise ValueError(f"there is no placement {method!r}")
    for _ in range(BOARDS - 1):
        with suppress(NoRoom):
            return _settled(terrain, teams, rng, method, city_state)
        if isinstance(terrain, DrawnTerrain):
            terrain = generate(terrain.width, terrain.height, terrain.densities, rng)
    return _settled(terrain, teams, rng, method, city_state)


def _settled(
    terrain: Terrain, teams: Sequence[int], rng: random.Random, method: str, city_state: bool
) -> Site:
    """A placement on this board.  `NoRoom`, of cities after `PLACEMENTS` placements."""
    place = METHODS[method]
    if not city_state:
        return Site(terrain, place(terrain, teams, rng))
    for _ in range(PLACEMENTS - 1):
        capitals = place(terrain, teams, rng)
        with suppress(NoRoom):
            return Site(terrain, capitals, city_states(terrain, capitals, rng))
    capitals = place(terrain, teams, rng)
    return Site(terrain, capitals, city_states(terrain, capitals, rng))


def _founded(site: Site) -> Founding:
    terrain = site.terrain
    kinds, units = terrain.kinds.copy(), terrain.units.copy()
    owners = np.zeros(kinds.size, np.uint8)
    for places, kind in ((site.capitals, Kind.CAPITAL), (site.cities, Kind.CITY)):
        for player, place in enumerate(places, 1):
            kinds[place], owners[place], units[place] = kind, player, GARRISON
    board = Board(terrain.height, terrain.width, kinds, owners, units, terrain.lit)
    return Founding(board, site.capitals)
