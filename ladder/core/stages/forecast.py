"""A stage that is played out with random results, from known strengths.

A format decides what is played next from all results so far.  As that is done many times, it is
asked once where a stage begins: brackets and hills are played through encounter by encounter, and a
Swiss system has simple pairings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, groupby, pairwise

import numpy as np
import numpy.typing as npt

from ladder.core.stages.contract import Encounter, Format, Game, Progress, StageSetup, Wanted
from ladder.core.stages.encounters import full, score, sides_of
from ladder.core.stages.spread import sizes
from ladder.core.stages.swiss import Group, Swiss, rounds_of
from ladder.core.stages.tables import bye_worth, points

Sides = tuple[int | None, ...]


class Lots:
    """Results of games, drawn one after the other; strengths are by entrant, a guest is last.

    Games come out by Plackett-Luce, which between two is Bradley-Terry; neighbours in a game's
    order are tied with the probability ``draws``.
    """

    def __init__(self, strengths: Sequence[float], draws: float, rng: np.random.Generator) -> None:
        # The last one is a guest's, who never counts.
        self._strengths = np.array([*strengths, -np.inf])
        self._draws = draws
        self._rng = rng

    def games(self, sides: Sequence[Sides]) -> list[Game]:
        seated = np.array([[-1 if one is None else one for one in row] for row in sides])
        shown = self._strengths[seated] + self._rng.gumbel(size=seated.shape)
        order = np.argsort(-shown, axis=1)
        tied = self._rng.random(seated.shape) < self._draws
        return [
            Game(row, _ranks(places, ties))
            for row, places, ties in zip(sides, order, tied, strict=True)
        ]


def _ranks(order: npt.NDArray[np.int64], tied: npt.NDArray[np.bool_]) -> tuple[int, ...]:
    """By side; ``tied`` tells by place whether it shares the rank of the one before."""
    ranks = [0] * len(order)
    rank = 1
    for place, (side, same) in enumerate(zip(order.tolist(), tied.tolist(), strict=True), 1):
        rank = rank if same else place
        ranks[side] = rank
    return tuple(ranks)


def played_out(
    form: Format, terms: StageSetup, played: Sequence[Encounter], lots: Lots
) -> tuple[Progress, list[Encounter]]:
    """The end of a stage with random results, and all of its encounters."""
    if not played and not terms.out and form.name == Swiss.name:
        played = _swiss(terms, lots)
    elif not played:
        played = form.played_through(terms, lambda want: _with(want, lots.games(want.games)))
    made = {encounter.key: encounter for encounter in played}
    while True:
        now = form.progress(terms, list(made.values()))
        for key in now.obsolete:
            del made[key]
        if now.over:
            return now, list(made.values())
        results = lots.games([sides for want in now.wanted for sides in want.games])
        for want in now.wanted:
            count = len(want.games)
            made[want.encounter.key] = _with(want, results[:count])
            results = results[count:]


def _with(want: Wanted, games: Sequence[Game]) -> Encounter:
    return want.encounter._replace(games=(*want.encounter.games, *games))


# Rounds of a Swiss system -----------------------------------------------------------------------


def _swiss(terms: StageSetup, lots: Lots) -> list[Encounter]:
    """All rounds of a Swiss system, without acceleration."""
    made: list[Encounter] = []
    byes, met = Counter[int](), tuple(set[int]() for _ in range(terms.entrants))
    # In byes, as each round has a unit of its own.
    standing = [each / (terms.games * full(terms)) for each in terms.start_points]
    standing = standing or [0.0] * terms.entrants
    terms = replace(terms, start_points=())
    for number in range(1, rounds_of(terms) + 1):
        order = sorted(range(terms.entrants), key=lambda one: (-standing[one], one))
        groups, free = _tables(terms, order), Counter[int]()
        if terms.sides == 2:
            free.update([min(reversed(order), key=byes.__getitem__)] if len(order) % 2 else ())
            groups = _pairs([one for one in order if one not in free], standing, met)
        new = _round(terms, number, groups, lots)
        scores, byes = [score(terms, each) for each in new], byes + free
        worth = bye_worth(terms, scores)
        for one, gained in enumerate(points(terms, scores, free)):
            standing[one] = round(standing[one] + gained / worth, 6)
        made += new
    return made


def _tables(terms: StageSetup, order: Sequence[int]) -> list[Group]:
    """Neighbours in the standings, as many as a game has sides."""
    ends = list(accumulate(sizes(len(order), terms.sides), initial=0))
    return [tuple(order[first:last]) for first, last in pairwise(ends)]


def _round(terms: StageSetup, number: int, groups: Sequence[Group], lots: Lots) -> list[Encounter]:
    count = terms.games
    games = lots.games([sides_of(terms, group, at) for group in groups for at in range(count)])
    return [
        Encounter(f"{number}-{at + 1}", number, group, games=tuple(games[count * at :][:count]))
        for at, group in enumerate(groups)
    ]


def _pairs(order: Sequence[int], standing: Sequence[float], met: Sequence[set[int]]) -> list[Group]:
    """Pairs of an even number of entrants in ``order``, added to those that have ``met``.

    Of those with equal points, each of the better half meets the first of the others that is new to
    it.  The rest of them float down.  Those that are left at the end change opponents with a pair,
    or meet again.
    """
    pairs: list[Group] = []
    left: list[int] = []
    for _, equals in groupby(order, key=standing.__getitem__):
        group, floats = [*left, *equals], []
        better, others = group[: len(group) // 2], group[len(group) // 2 :]
        for one in better:
            other = next((each for each in others if each not in met[one]), None)
            if other is None:
                floats.append(one)
            else:
                others.remove(other)
                pairs.append((one, other))
        left = [*floats, *others]
    for one, other in zip(left[::2], left[1::2], strict=True):
        pairs.append(_exchanged(pairs, one, other, met))
    for one, other in pairs:
        met[one].add(other)
        met[other].add(one)
    return pairs


def _exchanged(pairs: list[Group], one: int, other: int, met: Sequence[set[int]]) -> Group:
    """These two, or if they have met, what is left of them and of the last pair that can change
    opponents with them."""
    if other not in met[one]:
        return one, other
    for at in reversed(range(len(pairs))):
        for a, b in (pairs[at], pairs[at][::-1]):
            if a not in met[one] and b not in met[other]:
                pairs[at] = (a, one)
                return b, other
    return one, other
