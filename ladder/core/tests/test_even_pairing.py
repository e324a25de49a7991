"""Pairings of a season in which everybody plays as many matches."""

import random
from collections import Counter

from hypothesis import example, given
from hypothesis import strategies as st

from ladder.core.matchmaking.even_pairing import is_even, lacking, most_matches, plan
from ladder.core.matchmaking.pairing import BURST_GAMES, MATCHES_PER_PLAN, Candidate
from tests.examples import examples


def bots(count, house=0, **more):
    """Entrants 1, 2 … and house bots 101, 102 …"""
    own = [Candidate(one, one, 25.0, 8.0, **more) for one in range(1, count + 1)]
    return own + [Candidate(100 + n, 99, 25.0, 8.0, house=True) for n in range(1, house + 1)]


def twice(levels):
    """Matches of these numbers of plans."""
    return {one: MATCHES_PER_PLAN * level for one, level in levels.items()}


class Season:
    """Plans that are made and at once played."""

    def __init__(self, count, seats=2, house=0, seed=1, levels=None):
        self.count, self.seats, self.house = count, seats, house
        self.rng = random.Random(seed)
        self.played = dict.fromkeys(range(1, count + 1), 0) | twice(levels or {})
        self.groups, self.seatings, self.gone = [], [], set()

    @property
    def levels(self):
        return {one: -(-matches // MATCHES_PER_PLAN) for one, matches in self.played.items()}

    @property
    def there(self):
        return [bot for bot in bots(self.count, self.house) if bot.id not in self.gone]

    @property
    def void(self):
        known = {bot.id for bot in self.there}
        return [each for each in lacking(self.seatings) if known.issuperset(each)]

    @property
    def is_even(self):
        played = {one: matches for one, matches in self.played.items() if one not in self.gone}
        return is_even(played, self.seats, guests=bool(self.house), void=self.void)

    def play(self, matches, *, late=False):
        met = Counter(tuple(sorted({a, b})) for g in self.groups for a in g for b in g if a < b)
        found = plan(
            *(self.there, self.played, met, matches, self.rng, self.seats),
            void=self.void,
            late=late,
        )
        for each in found:
            self.groups.append(each.ids)
            for seating in each.seatings:
                self.count_match(seating, 1)
                self.seatings.append(seating)
        return len(found)

    def take_back(self, seating):
        self.seatings.remove(seating)
        self.count_match(seating, -1)

    def count_match(self, seating, by):
        for one in set(seating) & self.played.keys():
            self.played[one] += by


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
    assert len(set(season.played.values())) == 1
    assert season.is_even
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
    assert is_even(twice(short), 2, guests=False)
    assert not is_even(twice(short), 2, guests=True)
    season = Season(4, house=1, levels=short)
    assert season.play(10, late=True) == 1
    assert set(season.groups[0]) == {1, 101}


def test_of_fewer_entrants_than_seats_only_those_behind_catch_up():
    short = {1: 5, 2: 6, 3: 6}
    assert is_even(twice(short), 4, guests=False), "nothing more can be played"
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
    assert season.is_even is not nobody


def test_a_season_in_which_nobody_has_played_is_not_even():
    assert not is_even({1: 0, 2: 0}, 2, guests=False)
    assert Season(2).play(10, late=True) == 1


def test_entrants_rest_as_on_the_ladder_but_not_after_the_end():
    tired = bots(4, games=BURST_GAMES, idle=1.0)
    played = dict.fromkeys(range(1, 5), 20)
    rng = random.Random(1)
    assert plan(tired, played, {}, 8, rng) == []
    rested = bots(4, games=BURST_GAMES, idle=3600.0)
    assert len(plan(rested, played, {}, 8, rng)) == 2, "each of them plays once, and rests"
    assert len(plan(tired, played | {1: 18, 2: 18}, {}, 8, rng, late=True)) == 1


def test_teams_are_seated_as_the_ruleset_says():
    (found,) = plan(
        bots(4), dict.fromkeys(range(1, 5), 0), {}, 2, random.Random(1), 4, (1, 1, 2, 2)
    )
    assert found.teams == (1, 1, 2, 2)
    assert set(found.seatings[1][:2]) == set(found.ids[2:])


def test_a_match_is_made_in_place_of_a_void_one_on_the_same_seats():
    season = Season(4)
    season.play(4)
    first, second = season.seatings[:2]
    season.take_back(first)
    assert not season.is_even
    assert season.play(2) == 1, "also before the end"
    assert season.seatings[-1] == first
    assert season.is_even
    season.take_back(first)
    season.take_back(second)
    assert not season.is_even
    season.play(2, late=True)
    assert set(season.seatings[-2:]) == {first, second}
    assert season.is_even


@given(
    st.lists(st.integers(0, 50), max_size=8),
    st.integers(2, 5),
    st.integers(2, 3),
    st.integers(0, 2),
    st.booleans(),
    st.integers(0, 500),
)
@examples(60)
def test_whatever_is_void_entrants_have_as_many_matches_in_the_end(
    void, count, seats, house, leaves, seed
):
    season = Season(count, seats, house, seed=seed)
    season.play(20)
    for at in void:
        if season.seatings:
            season.take_back(season.seatings[at % len(season.seatings)])
    if leaves:
        season.gone.add(1)
    assert any(not season.play(10, late=True) for _ in range(30)), "it goes on for ever"
    left = {one: matches for one, matches in season.played.items() if one not in season.gone}
    if len(left) > 1 and (house or (count >= seats and not leaves)):
        assert season.is_even
        assert len(set(left.values())) == 1


def test_of_a_void_match_with_a_bot_that_left_the_others_meet_after_the_end():
    season = Season(3, house=1, levels={1: 5, 2: 5, 3: 5})
    season.played |= {1: 9, 2: 9}
    season.gone.add(3)
    assert season.play(1) == 0, "there is room for one match, and no reason for it"
    assert season.play(4, late=True) == 1
    assert set(season.seatings[-1]) == {1, 2}
    season.played[1] -= 1
    assert season.play(4, late=True) == 1
    assert set(season.seatings[-1]) == {1, 101}
    assert is_even({1: 9, 2: 10}, 2, guests=False), "nobody is there for the last match"


def test_rests_bound_the_matches_of_an_entrant():
    assert most_matches(0) == BURST_GAMES
    assert round(most_matches(540)) == 33
    day, week = most_matches(86_400), most_matches(7 * 86_400)
    assert day < week < 7 * day
    later = most_matches(60 * 86_400) - most_matches(59 * 86_400)
    assert round(later) == 48, "a plan every hour"
