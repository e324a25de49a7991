"""Sparse matrices against dense ones, and the memory of a fit."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.core.official import MOST_EXACT, Entrant, fit, rank_ranges
from ladder.core.sparse import Pattern, inverted
from ladder.core.tally import Rows, tally
from tests.examples import examples


def definite(seed, size, pairs):
    """A pattern of springs between pairs, their values, and the same matrix dense."""
    dice = np.random.default_rng(seed)
    ends = dice.integers(0, size, (pairs, 2))
    values = dice.random(size + pairs) + 0.1
    full, everyone = np.diag(values[:size]), np.arange(size)
    entries = [(everyone, everyone, everyone)]
    for one, other in ((0, 0), (0, 1), (1, 0), (1, 1)):
        negative = (size + pairs) * (one != other)
        entries.append((ends[:, one], ends[:, other], np.arange(pairs) + size + negative))
        sign = -1 if one != other else 1
        np.add.at(full, (ends[:, one], ends[:, other]), sign * values[size:])
    rows, columns, source = (np.concatenate(part) for part in zip(*entries, strict=True))
    return Pattern.of(size, rows, columns, source), values, full


@examples(40)
@given(st.integers(0, 10**6), st.integers(1, 30), st.integers(0, 60))
def test_a_sparse_matrix_is_the_dense_one_with_equal_places_added_up(seed, size, pairs):
    pattern, values, full = definite(seed, size, pairs)
    matrix, right = pattern.filled(values), np.random.default_rng(seed).normal(size=size)
    assert matrix.dense() == pytest.approx(full)
    assert matrix.times(right) == pytest.approx(full @ right)
    assert matrix.solved(right, 1e-30, 1e-30) == pytest.approx(np.linalg.solve(full, right))


@pytest.mark.parametrize("size", [1, 127, 129, 300])
def test_an_inverse_by_blocks_is_the_inverse(size):
    _, _, full = definite(size, size, 3 * size)
    inverse = inverted(full)
    assert inverse @ full == pytest.approx(np.eye(size), abs=1e-9)
    assert (inverse == inverse.T).all()


def test_the_memory_of_a_fit_grows_with_the_pairs_that_met_and_not_with_all_pairs():
    bots, dice = MOST_EXACT + 500, np.random.default_rng(1)
    seats = np.stack([dice.permutation(bots) for _ in range(6)]).reshape(-1)
    matches, ranks = np.arange(seats.size) // 2, np.arange(seats.size) % 2 + 1
    rows = Rows(matches, seats, seats, ranks, np.zeros_like(seats))
    tracemalloc.start()
    try:
        found = fit([Entrant()] * bots, tally(rows, bots))
        ranges = rank_ranges(found, np.arange(bots))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(ranges) == bots
    assert peak < bots**2
