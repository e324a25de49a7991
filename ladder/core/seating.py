"""Seating of matches: the sides of a ruleset, even teams, and the second seating of a plan.

``teams`` has the team of each seat, from 1; it is empty where everybody plays alone.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

Seating = tuple[int, ...]
"""Ids of bots by seat; one may sit on several."""


def sides(seats: int, teams: Sequence[int] = ()) -> list[list[int]]:
    """The seats of each side, in the order of their first seats; team 0 plays alone."""
    groups: dict[tuple[int, int], list[int]] = {}
    for seat, team in enumerate(teams or [0] * seats):
        groups.setdefault((team, 0) if team else (0, seat), []).append(seat)
    return list(groups.values())


def filled(group: Sequence[int], spare: Sequence[int], seats: int, rng: random.Random) -> list[int]:
    """The group, whose empty seats those to spare have taken, as equally often as can be."""
    full = list(group)
    while spare and len(full) < seats:
        full += rng.sample(spare, min(len(spare), seats - len(full)))
    return full


def mirrored(ids: Seating, teams: Sequence[int] = ()) -> Seating:
    """The seating of the second match on a seed: everybody has the same team-mates, and sides of
    equal size trade places, the first with the last; in duels that is the other seat."""
    swapped = list(ids)
    by_size: dict[int, list[list[int]]] = {}
    for side in sides(len(ids), teams):
        by_size.setdefault(len(side), []).append(side)
    for group in by_size.values():
        for side, other in zip(group, reversed(group), strict=True):
            for seat, place in zip(side, reversed(other), strict=True):
                swapped[place] = ids[seat]
    return tuple(swapped)


def drawn(
    ids: Sequence[int], teams: Sequence[int], strengths: Mapping[int, float], rng: random.Random
) -> Seating | None:
    """A random seating. With teams it is the most even of several, one less than there are seats.

    Teams are even where the sums of their strengths are near each other.  That is likely, not
    certain: if the same four bots always split in the same way, no result would tell team-mates
    apart.  None where the teams came out the same, as then no result could tell anything.
    """
    if not teams:
        return tuple(rng.sample(ids, len(ids)))
    places = sides(len(ids), teams)
    shuffles = [tuple(rng.sample(ids, len(ids))) for _ in range(len(ids) - 1)]
    telling = [shuffle for shuffle in shuffles if not _all_alike(shuffle, places)]
    return min(telling, key=lambda shuffle: gap(shuffle, places, strengths), default=None)


def gap(ids: Seating, places: Sequence[Sequence[int]], strengths: Mapping[int, float]) -> float:
    """How much stronger the strongest side is than the weakest, by the sums of its members."""
    sums = [sum(strengths[ids[seat]] for seat in side) for side in places]
    return max(sums) - min(sums)


def _all_alike(ids: Seating, places: Sequence[Sequence[int]]) -> bool:
    return len({tuple(sorted(ids[seat] for seat in side)) for side in places}) == 1
