"""Pairings of the matchmaker and how often each occurs."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladder.core.matchmaking.pairing import (
    BURST_GAMES,
    MAX_REST,
    REST_PER_GAME,
    Candidate,
    pair,
    plan,
)
from ladder.core.rating import SIGMA
from ladder.core.seating import gap, mirrored, sides
from ladder.core.tests.fields import settled
from tests.examples import sample


def may_meet(a, b):
    return a.id != b.id and (a.owner != b.owner or (a.house and b.house))


@st.composite
def fields(draw):
    count = draw(st.integers(0, 12))
    return [
        Candidate(
            id=number,
            owner=0 if (house := draw(st.booleans())) else draw(st.integers(1, 4)),
            mu=draw(st.floats(0, 50)),
            sigma=draw(st.floats(0.8, SIGMA)),
            games=draw(st.integers(0, 200)),
            waiting=draw(st.integers(0, 4)),
            idle=draw(st.floats(-5, 1e6)),
            house=house,
        )
        for number in range(count)
    ]


@settings(deadline=None)
@given(
    fields(),
    st.integers(0, 9),
    st.sampled_from([(2, ()), (3, ()), (4, (1, 1, 2, 2)), (6, (1, 2, 3) * 2), (16, ())]),
    st.integers(),
)
def test_plans_are_legal_bounded_and_made_of_candidates(bots, free, shape, seed):
    seats, teams = shape
    plans = plan(bots, {}, free, random.Random(seed), seats, teams)
    by_id = {bot.id: bot for bot in bots}
    assert 2 * len(plans) <= free
    for made in plans:
        assert len(made.ids) == seats
        assert len(set(made.ids)) > 1
        assert all(may_meet(by_id[a], by_id[b]) for a, b in combinations(set(made.ids), 2))
        assert all(by_id[n].house for n, times in Counter(made.ids).items() if times > 1)


@settings(deadline=None)
@given(fields(), st.integers())
def test_a_free_slot_is_used_exactly_when_a_rested_bot_has_somebody_to_meet(bots, seed):
    possible = any(a.rested and may_meet(a, b) for a in bots for b in bots)
    assert len(plan(bots, {}, 2, random.Random(seed))) == (1 if possible else 0)


def test_bots_in_their_burst_fill_every_free_slot():
    bots = [settled(number, games=0, idle=0.0) for number in range(6)]
    assert len(plan(bots, {}, 8, random.Random(0))) == 4


@pytest.mark.parametrize(
    ("games", "idle", "rested"),
    [
        (BURST_GAMES - 1, 0.0, True),
        (100, REST_PER_GAME * 100 - 1, False),
        (100, REST_PER_GAME * 100, True),
        (10**6, MAX_REST - 1, False),
        (10**6, MAX_REST, True),
    ],
)
def test_after_its_burst_a_bot_rests_the_longer_the_more_it_has_played(games, idle, rested):
    assert settled(1, games=games, idle=idle).rested is rested


def test_a_settled_bot_does_not_ask_for_more_while_its_matches_wait():
    assert not settled(1, waiting=1).rested
    assert plan([settled(1, waiting=2), settled(2, waiting=2)], {}, 4, random.Random(0)) == []


def test_a_resting_bot_can_be_the_opponent_of_one_that_is_rested():
    (made,) = plan([settled(1, idle=0.0), settled(2)], {}, 2, random.Random(0))
    assert set(made.ids) == {1, 2}


def test_the_least_number_is_drawn_from_resting_bots_and_no_more():
    bots = [settled(number, idle=0.0) for number in range(6)]
    assert plan(bots, {}, 8, random.Random(0)) == []
    assert len(plan(bots, {}, 8, random.Random(0), least=2)) == 1
    assert len(plan(bots, {}, 8, random.Random(0), least=4)) == 2
    assert plan(bots, {}, 0, random.Random(0), least=4) == []


def test_the_least_number_adds_nothing_to_what_rested_bots_ask_for():
    bots = [settled(1), *(settled(number, idle=0.0) for number in range(2, 6))]
    (made,) = plan(bots, {}, 8, random.Random(0), least=2)
    assert 1 in made.ids
    assert [made] == plan(bots, {}, 8, random.Random(0))


def test_resting_bots_with_matches_in_the_queue_are_not_woken():
    bots = [settled(1, waiting=2), settled(2, waiting=2)]
    assert plan(bots, {}, 4, random.Random(0), least=2) == []


@settings(deadline=None)
@given(fields(), st.integers(), st.data())
def test_plans_depend_on_the_arguments_alone_and_not_on_their_order(bots, seed, data):
    pairs = list(combinations(range(14), 2))
    met = data.draw(st.dictionaries(st.sampled_from(pairs), st.integers(0, 9)))
    before, outside = dict(met), random.getstate()
    first = plan(bots, met, 6, random.Random(seed))
    assert (met, random.getstate()) == (before, outside)
    shuffled = random.Random(1).sample(bots, len(bots))
    backwards = dict(reversed(met.items()))
    assert plan(shuffled, backwards, 6, random.Random(seed)) == first


def test_a_plan_is_played_in_both_seatings():
    (made,) = plan([settled(1), settled(2)], {}, 2, random.Random(0))
    first, second = made.seatings
    assert sorted(first) == [1, 2]
    assert second == first[::-1]


def test_both_bots_are_drawn_for_the_first_seat_equally_often():
    bots = [settled(1), settled(2, sigma=SIGMA, games=0)]
    rng = random.Random(5)
    first = Counter(plan(bots, {}, 2, rng)[0].ids[0] for _ in range(2000))
    assert 900 < first[1] < 1100


def test_nobody_plays_against_their_own_bot():
    assert plan([settled(1, owner=7), settled(2, owner=7)], {}, 8, random.Random(0)) == []


def test_house_bots_play_among_themselves():
    bots = [settled(1, owner=7, house=True), settled(2, owner=7, house=True)]
    assert len(plan(bots, {}, 2, random.Random(0))) == 1


def test_three_seats_want_three_owners():
    bots = [settled(1, owner=1), settled(2, owner=1), settled(3, owner=2)]
    assert plan(bots, {}, 4, random.Random(0), seats=3) == []
    (made,) = plan([*bots, settled(4, owner=3)], {}, 2, random.Random(0), seats=3)
    assert {3, 4} < set(made.ids)


def test_a_ladder_of_one_seat_is_refused():
    with pytest.raises(ValueError, match="two seats"):
        plan([settled(1)], {}, 2, random.Random(0), seats=1)


def shares(bots, met=None):
    """How often each bot played when every draw starts from the same state."""
    rng = random.Random(11)
    played: Counter[int] = Counter()
    for _ in range(sample(3000, 800)):
        for made in plan(bots, met or {}, 2, rng):
            played.update(made.ids)
    return played


def test_a_new_bot_plays_in_a_burst():
    bots = [settled(number) for number in range(1, 10)]
    played = shares([*bots, settled(10, sigma=SIGMA, games=0)])
    usual = sum(played[number] for number in range(1, 10)) / 9
    assert played[10] > 4 * usual


def test_a_new_version_of_a_settled_bot_plays_more_too():
    bots = [settled(number) for number in range(1, 10)]
    played = shares([*bots, settled(10, games=0)])
    assert played[10] > 1.5 * played[1]


def test_a_bot_that_waited_for_long_plays_more():
    bots = [settled(number) for number in range(1, 10)]
    played = shares([*bots, settled(10, idle=86400.0)])
    assert played[10] > 1.5 * played[1]


def test_near_ratings_meet_more_often_and_far_ones_still_meet():
    bots = [settled(number, mu=5.0 * number) for number in range(1, 9)]
    rng = random.Random(3)
    gaps: Counter[int] = Counter()
    for _ in range(sample(3000, 1000)):
        a, b = plan(bots, {}, 2, rng)[0].ids
        gaps[abs(a - b)] += 1
    assert gaps[1] / 7 > 2 * gaps[2] / 6 > 2 * gaps[4] / 4
    assert gaps[7] > 0


def test_bots_that_met_recently_meet_less_often():
    bots = [settled(number) for number in (1, 2, 3)]
    rng = random.Random(4)
    met = {pair(1, 2): 10}
    drawn = Counter(pair(*plan(bots, met, 2, rng)[0].ids) for _ in range(sample(2000, 600)))
    assert drawn[1, 2] < 0.1 * drawn[1, 3]


def test_one_draw_does_not_repeat_a_pair_while_others_are_free():
    bots = [settled(number) for number in range(1, 7)]
    rng = random.Random(8)
    repeated = 0
    for _ in range(300):
        pairs = [pair(*made.ids) for made in plan(bots, {}, 6, rng)]
        repeated += len(pairs) - len(set(pairs))
    assert repeated < 30


def test_twenty_bots_of_one_owner_do_not_crowd_out_the_others():
    many = [settled(number, owner=100) for number in range(1, 21)]
    others = [settled(number) for number in range(21, 25)]
    played = shares([*many, *others])
    crowd = sum(played[bot.id] for bot in many)
    assert crowd < sum(played.values()) / 2


def test_house_bots_leave_the_queue_to_people():
    house = [settled(number, owner=0, house=True) for number in range(1, 6)]
    people = [settled(number) for number in range(6, 11)]
    rng = random.Random(2)
    among_themselves = 0
    for _ in range(1000):
        a, b = plan([*house, *people], {}, 2, rng)[0].ids
        among_themselves += a <= 5 and b <= 5
    assert among_themselves < 100


def test_over_a_season_everybody_plays_and_ratings_are_explored():
    """Ten equal bots, three hundred plans: nobody is left behind, every pair has met."""
    bots = {number: settled(number) for number in range(10)}
    rng = random.Random(9)
    met: Counter[tuple[int, int]] = Counter()
    played: Counter[int] = Counter()
    for _ in range(300):
        (made,) = plan(bots.values(), met, 2, rng)
        met[pair(*made.ids)] += 2
        played.update(made.ids)
    assert len(met) == 45
    assert min(played.values()) > 0.6 * max(played.values())


# Many seats and teams ---------------------------------------------------------------------------

PAIRS = (1, 1, 2, 2)


def house(number, **more):
    return settled(number, owner=0, house=True, **more)


def test_three_house_bots_and_one_guest_fill_sixteen_seats():
    bots = [house(1), house(2), house(3), settled(4, owner=9)]
    (made,) = plan(bots, {}, 2, random.Random(0), seats=16)
    assert Counter(made.ids)[4] == 1
    assert sorted(Counter(made.ids)[number] for number in (1, 2, 3)) == [5, 5, 5]


def test_house_bots_sit_once_while_there_are_others():
    bots = [house(1), house(2), *(settled(number) for number in range(3, 9))]
    (made,) = plan(bots, {}, 2, random.Random(0), seats=8)
    assert sorted(made.ids) == list(range(1, 9))


def test_a_house_bot_does_not_play_against_itself_alone():
    assert plan([house(1)], {}, 2, random.Random(0), seats=4) == []
    assert plan([house(1)], {}, 2, random.Random(0)) == []


def test_without_house_bots_too_few_owners_are_too_few():
    bots = [settled(1, owner=1), settled(2, owner=1), settled(3, owner=2), settled(4, owner=2)]
    assert plan(bots, {}, 2, random.Random(0), seats=4, teams=PAIRS) == []


def test_a_bot_on_many_seats_waits_for_two_matches_not_for_twenty():
    bots = [house(1, games=0), settled(2, games=0)]
    # In their burst both may ask again until the matches of the burst wait.
    plans = plan(bots, {}, 100, random.Random(0), seats=8)
    assert len(plans) == BURST_GAMES // 2


@pytest.mark.parametrize(
    ("teams", "second"),
    [
        ((), "fedcba"),
        ((1, 1, 1, 2, 2, 2), "fedcba"),
        ((1, 2, 1, 2, 1, 2), "fedcba"),
        ((1, 2, 2, 1, 1, 2), "fedcba"),
        ((1, 1, 2, 2, 3, 3), "fedcba"),
        ((1, 2, 2, 2, 2, 3), "fedcba"),
        ((1, 2, 2, 2, 2, 2), "afedcb"),
    ],
)
def test_the_second_seating_swaps_sides_and_keeps_team_mates(teams, second):
    seated = tuple(b"abcdef")
    after = mirrored(seated, teams)
    assert bytes(after).decode() == second
    assert mirrored(after, teams) == seated
    before, now = (
        {frozenset(ids[seat] for seat in side) for side in sides(6, teams)}
        for ids in (seated, after)
    )
    assert before == now


@pytest.mark.parametrize(
    "teams", [(1, 1, 2, 2), (1, 2, 1, 2), (1, 2, 2, 1), (3, 3, 1, 2, 1, 2), (1, 1, 2, 2, 3, 3)]
)
def test_each_side_of_a_duel_of_teams_sits_in_both_places(teams):
    ids = tuple(range(len(teams)))
    after = mirrored(ids, teams)
    places = {number: seat for seat, number in enumerate(after)}
    moved = sum(teams[seat] != teams[places[seat]] for seat in ids)
    # Of three teams the middle one stays.
    assert moved == len(ids) - (len(ids) // len(set(teams)) if len(set(teams)) % 2 else 0)


def test_teams_are_even_more_often_than_chance_and_every_split_comes():
    bots = [settled(n, mu=mu) for n, mu in enumerate((40.0, 30.0, 20.0, 10.0))]
    rng = random.Random(4)
    splits = Counter(
        frozenset({frozenset(made.ids[:2]), frozenset(made.ids[2:])})
        for _ in range(900)
        for made in plan(bots, {}, 2, rng, 4, PAIRS)
    )
    even = splits[frozenset({frozenset({0, 3}), frozenset({1, 2})})]
    uneven = splits[frozenset({frozenset({0, 1}), frozenset({2, 3})})]
    assert even > 0.6 * 900
    assert 0 < uneven < 0.1 * 900
    assert len(splits) == 3


def test_sixteen_in_two_teams_come_out_even():
    bots = [settled(n, mu=1.0 + 3 * n) for n in range(16)]
    teams = (1,) * 8 + (2,) * 8
    strengths = {bot.id: bot.mu for bot in bots}
    rng = random.Random(5)
    gaps = [
        gap(plan(bots, {}, 2, rng, 16, teams)[0].ids, sides(16, teams), strengths)
        for _ in range(60)
    ]
    assert sum(gaps) / len(gaps) < 10  # by chance alone it is about 45


def test_teams_that_are_alike_do_not_play():
    bots = [house(1), house(2)]
    for seed in range(40):
        for made in plan(bots, {}, 2, random.Random(seed), 4, PAIRS):
            assert sorted(made.ids[:2]) != sorted(made.ids[2:])


@pytest.mark.parametrize("teams", [(1, 1, 2), (1, 1, 1, 1)])
def test_teams_that_do_not_fit_the_seats_are_refused(teams):
    with pytest.raises(ValueError, match="no teams"):
        plan([settled(1)], {}, 2, random.Random(0), 4, teams)


def test_groups_that_would_repeat_a_match_do_not_play_and_others_do():
    bots = [settled(number, games=0, idle=0.0) for number in range(4)]
    made = plan(bots, {}, 16, random.Random(3), spent=lambda ids: 0 in ids and 1 in ids)
    assert len(made) == 8
    assert not any({0, 1} == {*each.ids} for each in made)
    assert plan(bots, {}, 40, random.Random(3), spent=lambda ids: True) == []
