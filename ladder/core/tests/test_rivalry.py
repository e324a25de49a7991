"""Pairs, cycles, counters, cyclicity and links, against planted truths and other reckonings."""

from __future__ import annotations

import math
from itertools import combinations
from statistics import NormalDist

import networkx as nx
import numpy as np
import pytest

from ladder.core.diagnostics import rivalry
from ladder.core.diagnostics.cyclicity import cyclicity
from ladder.core.diagnostics.linkage import linkage
from ladder.core.diagnostics.rivalry import Unit
from ladder.core.intervals import wilson, z_of_all

RING = {(0, 1): 0.9, (1, 2): 0.9, (0, 2): 0.1}


def units(shares, each=40, expected=0.5):
    """Wins and losses in these shares."""
    return [
        Unit(first, second, float(n < round(share * each)), expected, 1)
        for (first, second), share in shares.items()
        for n in range(each)
    ]


def sampled(bots, each, odds, rng):
    chances = {pair: 1 / (1 + math.exp(-odds(*pair))) for pair in combinations(range(bots), 2)}
    return [
        Unit(*pair, float(rng.random() < chance), chance, 1)
        for pair, chance in chances.items()
        for _ in range(each)
    ]


def ring(first, second):
    return {0: 0.0, 1: 1.0, 2: -1.0}[(second - first) % 3]


def test_a_wider_interval_holds_for_all_pairs_together():
    assert z_of_all(1) == pytest.approx(NormalDist().inv_cdf(0.975))
    assert wilson(30, 40, z_of_all(10))[0] < wilson(30, 40)[0] < 0.75


def test_a_planted_cycle_is_found_once_and_in_order():
    met = rivalry.pairs([*units(RING), *units({(2, 3): 0.9, (0, 3): 0.9})])
    found = rivalry.cycles(met, 4)
    assert (found.count, found.looked) == (1, 5)
    (row,) = found.rows
    assert [(edge.winner, edge.loser) for edge in row] == [(0, 1), (1, 2), (2, 0)]
    assert row[0].low == pytest.approx(wilson(36, 40, z_of_all(5))[0])


def test_few_results_and_an_order_prove_no_cycle():
    assert rivalry.cycles(rivalry.pairs(units(RING, each=10)), 3).count == 0
    ordered = units({(0, 1): 0.9, (1, 2): 0.9, (0, 2): 0.99})
    assert rivalry.cycles(rivalry.pairs(ordered), 3).count == 0


def test_the_bound_is_never_below_the_exact_probability():
    for expected in (0.01, 0.3, 0.5, 0.9):
        for seen in range(21):
            low = sum(_binomial(k, 20, expected) for k in range(seen + 1))
            high = sum(_binomial(k, 20, expected) for k in range(seen, 21))
            assert rivalry.chance(seen / 20, expected, 20) >= min(1, low, high) - 1e-12


def _binomial(k, n, p):
    return math.comb(n, k) * p**k * (1 - p) ** (n - k)


def test_a_surprising_pair_is_marked_and_reads_turned_round():
    met = rivalry.pairs([*units({(0, 1): 0.9}), *units({(1, 2): 0.5})])
    assert [pair.mark for pair in met] == [1, 0]
    turned = met[0].turned()
    assert turned.mark == -1
    assert turned.share == pytest.approx(0.1)
    assert turned.low == pytest.approx(1 - met[0].high)


def test_counters_are_the_best_and_the_nearest_of_those_that_are_proven():
    found = [*units({(0, 1): 0.2, (0, 2): 0.1, (0, 3): 0.5})]
    met = rivalry.pairs(found)
    counters = rivalry.counters(0, met, [1500, 1510, 1900, 1501])
    assert counters.looked == 3
    assert counters.best is not None
    assert counters.nearest is not None
    assert (counters.best.first, counters.nearest.first) == (2, 1)
    assert rivalry.counters(3, met, [1500] * 4).best is None


def test_a_transitive_game_is_hardly_cyclic_and_a_ring_is_wholly():
    rng = np.random.default_rng(5)
    ordered = cyclicity(sampled(8, 40, lambda a, b: 0.4 * (b - a), rng), 8, rng)
    assert ordered is not None
    assert ordered.value < 0.1
    assert ordered.low == 0
    ringed = cyclicity(units(RING), 3, rng)
    assert ringed is not None
    assert ringed.value == ringed.high == 1
    assert ringed.low > 0.9
    assert cyclicity(units({(0, 1): 0.9, (1, 2): 0.9}), 3, rng) is None


def test_the_bootstrap_covers_the_truth():
    def odds(first, second):
        return 0.2 * (second - first) + 0.6 * ring(first, second)

    # Without noise and near one half the decomposition is that of plain least squares.
    pairs = list(combinations(range(6), 2))
    truth = np.array([odds(*pair) for pair in pairs])
    weight = np.array([1 / (2 + 2 * math.cosh(value)) for value in truth])
    design = np.zeros((len(pairs), 6))
    for row, (first, second) in enumerate(pairs):
        design[row, first], design[row, second] = 1, -1
    root = np.sqrt(weight)
    fitted = design @ np.linalg.lstsq(design * root[:, None], truth * root, rcond=None)[0]
    part = float(weight @ (truth - fitted) ** 2 / (weight @ truth**2))
    hits = 0
    for seed in range(30):
        rng = np.random.default_rng(seed)
        found = cyclicity(sampled(6, 40, odds, rng), 6, rng)
        assert found is not None
        hits += found.low <= part <= found.high
    assert hits >= 25


def test_parts_without_a_link_are_found():
    games = np.zeros((5, 5), dtype=np.int64)
    for first, second in ((0, 1), (1, 2), (3, 4)):
        games[first, second] = games[second, first] = 7
    found = linkage(games)
    assert (found.parts, found.weakest, found.side) == ([[0, 1, 2], [3, 4]], 0, [3, 4])
    assert linkage(np.zeros((1, 1), dtype=np.int64)).weakest is None


@pytest.mark.parametrize("seed", range(5))
def test_the_weakest_link_is_the_minimum_cut(seed):
    rng = np.random.default_rng(seed)
    games = np.triu(rng.integers(0, 9, (9, 9)), 1)
    games = games + games.T
    found = linkage(games)
    graph = nx.Graph()
    graph.add_weighted_edges_from(
        (a, b, int(games[a, b])) for a, b in combinations(range(9), 2) if games[a, b]
    )
    assert found.weakest == nx.stoer_wagner(graph)[0]
    others = [bot for bot in range(9) if bot not in found.side]
    assert games[np.ix_(list(found.side), others)].sum() == found.weakest
