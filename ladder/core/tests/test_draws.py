"""By what weights the matchmaker draws, and what becomes of that over time."""

import random
from collections import Counter

import numpy as np
import pytest

from ladder.core.matchmaking.opponent_weights import nearness, novelty
from ladder.core.matchmaking.pairing import (
    BURST,
    DRAWS,
    HOUSE_IN_BURST,
    MAX_REST,
    MAX_WAIT,
    MOMENT,
    NEED,
    NEED_POWER,
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
def test_who_asks_is_drawn_by_need_times_waiting_time(owners):
    """Of different owners, and among the bots of one; each has one rival, of its own strength."""
    known = [(2.0, 4000.0), (4.0, 4000.0), (2.0, 8000.0), (SIGMA, 6000.0)]
    asking = [
        settled(i, owner=owner, sigma=sigma, idle=idle, mu=MU + 40 * i)
        for i, (owner, (sigma, idle)) in enumerate(zip(owners, known, strict=True), 1)
    ]
    asked = askers([*asking, *(resting(10 + i, mu=MU + 40 * i) for i in range(1, 5))])
    gains = {bot.id: bot.sigma**4 / (bot.sigma**2 + 1.5**2) for bot in asking}
    usual = np.median([*gains.values(), *(1.5**4 / (bot.sigma**2 + 1.5**2) for bot in asking)])
    needs = {i: min((each / usual) ** NEED_POWER, NEED[1]) for i, each in gains.items()}
    assert 1 < needs[1] < needs[2] < needs[4] == NEED[1]
    weights = {bot.id: needs[bot.id] * (MOMENT + bot.idle) for bot in asking}
    if owners[0] == owners[-1]:
        assert asked.total() == ROUNDS
    assert_shares(asked, weights, room=5.0)


def test_an_owners_new_version_asks_before_their_settled_bots():
    """As if it had waited `BURST` times as long as they have on the average."""
    asking = [settled(1, owner=1, games=0, mu=MU), settled(2, owner=1, mu=MU)]
    asked = askers([*asking, resting(3)], rounds=sample(1500, 500))
    assert_shares(asked, {1: BURST, 2: 1.0})


def test_a_bot_without_rivals_still_asks():
    """The others of its strength are of its owner, whom it never meets."""
    lonely = [settled(i, owner=1, mu=MU + 400.0) for i in (1, 2)]
    asked = askers([*lonely, settled(3), *(resting(i) for i in range(4, 9))])
    assert 0 < asked[1] + asked[2] < 0.3 * asked[3]


def test_waiting_time_is_never_nothing_and_has_a_limit():
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


def test_the_best_of_a_few_opponents_that_are_drawn_by_nearness_and_few_repeats_plays():
    bot = settled(1, mu=25.0)
    known = [(25.0, 1.0), (25.0, 4.0), (28.0, 2.0), (21.0, 2.0), (35.0, 2.0)]
    others = [resting(i, mu=mu, sigma=sigma) for i, (mu, sigma) in enumerate(known, 2)]
    met = {pair(1, 2): 2, pair(1, 4): 1, pair(2, 3): 50}
    mus, sigmas = (np.array(column) for column in zip(*known, strict=True))
    new = novelty(np.array([2.0, 0.0, 1.0, 0.0, 0.0]))
    weights = nearness((bot.mu, bot.sigma), mus, sigmas) * new
    # The nearest tells most; of equals, the one that was drawn first plays.
    shares = (1 - RANDOM_SHARE) * best_of(weights, -abs(mus - bot.mu))
    shares += RANDOM_SHARE / len(others)
    expected = {other.id: share for other, share in zip(others, shares, strict=True)}
    assert_shares(opponents(bot, others, met), expected)


def best_of(weights, worth):
    """How often each is the best of `DRAWS` that are drawn by the weights, and of equals first."""
    total = weights.sum()
    found = np.zeros(len(weights))
    for level in set(worth):
        equal = worth == level
        until, before = weights[worth <= level].sum(), weights[worth < level].sum()
        share = (until / total) ** DRAWS - (before / total) ** DRAWS
        found[equal] = share * weights[equal] / weights[equal].sum()
    return found


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
