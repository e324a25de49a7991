"""The cost of a season's official ratings: against one dense solve of as many equations."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import numpy as np

from bench.table import Row, told
from ladder.core.official import Entrant, fit
from ladder.core.tally import Rows, tally

BOTS, RESULTS = 1000, 100_000
BOUND = 10.0
"""A refit over one `numpy.linalg.solve` of a thousand equations, at most."""
RUNS = 7


def season(seed: int = 1) -> Rows:
    """Duels of bots of known strength, opponents by chance."""
    dice = np.random.default_rng(seed)
    strength = dice.normal(0.0, 1.4, BOTS)
    first = dice.integers(0, BOTS, RESULTS)
    second = (first + dice.integers(1, BOTS, RESULTS)) % BOTS
    won = dice.random(RESULTS) < 1 / (1 + np.exp(strength[second] - strength[first]))
    seats = np.stack([first, second], axis=1).reshape(-1)
    ranks = np.stack([2 - won, 1 + won], axis=1).reshape(-1)
    matches = np.repeat(np.arange(RESULTS), 2)
    return Rows(matches, seats, seats, ranks, np.zeros_like(seats))


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def main() -> list[Row]:
    rows, entrants = season(), [Entrant()] * BOTS
    dice = np.random.default_rng(2)
    matrix, right = dice.random((BOTS, BOTS)) + BOTS * np.eye(BOTS), dice.random(BOTS)
    refits, solves = [], []
    for _ in range(RUNS):
        solves += [seconds(lambda: np.linalg.solve(matrix, right)) for _ in range(3)]
        refits.append(seconds(lambda: fit(entrants, tally(rows, BOTS))))
    refit, solve = statistics.median(refits), statistics.median(solves)
    print(f"official ratings of {BOTS} bots from {RESULTS} results, with errors")
    beside = f"{refit * 1e3:.0f} ms, one dense solve {solve * 1e3:.1f} ms"
    return [told(Row("refit of ratings / dense solve", refit / solve, "×", BOUND, beside=beside))]
