"""A stage that is played out with random results, from known strengths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from ladder.core.stages.contract import Encounter, Format, Game, Progress, StageSetup, Wanted

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
    return replace(want.encounter, games=(*want.encounter.games, *games))
