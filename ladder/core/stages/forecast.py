"""A dry run: a stage simulated many times from the known strengths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from ladder.core.stages.contract import (
    Encounter,
    Forecast,
    Format,
    Game,
    Progress,
    StageSetup,
    Strengths,
    Wanted,
)

RUNS = 200
"""How often a stage is played: a probability is known to about three in a hundred."""

Sides = tuple[int | None, ...]


def forecast(
    form: Format,
    terms: StageSetup,
    strengths: Strengths,
    *,
    played: Sequence[Encounter] = (),
    draws: float = 0.0,
    runs: int = RUNS,
    seed: int = 0,
) -> Forecast:
    """The forecast of a stage, from its beginning or from its present state.

    Games come out by Plackett-Luce, which between two is Bradley-Terry; neighbours in a game's
    order are tied with the probability ``draws``.  Games are those of the whole stage, with those
    that were played.  A shared place counts as the best of the places that share it.  ValueError
    where a strength is missing, or where a number is none.
    """
    if runs < 1 or not 0 <= draws <= 1:
        raise ValueError(f"{runs} runs with {draws} of the games drawn are no forecast")
    missing = sorted(set(range(terms.entrants)) - set(strengths))
    if missing:
        raise ValueError(f"the strengths of {missing} are missing")
    lots = Lots(
        [strengths[each] for each in range(terms.entrants)], draws, np.random.default_rng(seed)
    )
    games = np.zeros(runs)
    places = np.zeros((terms.entrants, terms.entrants))
    for run in range(runs):
        end, made = played_out(form, terms, played, lots)
        games[run] = sum(len(encounter.games) for encounter in made)
        for line in end.standings:
            places[line.entrant, line.place - 1] += 1
    return Forecast(
        games=float(games.mean()),
        most=float(np.percentile(games, 95)),
        places=tuple(tuple(row) for row in (places / runs).tolist()),
    )


class Lots:
    """Results of games, drawn one after the other; strengths are by entrant, a guest is last."""

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
