"""Seats of a pair of matches: both have been on both sides, and nothing else changed."""

import random

import pytest

from ladder.comparisons.seating import draw
from ladder.core.seating import mirrored, sides

B, A = 100, 200
SHAPES = [
    (2, (), ()),
    (4, (1, 1, 2, 2), ()),
    (4, (1, 2, 2, 1), ()),
    (3, (), (7, 8)),
    (16, (), (7, 8, 9)),
    (6, (1, 2, 3, 1, 2, 3), (7,)),
    (5, (1, 1, 2, 2, 2), ()),
]


@pytest.mark.parametrize(("seats", "teams", "guests"), SHAPES)
@pytest.mark.parametrize("seed", range(5))
def test_in_the_second_match_both_have_changed_sides_and_nothing_else(seats, teams, guests, seed):
    first, second = draw(seats, teams, guests, random.Random(seed)).pair(B, A)
    assert len(first) == len(second) == seats
    changed = {B: A, A: B}
    assert second == tuple(changed.get(number, number) for number in first)
    assert set(first) - {A, B} <= set(guests)


@pytest.mark.parametrize(("seats", "teams", "guests"), SHAPES)
def test_each_has_one_side_and_all_of_it(seats, teams, guests):
    first, _ = draw(seats, teams, guests, random.Random(3)).pair(B, A)
    places = sides(seats, teams)
    for number in (A, B):
        assert tuple(s for s in range(seats) if first[s] == number) in map(tuple, places)
    for place in places:
        assert len({first[seat] for seat in place}) == 1


@pytest.mark.parametrize(("seats", "teams"), [(2, ()), (4, (1, 1, 2, 2)), (4, (1, 2, 2, 1))])
def test_two_equal_sides_are_seated_as_the_ladder_mirrors_them(seats, teams):
    first, second = draw(seats, teams, (), random.Random(1)).pair(B, A)
    assert second == mirrored(first, teams)


def test_with_more_sides_every_seat_comes_to_be_theirs():
    found = set()
    for seed in range(60):
        first, _ = draw(4, (), (7, 8), random.Random(seed)).pair(B, A)
        found |= {seat for seat in range(4) if first[seat] == B}
    assert len(found) >= 3


def test_guests_sit_twice_as_seldom_as_can_be():
    first, _ = draw(5, (), (7, 8, 9), random.Random(2)).pair(B, A)
    assert sorted(first) == [7, 8, 9, B, A]


def test_where_nobody_meets_anybody_nothing_is_drawn():
    with pytest.raises(ValueError, match="nobody meets"):
        draw(1, (), (), random.Random(1))
    with pytest.raises(ValueError, match="no house bot"):
        draw(3, (), (), random.Random(1))
