"""Sparring: who may ask for it, against whom, how often, and what it gives on an empty ladder."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from ladder.core.matchmaking import pairing, sparring
from ladder.core.matchmaking.pairing import BURST_GAMES, MAX_REST, Candidate, pair
from ladder.core.matchmaking.sparring import (
    FEW,
    WINDOW,
    Learner,
    Partner,
    aged,
    is_lonely,
    may_spar,
)
from ladder.core.rating import MU, NEW_VERSION, PROVISIONAL, SIGMA, update
from ladder.core.tests.results import chance


def candidate(number, mu=25.0, owner=None, sigma=1.5, games=100, **more):
    owner = number if owner is None else owner
    return Candidate(number, owner, mu, sigma, games=games, idle=MAX_REST, **more)


def learner(bot, games=0, waiting=0, idle=MAX_REST, met=None):
    return Learner(bot, games, waiting, idle, met or {})


BOT = candidate(1)
FAR = [candidate(number, 25.0 + WINDOW * 2 + number) for number in range(2, 6)]
HALL = [Partner(100 + number, 100 + number, 10.0 + number, 1.5) for number in range(31)]


def test_a_bot_is_lonely_with_fewer_than_three_even_opponents():
    others = [candidate(number, 25.0 + WINDOW - 0.01) for number in range(2, 2 + FEW)]
    assert not is_lonely(BOT, [BOT, *others])
    assert is_lonely(BOT, [BOT, *others[1:]])
    assert is_lonely(BOT, [BOT, *FAR])


def test_several_bots_of_a_person_are_one_opponent_and_own_ones_none():
    crowd = [candidate(number, owner=9) for number in range(2, 8)]
    two = [candidate(30), candidate(31)]
    assert is_lonely(BOT, [*crowd, two[0]])
    assert not is_lonely(BOT, [*crowd, *two])
    assert is_lonely(BOT, [*(replace(each, owner=BOT.owner) for each in crowd), *two])
    assert not is_lonely(BOT, [replace(each, house=True) for each in crowd[:3]])


def test_at_most_half_of_its_matches_are_sparring_ones():
    def allowed(rated, spars):
        return may_spar(learner(replace(BOT, games=rated), spars, idle=MAX_REST), FAR)

    assert allowed(40, 38)
    assert not allowed(40, 39)
    assert not allowed(40, 40)


def test_a_bot_without_any_opponent_spars_from_its_first_match():
    newcomer = candidate(1, MU, sigma=SIGMA, games=0)
    own = candidate(2, owner=1)
    assert may_spar(learner(newcomer, 30), [newcomer, own])
    assert not may_spar(learner(newcomer), [newcomer, *FAR])


@pytest.mark.parametrize(
    "changed",
    [
        {"house": True},
        {"games": BURST_GAMES - 1},
        {"sigma": PROVISIONAL + 0.01},
    ],
)
def test_house_bots_and_bots_whose_rating_is_not_known_do_not_spar(changed):
    assert may_spar(learner(BOT), FAR)
    assert not may_spar(learner(replace(BOT, **changed)), FAR)


def test_a_bot_rests_between_sparring_matches():
    assert not may_spar(learner(BOT, waiting=1), FAR)
    assert not may_spar(learner(BOT, games=20, idle=3.0 * 120 - 1), FAR)
    assert may_spar(learner(BOT, games=20, idle=3.0 * 120), FAR)


def test_partners_are_even_of_other_owners_and_built_before_others():
    own = Partner(7, BOT.owner, 25.0, 1.0)
    even = Partner(8, 8, 25.0 + WINDOW, 1.0)
    far = Partner(9, 9, 25.1 + WINDOW, 1.0)
    gone = replace(even, id=10, ready=False)
    assert sparring.fit(BOT, [own, even, far, gone]) == [even]
    assert sparring.fit(BOT, [own, far, gone]) == [gone]


def plan(seed=1, learners=None, partners=HALL, free=8, **more):
    learners = learners or [learner(BOT)]
    return sparring.plan(learners, [BOT, *FAR], partners, free, random.Random(seed), **more)


def test_a_plan_has_both_seatings_of_the_learner_and_a_partner():
    ((_, made),) = plan()
    first, second = made.seatings
    assert 0 in first
    assert first == second[::-1]
    (partner,) = set(first) - {0}
    (chosen,) = (each for each in HALL if each.id == partner)
    assert abs(chosen.mu - BOT.mu) <= WINDOW
    assert plan(partners=[]) == []
    assert plan(free=1) == []


def test_a_plan_depends_on_its_arguments_alone():
    bots = [learner(candidate(number, owner=number)) for number in (1, 20, 21)]
    made = plan(learners=bots)
    assert plan(learners=bots[::-1], partners=HALL[::-1]) == made
    assert len(made) == 3


def test_an_owner_gets_one_plan_and_those_that_waited_longest_come_first():
    mine = [learner(candidate(number, owner=1)) for number in (1, 20)]
    other = learner(candidate(30), idle=2 * MAX_REST)
    made = plan(learners=[*mine, other])
    assert [each.bot.owner for each, _ in made] == [30, 1]
    assert [each.bot.owner for each, _ in plan(learners=[*mine, other], free=2)] == [30]


def test_many_seats_are_shared_by_the_partners_that_there_are():
    ((_, made),) = plan(partners=HALL[14:16], seats=6)
    counts = Counter(made.ids)
    assert counts[0] == 1
    assert sorted(counts.values()) == [1, 2, 3]
    ((_, paired),) = plan(seats=4, teams=(1, 1, 2, 2))
    assert len(set(paired.ids)) == 4


def test_partners_met_often_are_met_less():
    some = HALL[14:16]
    met = Counter({some[0].id: 10})
    drawn = Counter[int]()
    for seed in range(200):
        ((_, made),) = plan(seed, [learner(BOT, met=met)], some)
        drawn.update(set(made.ids) - {0})
    assert drawn[some[1].id] > 180


def test_a_frozen_rating_keeps_its_mean_and_grows_less_certain():
    year = 365 * 24 * 3600.0
    assert aged((30.0, 1.0), 0.0) == (30.0, 1.0)
    mu, sigma = aged((30.0, 0.0), year)
    assert (mu, sigma) == (30.0, NEW_VERSION)
    assert aged((30.0, 1.0), -5.0) == (30.0, 1.0)


def played(seed, partners):
    """Two days of a ladder of three people whose bots are far apart: of the strongest bot, the
    true chance to win each rated and each sparring match, and its belief at the end."""
    true = {1: 15.0, 2: 26.0, 3: 38.0}
    rng, spar_rng = random.Random(seed), random.Random(seed + 1)
    strength = {each.id: spar_rng.gauss(each.mu, each.sigma) for each in partners}
    beliefs = dict.fromkeys(true, (MU, SIGMA))
    games, spars, met = Counter[int](), Counter[int](), Counter[tuple[int, int]]()
    last, last_spar = dict.fromkeys(true, 0.0), dict.fromkeys(true, 0.0)
    chances: dict[str, list[float]] = {"rated": [], "sparring": []}
    for now in range(0, 2 * 24 * 3600, 300):
        bots = [Candidate(i, i, *beliefs[i], games=games[i], idle=now - last[i]) for i in true]
        for made in pairing.plan(bots, met, 4, rng):
            met[pair(*made.ids)] += 2
            for a, b in made.seatings:
                p = chance((true[a], 0.0), (true[b], 0.0))
                ranks = [1, 2] if rng.random() < p else [2, 1]
                beliefs[a], beliefs[b] = update([beliefs[a], beliefs[b]], ranks)
                games.update((a, b))
                last[a] = last[b] = now
                chances["rated"] += [p if a == 3 else 1 - p] * (3 in (a, b))
        asking = [Learner(bot, spars[bot.id], 0, now - last_spar[bot.id], {}) for bot in bots]
        for each, made in sparring.plan(asking, bots, partners, 4, spar_rng):
            spars[each.bot.id] += 2
            last_spar[each.bot.id] = now
            if each.bot.id == 3:
                (partner,) = set(made.ids) - {0}
                chances["sparring"] += [chance((true[3], 0.0), (strength[partner], 0.0))] * 2
    return chances, beliefs


@pytest.mark.parametrize("seed", range(3))
def test_a_nearly_empty_ladder_gives_even_opponents(seed):
    """Alone, the strongest bot meets nobody whom it beats in less than 85 %.  With an old version
    at each two points of mu, at least a third of its matches are even (20 to 80 %, the tolerance
    for frozen ratings that are wrong by their uncertainty), and at most half are sparring.  Its
    rating is the same bit for bit.
    """
    hall = [Partner(100 + n, 100 + n, 12.0 + 2 * n, 1.5) for n in range(16)]
    alone, before = played(seed, [])
    assert alone["sparring"] == []
    assert min(alone["rated"]) > 0.85
    found, after = played(seed, hall)
    assert after == before
    assert found["rated"] == alone["rated"]
    spars, total = len(found["sparring"]), sum(map(len, found.values()))
    even = [p for p in found["sparring"] if 0.2 <= p <= 0.8]
    assert len(even) / total >= 1 / 3
    assert spars / total <= 0.5
