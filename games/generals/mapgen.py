"""Random terrain: random mountains, a few of which are removed to connect the other tiles."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from games.generals.terrain import LONGEST, SHORTEST, Flags, Kind, Terrain
from games.grids import Flooding, components, draw, one_of_each

DENSEST = 255
LEAST_BLANKS = 16
"""Blanks that remain at least on every board, for the capitals."""
WEAKEST_CITY = 40
STRONGEST_CITY = 50
"""Neutral units of a city."""

_Labels = NDArray[np.int32]
_Places = NDArray[np.int64]
NOBODY = -1


@dataclass(frozen=True, slots=True)
class Densities:
    """The amount of each kind, from 0 to 255, which is the maximum that a board may have.

    At the maximum, a third of the tiles are mountains, half of the mountains become cities, half
    of the other tiles are swamps, and all tiles are lit.
    """

    cities: int = 60
    mountains: int = 150
    swamps: int = 12
    lights: int = 0

    def __post_init__(self) -> None:
        """ValueError for a density out of bounds."""
        for name in ("cities", "mountains", "swamps", "lights"):
            if not 0 <= getattr(self, name) <= DENSEST:
                raise ValueError(f"the density of {name} must be 0 to {DENSEST}")


@dataclass(frozen=True, slots=True)
class DrawnTerrain(Terrain):
    """Generated terrain with its densities, so that another one like it can be generated."""

    densities: Densities = Densities()


def generate(width: int, height: int, densities: Densities, rng: random.Random) -> DrawnTerrain:
    """A board of these densities.  ValueError for a size out of bounds.

    Blanks and swamps are connected, and at least `LEAST_BLANKS` are blank.  Numbers of tiles are
    rounded down.  Connecting the board may remove mountains, and so leave fewer cities.  O(tiles).
    """
    if not (SHORTEST <= width <= LONGEST and SHORTEST <= height <= LONGEST):
        raise ValueError(f"width and height must be {SHORTEST} to {LONGEST}")
    tiles = width * height
    mountains = densities.mountains * tiles // (3 * DENSEST)
    cities = densities.cities * mountains // (2 * DENSEST)
    swamps = densities.swamps * (tiles - mountains) // (2 * DENSEST)
    board = np.ones((height, width), np.bool_)
    board.ravel()[draw(rng, range(tiles), mountains)] = False
    board.ravel()[bridges(board)] = True
    kinds = np.where(board.ravel(), np.uint8(Kind.BLANK), np.uint8(Kind.MOUNTAIN))
    units = np.zeros(tiles, np.int64)
    for place in draw(rng, np.flatnonzero(kinds == Kind.MOUNTAIN).tolist(), cities):
        kinds[place] = Kind.CITY
        units[place] = WEAKEST_CITY + int(rng.random() * (STRONGEST_CITY - WEAKEST_CITY + 1))
    blanks = np.flatnonzero(kinds == Kind.BLANK).tolist()
    kinds[draw(rng, blanks, min(swamps, len(blanks) - LEAST_BLANKS))] = Kind.SWAMP
    lit = np.zeros(tiles, np.bool_)
    lit[draw(rng, range(tiles), densities.lights * tiles // DENSEST)] = True
    return DrawnTerrain(height, width, kinds, units, lit, drawn=True, densities=densities)


def bridges(board: Flags) -> list[int]:
    """Closed places that connect all open places of a board if they are opened.

    Each of them is necessary for that.  Their number is small but not minimal, as the minimum is
    a Steiner tree.  All components grow through closed places until they meet.  Of the paths
    between them, the shortest ones that form a tree are opened (Kruskal).  O(tiles) apart from
    the union-find.
    """
    labels, count = components(board)
    if count < 2:
        return []
    owners, steps, origins = _grow(board, labels)
    near, far = _borders(board.shape, owners)
    # A stable sort of small numbers is a radix sort.
    costs = np.minimum(steps[near] + steps[far], np.iinfo(np.uint16).max).astype(np.uint16)
    by_cost = np.argsort(costs, kind="stable")
    ways = zip(near[by_cost].tolist(), far[by_cost].tolist(), strict=True)
    parts = _Parts(count)
    opened: list[int] = []
    for ends in ways:
        if not parts.join(owners[ends[0]], owners[ends[1]]):
            continue
        for place in ends:
            opened += _way_back(place, origins)
        count -= 1
        if count == 1:
            break
    return needed(board, opened)


def _grow(board: Flags, labels: _Labels) -> tuple[list[int], _Labels, list[int]]:
    """Grow all components through closed places at the same time.

    Returns for each place the component that reaches it first, the steps from that component,
    and the previous place on the way (`NOBODY` for open places).
    """
    height, width = board.shape
    owners = labels.astype(np.int64)
    steps = np.zeros(board.size, np.int32)
    origins = np.full(board.size, NOBODY, np.int64)
    scratch = np.empty(board.size, np.int64)
    frontier = np.flatnonzero(board.ravel())
    level = 0
    while frontier.size:
        level += 1
        sources, reached = _neighbours(frontier, height, width)
        free = owners[reached] == NOBODY
        sources, reached = sources[free], reached[free]
        chosen = one_of_each(reached, scratch)
        frontier = reached[chosen]
        origins[frontier] = sources[chosen]
        owners[frontier] = owners[sources[chosen]]
        steps[frontier] = level
    return owners.tolist(), steps, origins.tolist()


def _neighbours(places: _Places, height: int, width: int) -> tuple[_Places, _Places]:
    """All pairs of a given place and one of its neighbours on the board."""
    rows, columns = np.divmod(places, width)
    sources = [
        places[rows > 0],
        places[columns > 0],
        places[columns < width - 1],
        places[rows < height - 1],
    ]
    offsets = (-width, -1, 1, width)
    reached = [near + offset for near, offset in zip(sources, offsets, strict=True)]
    return np.concatenate(sources), np.concatenate(reached)


def _borders(shape: tuple[int, ...], owners: list[int]) -> tuple[_Places, _Places]:
    """The pairs of neighbours that belong to different components."""
    places = np.arange(len(owners)).reshape(shape)
    whose = np.asarray(owners).reshape(shape)
    across = whose[:, :-1] != whose[:, 1:]
    down = whose[:-1] != whose[1:]
    near = np.concatenate((places[:, :-1][across], places[:-1][down]))
    far = np.concatenate((places[:, 1:][across], places[1:][down]))
    return near, far


def _way_back(place: int, origins: list[int]) -> list[int]:
    """The closed places from this one back to the component that it belongs to."""
    way = []
    while origins[place] != NOBODY:
        way.append(place)
        place = origins[place]
    return way


def needed(board: Flags, opened: list[int]) -> list[int]:
    """The opened places, without those that can be closed again one after the other."""
    field = Flooding(board)
    for place in opened:
        field.reopen(place)
    kept = dict.fromkeys(opened)
    waiting = list(kept)
    while waiting:
        place = waiting.pop()
        if place in kept and not field.severs(place):
            field.close(place)
            del kept[place]
            # A neighbour may have been needed for this place only.
            waiting += field.exits(place)
    return list(kept)


class _Parts:
    """Disjoint sets of components."""

    def __init__(self, count: int) -> None:
        self._leaders = list(range(count))

    def join(self, one: int, other: int) -> bool:
        """Unite the sets of two components; False if it was one set already."""
        first, second = self._leader(one), self._leader(other)
        self._leaders[first] = second
        return first != second

    def _leader(self, number: int) -> int:
        leaders = self._leaders
        while leaders[number] != number:
            leaders[number] = leaders[leaders[number]]
            number = leaders[number]
        return number
