"""By what weights the matchmaker draws, and what becomes of that over time."""

import random
from collections import Counter

import numpy as np
import pytest

from ladder.core.opponent_weights import information, nearness, novelty
from ladder.core.pairing import (
    BURST,
    HOUSE_IN_BURST,
    MAX_REST,
    MAX_WAIT,
    MOMENT,
    RANDOM_SHARE,
    Candidate,
    pair,
    plan,
)
from ladder.core.rating import MU, SIGMA
from ladder.core.tests.fields import settled
from tests.examples import sample

ROUNDS = sample(4000, 1000)

# Bots that ask, and their opponents ---------------------------------------------------------------


def resting(number, **more):
    """Somebody who asks for nothing, but may be met."""
    return settled(number, idle=0.0, **more)


def assert_shares(counted, weights, room=4.0):
    """The counts match draws with these weights, within ``room`` standard deviations."""
    total = sum(counted[key] for key in weights)
    assert total > 0
    for key, weight in weights.items():
        share = weight / sum(weights.values())
        spread = (total * share * (1 - share)) ** 0.5
        assert abs(counted[key] - total * share) < room * spread, (key, counted)


def askers(bots, rounds=ROUNDS):
    """How often each rested bot asked, in plans with exactly one rested bot."""
    rested = {bot.id for bot in bots if bot.rested}
    rng = random.Random(12)
    asked: Counter[int] = Counter()
    for _ in range(rounds):
        (made,) = plan(bots, {}, 2, rng)
        if len(found := rested & set(made.ids)) == 1:
            asked.update(found)
    return asked


@pytest.mark.parametrize("owners", [(1, 2, 3, 4), (1, 1, 1, 1)])
def test_who_asks_is_drawn_by_uncertainty_times_waiting_time(owners):
    """Of different owners, and among the bots of one."""
    known = [(2.0, 4000.0), (4.0, 4000.0), (2.0, 8000.0), (SIGMA, 6000.0)]
    asking = [
        settled(i, owner=owner, sigma=sigma, idle=idle, mu=MU + 40 * i)
        for i, (owner, (sigma, idle)) in enumerate(zip(owners, known, strict=True), 1)
    ]
    asked = askers([*asking, *(resting(10 + i, mu=MU + 40 * i) for i in range(1, 5))])
    weights = {bot.id: bot.sigma * (MOMENT + bot.idle) for bot in asking}
    if owners[0] == owners[-1]:
        assert asked.total() == ROUNDS
    assert_shares(asked, weights, room=5.0)


def test_an_owners_new_version_asks_before_their_settled_bots():
    """As if it had waited `BURST` times as long as they have on the average."""
    asking = [settled(1, owner=1, games=0, mu=MU), settled(2, owner=1, mu=MU)]
    asked = askers([*asking, resting(3)], rounds=sample(1500, 500))
    assert_shares(asked, {1: BURST, 2: 1.0})


def test_need_is_never_nothing_and_grows_with_uncertainty_and_with_waiting():
    sigmas = [settled(1, sigma=sigma).uncertainty for sigma in (0.1, 1.0, 4.0, SIGMA)]
    assert 0 < sigmas[0] < sigmas[1] < sigmas[2] < sigmas[3] == 1.0
    waits = [settled(1, idle=idle).wait for idle in (-5.0, 0.0, 60.0, 3600.0, MAX_WAIT, 1e9)]
    assert 0 < waits[0] == waits[1] < waits[2] < waits[3] < waits[4] == waits[5]
    assert settled(1, idle=3600.0, waiting=2).wait == settled(1, idle=0.0).wait


def test_house_bots_seldom_ask():
    house = settled(1, owner=0, house=True)
    asked = askers([house, settled(2), *(resting(number) for number in range(3, 40))])
    assert 0 < asked[1] < 0.3 * asked[2]


def opponents(bot, others, met=None, rounds=ROUNDS):
    """How often ``bot`` meets each opponent."""
    rng = random.Random(13)
    drawn: Counter[int] = Counter()
    for _ in range(rounds):
        (made,) = plan([bot, *others], met or {}, 2, rng)
        drawn.update(set(made.ids) - {bot.id})
    return drawn


def test_opponents_are_drawn_by_nearness_times_information_times_few_repeats():
    bot = settled(1, mu=25.0)
    known = [(25.0, 1.0), (25.0, 4.0), (28.0, 2.0), (21.0, 2.0), (35.0, 2.0)]
    others = [resting(i, mu=mu, sigma=sigma) for i, (mu, sigma) in enumerate(known, 2)]
    met = {pair(1, 2): 2, pair(1, 4): 1, pair(2, 3): 50}
    mus, sigmas = (np.array(column) for column in zip(*known, strict=True))
    belief = bot.mu, bot.sigma
    weights = nearness(belief, mus, sigmas) * information(belief, mus, sigmas)
    weights = weights * novelty(np.array([2.0, 0.0, 1.0, 0.0, 0.0]))
    shares = (1 - RANDOM_SHARE) * weights / weights.sum() + RANDOM_SHARE / len(others)
    expected = {other.id: share for other, share in zip(others, shares, strict=True)}
    assert_shares(opponents(bot, others, met), expected)


def test_in_a_random_share_of_plans_everybody_is_as_likely_however_far_away():
    others = [resting(2), *(resting(number, mu=500.0 * number) for number in range(3, 7))]
    drawn = opponents(settled(1), others)
    shares = {number: RANDOM_SHARE / len(others) for number in range(3, 7)}
    assert_shares(drawn, shares | {2: 1 - sum(shares.values())})


def test_chance_knows_owners_not_the_number_of_their_bots():
    alone = resting(2, mu=-500.0)
    crowd = [resting(number, owner=100, mu=500.0) for number in range(3, 13)]
    drawn = opponents(settled(1), [alone, *crowd, resting(20)])
    assert_shares(drawn, {2: 0.5} | {bot.id: 0.05 for bot in crowd})


def test_in_a_burst_a_share_of_the_opponents_are_house_bots():
    people = [resting(number) for number in range(10, 48)]
    house = [resting(number, owner=0, house=True) for number in (2, 3)]
    usual = opponents(settled(1), [*house, *people])
    first = opponents(settled(1, games=0), [*house, *people])
    often = HOUSE_IN_BURST + (1 - HOUSE_IN_BURST) * len(house) / 40
    for drawn, share in ((usual, len(house) / 40), (first, often)):
        met_house = drawn[2] + drawn[3]
        assert_shares({True: met_house, False: ROUNDS - met_house}, {True: share, False: 1 - share})


def test_a_burst_without_house_bots_goes_on_among_people():
    assert opponents(settled(1, games=0), [resting(2), resting(3)]).total() == ROUNDS


# Fairness over time -------------------------------------------------------------------------------


def play_on(sizes, draws, spread, seconds=40.0):
    """Draw four plans at a time, for owners of ``sizes`` bots.  Returns the owner and the number
    of plans of each bot, and the longest wait of a bot, in plans."""
    owners = [owner for owner, size in enumerate(sizes) for _ in range(size)]
    rng = random.Random(14)
    beliefs = [(rng.gauss(MU, spread), rng.uniform(2.0, 2.0 + spread / 3)) for _ in owners]
    played, last, longest = [0] * len(owners), [0] * len(owners), 0
    met: Counter[tuple[int, int]] = Counter()
    for now in range(4, 4 * draws + 4, 4):
        idle = [MAX_REST + seconds * (now - then) for then in last]
        bots = [
            Candidate(i, owner, *beliefs[i], games=50 + 2 * played[i], idle=idle[i])
            for i, owner in enumerate(owners)
        ]
        for made in plan(bots, met, 8, rng):
            met[pair(*made.ids)] += 2
            for i in made.ids:
                longest = max(longest, now - last[i])
                played[i], last[i] = played[i] + 1, now
    return owners, played, max(longest, 4 * draws - min(last))


def test_among_two_hundred_bots_of_twenty_owners_nobody_starves():
    _, played, longest = play_on([10] * 20, 300, 6.0)
    assert sum(played) == 2400
    assert min(played) >= 3
    assert max(played) <= 36
    # Everybody plays in every hundredth plan on the average.
    assert longest < 900


def test_owners_of_many_bots_and_of_one_get_as_many_matches():
    owners, played, _ = play_on([1] * 10 + [10] * 5 + [28] * 5, 300, 1.0)
    each: Counter[int] = Counter()
    for owner, plans in zip(owners, played, strict=True):
        each[owner] += plans
    assert max(each.values()) < 2.2 * min(each.values())
    assert min(played) > 0
