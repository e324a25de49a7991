"""Places of capitals: on a map that a person wrote (`allot`), and on generated boards.

On a map all capitals are different places.  They may touch, and they may cut the board in two.

Every placement on a generated board keeps these promises:

- capitals stand on blanks, and no two are neighbours;
- with mountains, cities and capitals closed, all blanks and swamps are connected;
- every capital has a neighbour that is blank or swamp.

The blanks and swamps of a board must be connected (else ValueError).  Two capitals may cut the
board together although neither does alone, so each capital is checked together with the capitals
placed before it.  `NoRoom` is raised if no placement is found; another board may have room.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from games.generals.terrain import ANYBODY, HIGHEST, Candidate, Kind, Terrain
from games.grids import (
    Flags,
    Flooding,
    components,
    cut_places,
    distances,
    draw,
    nearest,
    neighbours,
    shuffled,
)

_Given = dict[int, int]
"""Places of capitals by the index of the player."""


def allot(terrain: Terrain, teams: Sequence[int], rng: random.Random) -> tuple[int, ...]:
    """A capital for every player, in the order of ``teams``; ``teams[i]`` is player i's team.

    - Without candidates, players draw from the blanks.
    - If all candidates are without a mark, players draw from the candidates.
    - Otherwise teams draw letters, and a team's players draw from the candidates of its letter.
      Players without a place draw from the candidates marked for anybody.

    Players who still have no place draw from the blanks, and after these from the unused
    candidates.  ValueError if there are fewer places than players.
    """
    candidates = [
        Candidate(offer.place, offer.mark or ANYBODY, offer.priority)
        for offer in terrain.candidates
    ]
    players = list(range(len(teams)))
    given: _Given = {}
    if any(offer.mark is not None for offer in terrain.candidates):
        given |= _by_letters(candidates, teams, rng)
        players = _without(players, given)
    given |= _pick([offer for offer in candidates if offer.mark == ANYBODY], players, rng)
    given |= _leftovers(terrain, _without(players, given), given, rng)
    return tuple(given[player] for player in range(len(teams)))


def _without(players: Iterable[int], given: _Given) -> list[int]:
    return [player for player in players if player not in given]


def members_of(teams: Sequence[int]) -> dict[int, list[int]]:
    """The indices of each team's players."""
    members: dict[int, list[int]] = defaultdict(list)
    for player, team in enumerate(teams):
        members[team].append(player)
    return members


def _by_letters(
    candidates: Sequence[Candidate], teams: Sequence[int], rng: random.Random
) -> _Given:
    """The capitals of teams that draw a letter; players in excess get none."""
    of_letter: dict[str, list[Candidate]] = defaultdict(list)
    for offer in candidates:
        if offer.mark is not None and offer.mark != ANYBODY:
            of_letter[offer.mark].append(offer)
    members = members_of(teams)
    count = min(len(of_letter), len(members))
    letters = draw(rng, sorted(of_letter), count)
    lucky = draw(rng, sorted(members), count)
    given: _Given = {}
    for letter, team in zip(letters, lucky, strict=True):
        given |= _pick(of_letter[letter], members[team], rng)
    return given


def _pick(candidates: Sequence[Candidate], players: Sequence[int], rng: random.Random) -> _Given:
    """Players draw from the candidates of the highest priorities that are enough for them.

    All candidates of a chosen priority are equally likely, as are those of higher priorities.
    If there are fewer candidates than players, the players without a place are random.
    """
    listed: list[int] = []
    for priority in range(HIGHEST, 0, -1):
        if len(listed) >= len(players):
            break
        listed += [offer.place for offer in candidates if offer.priority == priority]
    count = min(len(listed), len(players))
    return dict(zip(draw(rng, players, count), draw(rng, listed, count), strict=True))


def _leftovers(
    terrain: Terrain, players: Sequence[int], given: _Given, rng: random.Random
) -> _Given:
    """Blanks for players without a place, and after these the unused candidates."""
    offered = [offer.place for offer in terrain.candidates]
    blanks = np.flatnonzero(terrain.kinds == Kind.BLANK).tolist()
    pool = set(offered)
    places = draw(rng, [place for place in blanks if place not in pool], len(players))
    taken = set(given.values())
    unused = [place for place in offered if place not in taken]
    places += draw(rng, unused, len(players) - len(places))
    if len(places) < len(players):
        room = len(given) + len(places)
        raise ValueError(
            f"the map has room for {room} capitals, not for {len(given) + len(players)}"
        )
    return dict(zip(draw(rng, players, len(players)), places, strict=True))


TRIES = 24
"""Placements that are tried on one board before it counts as too narrow."""

_Costs = NDArray[np.int64]
_FAR = np.iinfo(np.int64).max // 4


class NoRoom(ValueError):
    """Some capitals, or cities beside them, have no place."""


def spheres(terrain: Terrain, teams: Sequence[int], rng: random.Random) -> tuple[int, ...]:
    """Capitals in spheres of influence; ``teams[i]`` is the team of the i-th player.

    Every team draws a core.  A team's capitals are placed where its core is strictly nearer than
    any other, so that team-mates begin near each other.  If a board is too narrow for that,
    `least_pairing` places the capitals.  O(k tiles) with k tries, at most `TRIES`.
    """
    ground = _Ground(terrain)
    members = members_of(teams)
    candidates = np.array(ground.candidates, np.int64)
    for _ in range(TRIES):
        cores = draw(rng, ground.candidates, len(members))
        if len(cores) < len(members):
            break
        owners = nearest(ground.free, cores)[candidates]
        attempt = _Attempt(ground)
        capitals: dict[int, int] = {}
        for number, players in enumerate(members.values()):
            places = attempt.settle(candidates[owners == number].tolist(), len(players), rng)
            if len(places) < len(players):
                break
            capitals |= zip(players, places, strict=True)
        if len(capitals) == len(teams):
            return _in_order(capitals)
    return least_pairing(terrain, teams, rng)


def least_pairing(terrain: Terrain, teams: Sequence[int], rng: random.Random) -> tuple[int, ...]:
    """Capitals at random places, assigned to players so that team-mates are near each other.

    The assignment minimises the sum of the squared distances between team-mates in steps.
    O(p tiles + t 3^p) with p players in t teams.
    """
    ground = _Ground(terrain)
    for _ in range(TRIES):
        places = _Attempt(ground).settle(ground.candidates, len(teams), rng)
        if len(places) == len(teams):
            costs = distances(ground.free, places)[:, places].astype(np.int64) ** 2
            return _dealt(places, costs, teams)
    raise NoRoom(f"no room was found for {len(teams)} capitals")


METHODS: dict[str, Callable[[Terrain, Sequence[int], random.Random], tuple[int, ...]]] = {
    "spheres": spheres,
    "pairing": least_pairing,
}


def city_states(terrain: Terrain, capitals: Sequence[int], rng: random.Random) -> tuple[int, ...]:
    """A place beside each capital for a city of its player; all are different.

    Mountains and cities are chosen first.  A blank or swamp is chosen only if the module's
    promises still hold with it closed.  `NoRoom` if a capital has no suitable neighbour.
    """
    field = Flooding(_free(terrain))
    for place in capitals:
        field.close(place)
    solid = {place: _solid_neighbours(terrain, place) for place in capitals}
    cities: dict[int, int] = {}
    # Capitals with fewer choices come first, in random order if they have equally many.
    for capital in sorted(draw(rng, capitals, len(capitals)), key=lambda place: len(solid[place])):
        offers = [place for place in solid[capital] if place not in cities.values()]
        chosen = next(shuffled(rng, offers), None)
        if chosen is None:
            chosen = next(_spared(field, shuffled(rng, field.exits(capital)), capitals), None)
        if chosen is None:
            raise NoRoom("a capital has no room for a city beside it")
        field.close(chosen)
        cities[capital] = chosen
    return tuple(cities[capital] for capital in capitals)


def _solid_neighbours(terrain: Terrain, place: int) -> list[int]:
    around = neighbours(place, terrain.width, terrain.height)
    return [near for near in around if terrain.kinds[near] in (Kind.MOUNTAIN, Kind.CITY)]


def _spared(field: Flooding, places: Iterable[int], capitals: Sequence[int]) -> Iterator[int]:
    """Those of the open places that are needed neither as a path nor as an exit."""
    for place in places:
        if field.severs(place):
            continue
        field.close(place)
        locked = not all(field.exits(capital) for capital in capitals)
        field.reopen(place)
        if not locked:
            yield place


def _free(terrain: Terrain) -> Flags:
    kinds = terrain.kinds.reshape(terrain.height, terrain.width)
    free: Flags = (kinds == Kind.BLANK) | (kinds == Kind.SWAMP)
    return free


class _Ground:
    """The tiles that armies can enter, and the blanks that could be the first capital."""

    def __init__(self, terrain: Terrain) -> None:
        self.free = _free(terrain)
        if components(self.free)[1] > 1:
            raise ValueError("blanks and swamps are not connected")
        blanks = (terrain.kinds == Kind.BLANK) & ~cut_places(self.free)
        self.candidates: list[int] = np.flatnonzero(blanks).tolist()


class _Attempt:
    """Capitals placed one after the other."""

    def __init__(self, ground: _Ground) -> None:
        self._field = Flooding(ground.free)
        self._barred: set[int] = set()

    def settle(self, pool: Iterable[int], count: int, rng: random.Random) -> list[int]:
        """Up to ``count`` places of the pool, in random order; fewer where no more fit."""
        places: list[int] = []
        for place in shuffled(rng, pool):
            if len(places) == count:
                break
            if place in self._barred or self._field.severs(place):
                continue
            # Closed neighbours are not candidates anyway.
            self._barred.update(self._field.exits(place))
            self._field.close(place)
            places.append(place)
        return places


def _in_order(capitals: dict[int, int]) -> tuple[int, ...]:
    return tuple(capitals[player] for player in range(len(capitals)))


def _dealt(places: Sequence[int], costs: _Costs, teams: Sequence[int]) -> tuple[int, ...]:
    """Assign the places, which are in random order, to players at the least cost."""
    together = [players for players in members_of(teams).values() if len(players) > 1]
    alone = [player for players in members_of(teams).values() for player in players[:2]
             if len(players) == 1]  # fmt: skip
    groups = least_groups(costs, [len(players) for players in together])
    rest = set(range(len(places))).difference(*groups)
    capitals: dict[int, int] = {}
    for players, group in zip([*together, alone], [*groups, sorted(rest)], strict=True):
        for player, number in zip(players, group, strict=True):
            capitals[player] = places[number]
    return _in_order(capitals)


def least_groups(costs: _Costs, sizes: Sequence[int]) -> list[list[int]]:
    """Disjoint groups of these sizes, with the least sum of costs of pairs within a group.

    The members are the numbers below ``len(costs)``.  Dynamic programming over sets as bit masks:
    for k = 1, 2, ... it finds the best division of every set of the right size into the first k
    groups.  O(t 3^n).
    """
    count = len(costs)
    within = _costs_within(costs)
    bits = 1 << np.arange(count)
    sets = np.arange(1 << count)
    elements = np.bitwise_count(sets)
    best = np.full(1 << count, _FAR, np.int64)
    best[0] = 0
    filled = 0
    lasts: list[NDArray[np.int64]] = []
    for size in sizes:
        filled += size
        wholes = sets[elements == filled]
        members = np.nonzero(wholes[:, None] & bits)[1].reshape(-1, filled)
        parts = _subsets(bits[members], size)
        totals = best[wholes[:, None] - parts] + within[parts]
        least = totals.argmin(axis=1)[:, None]
        best = np.full(1 << count, _FAR, np.int64)
        best[wholes] = np.take_along_axis(totals, least, 1)[:, 0]
        last = np.zeros(1 << count, np.int64)
        last[wholes] = np.take_along_axis(parts, least, 1)[:, 0]
        lasts.append(last)
    return _traced(int(best.argmin()), lasts, count)


def _subsets(masks: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """For each row of single bits, all sums of ``size`` of them."""
    columns = np.array(list(combinations(range(masks.shape[1]), size)))
    sums = np.zeros((len(masks), len(columns)), np.int64)
    for column in columns.T:
        sums += masks[:, column]
    return sums


def _costs_within(costs: _Costs) -> _Costs:
    """For every set, as a bit mask, the sum of the costs of all pairs in it."""
    within = np.zeros(1, np.int64)
    for number in range(len(costs)):
        to_number = np.zeros(1, np.int64)
        for cost in costs[number, :number]:
            to_number = np.concatenate((to_number, to_number + cost))
        within = np.concatenate((within, within + to_number))
    return within


def _traced(whole: int, lasts: Sequence[NDArray[np.int64]], count: int) -> list[list[int]]:
    """The groups that fill a set, the first one first."""
    groups = []
    for last in reversed(lasts):
        part = int(last[whole])
        groups.append([number for number in range(count) if part >> number & 1])
        whole -= part
    return groups[::-1]
