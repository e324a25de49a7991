"""Sides of a Swiss system whose encounters have one game."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.core.stages.contract import Encounter, Game, StageSetup
from ladder.core.stages.matching import MOST_APART, Player, paired
from ladder.core.stages.swiss import Swiss
from ladder.core.stages.tests.plays import play, result, stronger
from tests.examples import examples

FORM = Swiss()


def apart(encounters):
    """How many times more often each was first; encounters without a game have no sides."""
    found: Counter[int] = Counter()
    for each in encounters:
        if each.games:
            found.update({each.entrants[0]: 1, each.entrants[1]: -1})
    return found


def beyond(one, other):
    """Whether one of two with these differences would get a greater one than two."""
    return min(one, other) >= MOST_APART or max(one, other) <= -MOST_APART


def pairable(entrants, sides, met):
    """Whether all can be paired without a repeat, and so that no difference grows beyond two."""
    if not entrants:
        return True
    first, *rest = entrants
    return any(
        frozenset((first, other)) not in met
        and not beyond(sides[first], sides[other])
        and pairable([one for one in rest if one != other], sides, met)
        for other in rest
    )


def tournament(entrants, rounds, seed, share):
    """Rounds of a whole tournament as lists of encounters: the stronger one mostly wins, a third of
    the games are drawn, and a ``share`` of the entrants withdraw at random moments."""
    rng = random.Random(seed)
    strength = [rng.gauss(0, 1) for _ in range(entrants)]
    terms = StageSetup(entrants, games=1, rounds=rounds)
    made: list[Encounter] = []
    drawn: list[list[Encounter]] = []
    while not (now := FORM.progress(terms, made)).over:
        drawn.append([])
        for want in now.wanted:
            (sides,) = want.games
            one, two = want.encounter.entrants
            assert sides == (one, two)
            lead = strength[one] - strength[two] + rng.gauss(0, 1)
            ranks = (1, 1) if rng.random() < 1 / 3 else (1, 2) if lead > 0 else (2, 1)
            drawn[-1].append(want.encounter._replace(games=(Game(sides, ranks),)))
        made += drawn[-1]
        if rng.random() < share and len(terms.out) < entrants // 4:
            terms = replace(terms, out=terms.out | {rng.randrange(entrants)})
    return drawn


@examples(25)
@given(st.integers(8, 40), st.integers(0, 1000), st.sampled_from([0, 0.7]))
def test_in_a_whole_tournament_nobody_is_on_one_side_three_times_more_often(entrants, seed, share):
    rounds = (entrants - 1).bit_length() + 1
    made = [each for drawn in tournament(entrants, rounds, seed, share) for each in drawn]
    assert max(map(abs, apart(made).values())) <= MOST_APART


@examples(40)
@given(st.integers(4, 9), st.integers(0, 1000))
def test_one_is_on_one_side_too_often_only_where_no_pairing_without_repeats_avoids_it(
    entrants, seed
):
    before: list[Encounter] = []
    met: set[frozenset[int]] = set()
    byes: Counter[int] = Counter()
    for drawn in tournament(entrants, entrants - 1, seed, 0):
        sides, playing = apart(before), {one for each in drawn for one in each.entrants}
        fewest = min(byes[one] for one in range(entrants))
        may_rest = [one for one in range(entrants) if byes[one] == fewest]
        fields = [
            [one for one in range(entrants) if one != rests]
            for rests in (may_rest if entrants % 2 else [None])
        ]
        if any(pairable(field, sides, met) for field in fields):
            after = apart([*before, *drawn])
            assert all(abs(after[one]) <= max(MOST_APART, abs(sides[one])) for one in after)
        before += drawn
        met |= {frozenset(each.entrants) for each in drawn}
        byes.update(set(range(entrants)) - playing)


def test_two_that_were_first_twice_more_often_do_not_meet_though_they_have_the_points():
    players = [Player(0, 9, balance=2), Player(1, 9, balance=2), Player(2, 1), Player(3, 1)]
    assert paired(players, {}) == [(0, 2), (1, 3)]


def test_a_repeat_is_worse_than_a_third_time_on_one_side():
    players = [Player(0, 1, balance=2), Player(1, 1, balance=2), Player(2, 1), Player(3, 1)]
    met = {(0, 2): 1, (0, 3): 1, (1, 2): 1, (1, 3): 1}
    assert paired(players, met) == [(0, 1), (2, 3)]


def test_in_the_first_round_the_better_half_is_first_and_second_by_turns():
    now = FORM.progress(StageSetup(8, games=1), [])
    assert [want.encounter.entrants for want in now.wanted] == [(0, 4), (5, 1), (2, 6), (7, 3)]


@pytest.mark.parametrize("entrants", [16, 100])
def test_all_were_first_as_often_as_second_after_two_rounds_where_the_favourites_win(entrants):
    played = play(FORM, StageSetup(entrants, games=1, rounds=2), decide=stronger)
    assert set(apart(played.encounters).values()) == {0}


def test_with_two_games_sides_do_not_matter():
    played = play(
        FORM, StageSetup(8, games=2, rounds=3), decide=lambda s: result(random, s, [1, 2])
    )
    assert all({one.sides for one in each.games} == {each.entrants, each.entrants[::-1]}
               for each in played.encounters)  # fmt: skip
