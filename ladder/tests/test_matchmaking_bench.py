"""Elo, Glicko-2 and the measures of the matchmaking benchmark are correct."""

import random
from collections import Counter
from itertools import combinations, islice

import numpy as np
import pytest

from bench.baselines import Glicko, elo, glicko, neighbours, round_robin
from bench.matchmaking import BAND, HORIZON, LOOK, STAYS, off, play, settled, tau
from bench.populations import BOTS, EarlierLadder, EloLadder, GlickoLadder, OurLadder, World


def test_glicko_2_gives_the_numbers_of_its_paper():
    """Glickman, "Example of the Glicko-2 system"; it rounds what lies between."""
    results = [(1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)]
    after = glicko(Glicko(1500.0, 200.0, 0.06), results)
    assert after.rating == pytest.approx(1464.06, abs=0.02)
    assert after.rd == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_surprise_makes_glicko_2_more_volatile():
    calm, shaken = (glicko(Glicko(1500.0, 50.0), [(2100.0, 50.0, score)] * 5) for score in (0, 1))
    assert calm.volatility < 0.06 < shaken.volatility


def test_elo_moves_both_by_eight_times_the_surprise():
    assert elo(1500.0, 1500.0, 1.0) == (1504.0, 1496.0)
    one, two = elo(1700.0, 1300.0, 0.0)
    assert one - 1700.0 == pytest.approx(-8 * 10 / 11)
    assert one + two == 3000.0


def test_in_a_round_robin_everybody_meets_everybody_once():
    rounds = list(islice(round_robin(10, random.Random(1)), 9))
    met = Counter(tuple(sorted(pairing)) for pairings in rounds for pairing in pairings)
    assert met == Counter(combinations(range(10), 2))
    assert all(sorted(sum(pairings, ())) == list(range(10)) for pairings in rounds)


def test_neighbours_are_near_play_once_and_do_not_meet_twice_running():
    bots = [Glicko(1000.0 + 20.0 * number, 50.0) for number in range(60)]
    before: dict[int, int] = {}
    rng = random.Random(2)
    for _ in range(20):
        last = dict(before)
        pairs = neighbours(bots, before, rng)
        assert sorted(sum(pairs, ())) == list(range(60))
        gaps = [abs(bots[a].rating - bots[b].rating) for a, b in pairs]
        assert sum(gaps) / len(gaps) < 150.0  # by chance alone it is 400
        assert sum(last.get(a) == b for a, b in pairs) <= 1


def test_results_have_the_expected_score_and_the_stated_draws():
    world = World(3)
    world.true[:2] = 1600.0, 1500.0
    scores = Counter(world.score(0, 1) for _ in range(20_000))
    p = 1 / (1 + 10 ** (-100 / 400))
    assert (scores[1.0] + scores[0.5] / 2) / 20_000 == pytest.approx(p, abs=0.015)
    assert scores[0.5] / 20_000 == pytest.approx(0.2 * 4 * p * (1 - p), abs=0.015)


def test_kendalls_tau_counts_pairs():
    true = np.array([1.0, 2.0, 3.0, 4.0])
    assert tau(true, true * 9) == 1.0
    assert tau(true, -true) == -1.0
    assert tau(true, np.array([2.0, 1.0, 3.0, 4.0])) == pytest.approx(4 / 6)


def test_a_rating_has_settled_when_it_stays_in_the_band():
    looks = (HORIZON + STAYS) // LOOK
    out, inside = [BAND + 1], [BAND - 1]
    assert settled(inside * looks) == LOOK
    assert settled(out * 5 + inside * looks) == 6 * LOOK
    assert settled(inside * 3 + out * 5 + inside * looks) == 9 * LOOK
    assert settled(out * looks) == HORIZON


def test_a_ladder_is_not_blamed_for_a_scale_of_its_own():
    world = World(4)
    assert off(world, 300.0 + world.true / 3, 5) == pytest.approx(0.0, abs=1e-6)
    shifted = world.true.copy()
    shifted[5] += 90.0
    assert off(world, shifted, 5) == pytest.approx(90.0)


@pytest.mark.parametrize("make", [EloLadder, GlickoLadder, OurLadder, EarlierLadder])
def test_every_ladder_finds_the_order_of_its_bots(make):
    played: Counter[int] = Counter()
    world, ladder = World(5), make(5)
    play(world, ladder, BOTS * 20 // 2, played)
    assert played.total() >= BOTS * 20
    assert len(played) == BOTS
    assert tau(world.true, ladder.estimates()) > 0.6
