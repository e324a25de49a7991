"""A schedule: every entrant has the same number of encounters, with opponents of all strengths.

It stands in for a season in which entrants play different numbers of matches.  All encounters are
known from the beginning and may be played at once, as in a round robin.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ladder.core.stages.contract import Encounter, StageSetup
from ladder.core.stages.round_robin import Round, RoundRobin, named
from ladder.core.stages.spread import design

Pair = tuple[int, int]


class Schedule(RoundRobin):
    """For two sides ``rounds`` encounters of each entrant, rounded up to an even number where the
    number of entrants is odd, because their sum is even.  Nobody meets again before everybody has
    met everybody.  Opponents are spaced evenly over the seeds, and everybody is on each side as
    often, or once more.

    For more sides ``rounds`` rounds of tables, in each of which everybody plays once; meetings and
    seats are as even as `spread.design` finds them.
    """

    name = "schedule"
    title = "Schedule"

    def plan(self, terms: StageSetup) -> tuple[Encounter, ...]:
        return _made(terms.entrants, terms.sides, encounters_of_each(terms), terms.seed)

    def most_games(self, terms: StageSetup) -> int:
        count, tables = encounters_of_each(terms), -(-terms.entrants // terms.sides)
        made = terms.entrants * count // 2 if terms.sides == 2 else tables * count
        return (made + (terms.cut > 0)) * terms.games


def rounds_of(terms: StageSetup) -> int:
    """The number of rounds.  With an odd number of entrants on two sides, each meets two others in
    a round."""
    twice = terms.sides == 2 and terms.entrants % 2
    return encounters_of_each(terms) // (2 if twice else 1)


def encounters_of_each(terms: StageSetup) -> int:
    """The encounters of each entrant: as set, or by default twice the rounds of a knockout, but for
    two sides not more than there are opponents."""
    count = terms.rounds or 2 * (terms.entrants - 1).bit_length()
    if terms.sides > 2:
        return count
    count = count if terms.rounds else min(count, terms.entrants - 1)
    return count + count * terms.entrants % 2


@lru_cache(maxsize=64)
def _made(entrants: int, sides: int, count: int, seed: int) -> tuple[Encounter, ...]:
    if sides > 2:
        return named(design(entrants, sides, count, seed), sides)
    each = 1 + entrants % 2
    total = (entrants - 1) // each
    wanted = [*range(total)] * (count // (entrants - 1))
    left = count % (entrants - 1) // each
    wanted += _spaced(total, left, outsider=entrants % 2 == 0)
    return named(_balanced(entrants, [_turn(entrants, at) for at in wanted]), sides)


def _spaced(total: int, count: int, *, outsider: bool) -> list[int]:
    """Indices of rounds that are spaced evenly.

    In the round of index i, the ``outsider`` of the circle meets the entrant at i / 2, or at
    (i + total) / 2 if i is odd.  So even and odd indices take turns where there is room for it;
    otherwise the opponents of the outsider are spaced evenly, and the indices follow from them.
    """
    spots = [(2 * at + 1) * total // (2 * count) for at in range(count)]
    if not outsider:
        return spots
    if total >= 2 * count:
        return [index - (index - at) % 2 for at, index in enumerate(spots)]
    return sorted(2 * index % total for index in spots)


def _turn(entrants: int, index: int) -> Round:
    """One of the rounds in which every entrant has the same number of opponents, and which have all
    pairs together.

    For an even number everybody meets one opponent in a round, for an odd number two: those that
    are a fixed number of places before and after it in a circle.  Indices that are spaced evenly
    bring opponents who are spaced evenly over the circle of the seeds.
    """
    if entrants % 2:
        return tuple((one, (one + index + 1) % entrants) for one in range(entrants))
    ring = entrants - 1
    pairs = [(one, (index - one) % ring) for one in range(ring)]
    # The entrant that would meet itself meets the one outside of the circle.
    alone = next(one for one, two in pairs if one == two)
    return (*(pair for pair in pairs if pair[0] < pair[1]), (alone, ring))


def _balanced(entrants: int, rounds: Sequence[Round]) -> list[Round]:
    """The pairs with balanced sides.  Along closed walks that use each pair once, each entrant is
    as often first as second.  Extra pairs join the entrants with an odd number of pairs."""
    pairs: list[Pair] = [(pair[0], pair[1]) for made in rounds for pair in made]
    degree = [0] * entrants
    for pair in pairs:
        for one in pair:
            degree[one] += 1
    odd = [one for one in range(entrants) if degree[one] % 2]
    first = _oriented(entrants, [*pairs, *zip(odd[::2], odd[1::2], strict=True)])
    sides = iter([(one, a + b - one) for one, (a, b) in zip(first, pairs, strict=False)])
    return [tuple(next(sides) for _ in made) for made in rounds]


def _oriented(entrants: int, pairs: Sequence[Pair]) -> list[int]:
    """The first entrant of each pair, where everybody is in an even number of pairs."""
    ways: list[list[int]] = [[] for _ in range(entrants)]
    for number, (a, b) in enumerate(pairs):
        ways[a].append(number)
        ways[b].append(number)
    first = [-1] * len(pairs)
    for start in range(entrants):
        here = start
        while ways[here]:
            number = ways[here].pop()
            if first[number] < 0:
                first[number] = here
                here = sum(pairs[number]) - here
    return first
