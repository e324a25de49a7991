"""A schedule: as many encounters for all, evenly spaced opponents, balanced sides."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from ladder.core.stages.contract import StageSetup
from ladder.core.stages.schedule import Schedule, rounds_of
from ladder.core.stages.tests import plain
from ladder.core.stages.tests.plays import games_of, meetings, play

FORM = Schedule()


def plan(terms):
    return [want.encounter for want in FORM.progress(terms, []).wanted]


def expected(entrants, rounds):
    """The encounters of each: their sum is even, as every encounter has two entrants."""
    return rounds if rounds * entrants % 2 == 0 else rounds + 1


@pytest.mark.parametrize("entrants", range(2, 26))
def test_everybody_has_the_same_number_of_encounters(entrants):
    for rounds in range(1, 30):
        made = plan(StageSetup(entrants, games=1, rounds=rounds))
        count = Counter(one for each in made for one in each.entrants)
        assert set(count.values()) == {expected(entrants, rounds)}
        assert len(count) == entrants


@pytest.mark.parametrize("sides", [2, 3])
def test_its_games_are_counted_without_being_drawn(sides):
    for entrants in range(2, 14):
        for rounds in (0, 1, 3, 8):
            terms = StageSetup(entrants, sides=sides, rounds=rounds)
            assert FORM.most_games(terms) == sum(2 for _ in FORM.plan(terms))


def test_a_schedule_of_few_rounds_is_drawn_for_the_largest_event():
    assert len(FORM.plan(StageSetup(4096, rounds=2))) == 4096


@pytest.mark.parametrize("entrants", range(2, 26))
def test_everybody_is_first_as_often_as_second_or_once_more_or_less(entrants):
    for rounds in range(1, 30):
        made = plan(StageSetup(entrants, games=1, rounds=rounds))
        first = Counter(each.entrants[0] for each in made)
        second = Counter(each.entrants[1] for each in made)
        rest = expected(entrants, rounds) % 2
        assert {abs(first[one] - second[one]) for one in range(entrants)} == {rest}


@pytest.mark.parametrize("entrants", range(2, 20))
def test_nobody_meets_again_before_everybody_has_met_everybody(entrants):
    for rounds in range(1, 45):
        met = meetings(plan(StageSetup(entrants, games=1, rounds=rounds)))
        every = [met[a, b] for a in range(entrants) for b in range(a + 1, entrants)]
        assert max(every) - min(every) <= 1
        assert max(every) == -(-expected(entrants, rounds) // (entrants - 1))


@pytest.mark.parametrize("entrants", [8, 11, 16, 24, 33, 40, 64])
@pytest.mark.parametrize("rounds", [4, 6, 8, 10])
def test_opponents_are_spaced_over_the_seeds(entrants, rounds):
    """Gaps between opponents are at most about twice the mean gap.  Seeds are in a circle, in which
    the last one of an even number stands outside."""
    if rounds >= entrants - 1:
        pytest.skip("everybody meets everybody")
    opponents: dict[int, list[int]] = {one: [] for one in range(entrants)}
    for each in plan(StageSetup(entrants, games=1, rounds=rounds)):
        one, two = each.entrants
        opponents[one].append(two)
        opponents[two].append(one)
    ring = entrants - (entrants % 2 == 0)
    for found in opponents.values():
        inside = sorted(one for one in found if one < ring)
        gaps = [b - a for a, b in zip(inside, [*inside[1:], inside[0] + ring], strict=True)]
        assert max(gaps) <= 2 * -(-ring // rounds) + 2
        half = sum(one < entrants / 2 for one in found)
        assert abs(half - rounds / 2) <= 2


def test_in_a_round_of_an_even_number_everybody_plays_once():
    made = plan(StageSetup(10, games=1, rounds=5))
    for number in range(1, 6):
        playing = sorted(one for each in made if each.round == number for one in each.entrants)
        assert playing == list(range(10))


@pytest.mark.parametrize(("entrants", "sides"), [(9, 3), (10, 4), (12, 4), (7, 3)])
def test_at_larger_tables_everybody_plays_in_each_round_and_seats_are_even(entrants, sides):
    made = plan(StageSetup(entrants, sides=sides, games=1, rounds=6, seed=3))
    count = Counter(one for each in made for one in each.entrants)
    assert set(count.values()) == {6}
    seats = Counter((one, seat) for each in made for seat, one in enumerate(each.entrants))
    for one in range(entrants):
        own = [seats[one, seat] for seat in range(sides)]
        assert max(own[:2]) - min(own[:2]) <= 2


def test_by_default_it_has_twice_the_rounds_of_a_knockout_but_nobody_meets_again():
    assert len(plan(StageSetup(16, games=1))) == 16 * 8 // 2
    assert len(plan(StageSetup(5, games=1))) == 5 * 4 // 2
    assert len(plan(StageSetup(2, games=1))) == 1


@pytest.mark.parametrize("seed", range(6))
def test_the_table_is_that_of_a_plain_program(seed):
    terms = StageSetup(7, games=2, rounds=4, out=frozenset({seed % 7}) if seed > 3 else frozenset())
    played = play(FORM, terms, seed)
    names = [each.value for each in terms.tie_breaks]
    meant = games_of(played.encounters)
    there = {frozenset(each.entrants) for each in played.encounters}
    meant += [(e.entrants, []) for e in FORM.plan(terms) if frozenset(e.entrants) not in there]
    rows = plain.table(7, meant, 2, names, terms.out)
    assert [(row.place, row.entrant, Fraction(row.points)) for row in played.end.standings] == rows


@pytest.mark.parametrize("sides", [2, 3])
@pytest.mark.parametrize("entrants", range(3, 10))
@pytest.mark.parametrize("rounds", [0, 1, 3, 4])
def test_the_number_of_rounds_is_known_without_the_encounters(entrants, sides, rounds):
    terms = StageSetup(entrants, sides=sides, games=1, rounds=rounds)
    assert rounds_of(terms) == Schedule().plan(terms)[-1].round
