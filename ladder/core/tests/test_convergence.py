"""Matchmaker and ratings together: does a ladder find out who is better?"""

import random
from collections import Counter

from ladder.core.matchmaking.pairing import MAX_REST, Candidate, pair, plan
from ladder.core.rating import MU, SIGMA, standing, update
from ladder.core.tests.results import chance


def play_season(true, matches_each, seed):
    """``true``: id → strength.  Results are drawn by the model; returns the beliefs by id."""
    rng = random.Random(seed)
    beliefs = dict.fromkeys(true, (MU, SIGMA))
    games: Counter[int] = Counter()
    met: Counter[tuple[int, int]] = Counter()
    while games.total() < matches_each * len(true):
        bots = [Candidate(i, i, *beliefs[i], games=games[i], idle=MAX_REST) for i in true]
        for made in plan(bots, met, 4, rng):
            met[pair(*made.ids)] += 2
            for a, b in made.seatings:
                won = rng.random() < chance((true[a], 0.0), (true[b], 0.0))
                ranks = [1, 2] if won else [2, 1]
                beliefs[a], beliefs[b] = update([beliefs[a], beliefs[b]], ranks)
                games.update((a, b))
    return beliefs, games


def test_a_season_orders_bots_by_their_strength():
    true = {number: 16.0 + 2.0 * number for number in range(10)}
    wrong = 0
    for seed in range(5):
        beliefs, games = play_season(true, 60, seed)
        assert min(games.values()) > 30
        order = sorted(true, key=lambda number: standing(beliefs[number]))
        wrong += sum(abs(place - number) > 2 for place, number in enumerate(order))
        assert {0, 1} & set(order[:2])
        assert {8, 9} & set(order[-2:])
    assert wrong <= 3


def test_the_uncertainty_that_is_shown_is_about_as_large_as_the_error():
    true = {number: 18.0 + 1.5 * number for number in range(10)}
    beliefs, _ = play_season(true, 60, 7)
    errors = [abs(beliefs[number][0] - true[number]) / beliefs[number][1] for number in true]
    assert sum(error < 2 for error in errors) >= 7


def test_a_strong_newcomer_reaches_the_top_within_forty_matches():
    true = {number: 20.0 + number for number in range(8)} | {99: 40.0}
    beliefs, _ = play_season(true, 40, 3)
    assert max(true, key=lambda number: standing(beliefs[number])) == 99
