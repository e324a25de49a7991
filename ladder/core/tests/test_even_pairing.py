"""Pairings of a season in which everybody plays as many matches."""

import random
from collections import Counter

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ladder.core.even_pairing import is_even, level_of, plan
from ladder.core.pairing import BURST_GAMES, MATCHES_PER_PLAN, Candidate
from tests.examples import examples


def bots(count, house=0, **more):
    """Entrants 1, 2 … and house bots 101, 102 …"""
    own = [Candidate(one, one, 25.0, 8.0, **more) for one in range(1, count + 1)]
    return own + [Candidate(100 + n, 99, 25.0, 8.0, house=True) for n in range(1, house + 1)]


class Season:
    """Plans that are made and at once played."""

    def __init__(self, count, seats=2, house=0, seed=1, levels=None):
        self.count, self.seats, self.house = count, seats, house
        self.rng = random.Random(seed)
        known = levels or {}
        self.levels: Counter[int] = Counter({n: known.get(n, 0) for n in range(1, count + 1)})
        self.groups = []

    def play(self, matches, *, late=False):
        met = Counter(tuple(sorted({a, b})) for g in self.groups for a in g for b in g if a < b)
        found = plan(
            bots(self.count, self.house), self.levels, met, matches, self.rng, self.seats, late=late
        )
        for each in found:
            self.groups.append(each.ids)
            self.levels.update(one for one in set(each.ids) if one in self.levels)
        return len(found)


@given(st.integers(2, 9), st.integers(2, 4), st.integers(0, 500), st.integers(1, 30))
@examples(60)
def test_at_any_moment_entrants_differ_by_one_plan_and_in_the_end_by_none(
    count, seats, seed, plans
):
    season = Season(count, seats, house=1, seed=seed)
    for _ in range(plans):
        assert season.play(MATCHES_PER_PLAN) == 1
        levels = season.levels.values()
        assert max(levels) - min(levels) <= 1 + (count < seats)
    while season.play(10, late=True):
        pass
    assert len(set(season.levels.values())) == 1
    assert is_even(season.levels, seats, guests=True)
    if count >= seats:
        assert not any(one > 100 for group in season.groups for one in group)


def test_entrants_meet_entrants_and_all_pairs_about_as_often():
    season = Season(6, house=3)
    season.play(2 * 15)
    pairs = Counter(tuple(sorted(group)) for group in season.groups)
    assert set(season.levels.values()) == {5}
    assert len(pairs) >= 12, "of fifteen pairs of six"
    assert max(pairs.values()) <= 2


def test_house_bots_fill_seats_only_where_entrants_are_too_few():
    season = Season(3, seats=4, house=2)
    assert season.play(4) == 2
    assert all({1, 2, 3} < set(group) for group in season.groups)
    assert Season(3, seats=4).play(4) == 0


def test_a_bot_that_has_left_too_few_behind_ends_with_one_plan_less_or_meets_the_house():
    """Two cannot catch up with each other, where an even number is one plan short."""
    short = {1: 5, 2: 6, 3: 6, 4: 6}
    assert is_even(short, 2, guests=False)
    assert not is_even(short, 2, guests=True)
    season = Season(4, house=1, levels=short)
    assert season.play(10, late=True) == 1
    assert set(season.groups[0]) == {1, 101}


def test_of_fewer_entrants_than_seats_only_those_behind_catch_up():
    short = {1: 5, 2: 6, 3: 6}
    assert is_even(short, 4, guests=False), "nothing more can be played"
    season = Season(3, seats=4, house=1, levels=short)
    assert season.play(10, late=True) == 1
    assert set(season.groups[0]) == {1, 101}


@given(st.lists(st.integers(0, 3), min_size=2, max_size=5), st.integers(2, 4), st.integers(0, 1))
@example([0, 2], 2, 0)
@example([0, 1, 2, 2], 2, 0)
@examples(60)
def test_from_any_levels_the_end_comes_once_nothing_more_can_be_played(start, seats, house):
    """Bots come back and results are void, so that entrants differ by several plans."""
    season = Season(len(start), seats, house, levels=dict(enumerate(start, 1)))
    assert any(not season.play(10, late=True) for _ in range(20)), "it goes on for ever"
    nobody = max(start) == 0 and len(start) < seats and not house
    assert is_even(season.levels, seats, guests=bool(house)) is not nobody


def test_a_season_in_which_nobody_has_played_is_not_even():
    assert not is_even({1: 0, 2: 0}, 2, guests=False)
    assert Season(2).play(10, late=True) == 1


def test_entrants_rest_as_on_the_ladder_but_not_after_the_end():
    tired = bots(4, games=BURST_GAMES, idle=1.0)
    levels = dict.fromkeys(range(1, 5), 10)
    rng = random.Random(1)
    assert plan(tired, levels, {}, 8, rng) == []
    rested = bots(4, games=BURST_GAMES, idle=3600.0)
    assert len(plan(rested, levels, {}, 8, rng)) == 2, "each of them plays once, and rests"
    assert len(plan(tired, levels | {1: 9, 2: 9}, {}, 8, rng, late=True)) == 1


def test_teams_are_seated_as_the_ruleset_says():
    (found,) = plan(
        bots(4), dict.fromkeys(range(1, 5), 0), {}, 2, random.Random(1), 4, (1, 1, 2, 2)
    )
    assert found.teams == (1, 1, 2, 2)
    assert set(found.seatings[1][:2]) == set(found.ids[2:])


@pytest.mark.parametrize(("matches", "level"), [(0, 0), (1, 1), (2, 1), (3, 2)])
def test_a_void_match_of_a_plan_makes_no_other_one(matches, level):
    assert level_of(matches) == level
