"""Groups that are fitted to the entrants, and cups that are seeded by them."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.core.contest.plan import EventPlan, Feed, Kind, Options, Seeding, StagePlan
from ladder.core.contest.qualifying import Placed, entrants, groups_of, merged
from ladder.core.contest.sizes import group_sizes, largest_group, most_entrants, most_groups

SIZES = [(least, most) for most in range(2, 9) for least in range(2, most + 1)]


def stage(key: str, kind: Kind, *feeds: Feed, **more) -> StagePlan:
    return StagePlan(key, key, "g", "r", kind, feeds=feeds or (Feed(),), **more)


def partitions(count: int, least: int, most: int) -> list[int]:
    """The numbers of groups that keep all of nearly equal sizes within both bounds, by trying."""
    found = []
    for number in range(1, count + 1):
        left, sizes = count, [0] * number
        while left:
            sizes[sizes.index(min(sizes))] += 1
            left -= 1
        if least <= min(sizes) and max(sizes) <= most:
            found.append(number)
    return found


@pytest.mark.parametrize(("least", "most"), SIZES)
def test_the_number_of_groups_is_the_smallest_that_fits_both_sizes(least, most):
    split = stage("a", Kind.ROUND_ROBIN, options=Options(group_size=least, group_limit=most))
    for count in range(2, 60):
        found = sorted(map(len, groups_of(split, tuple(range(count)))), reverse=True)
        assert sum(found) == count
        assert found == list(group_sizes(split.options, count))
        if fits := partitions(count, least, most):
            assert len(found) == min(fits)
            assert least <= found[-1] <= found[0] <= most
        else:
            assert found[-1] >= min(least, count)
            assert found[0] > most or count < least


@given(st.integers(2, 9), st.integers(0, 4), st.integers(2, 80))
def test_the_bounds_of_groups_hold_for_every_number_of_entrants(least, more, most):
    options = Options(group_size=least, group_limit=least + more)
    split = stage("a", Kind.SWISS, options=options)
    made = [groups_of(split, tuple(range(count))) for count in range(1, most + 1)]
    assert largest_group(options, most) == max(len(group) for each in made for group in each)
    assert most_groups(options, most) == max(map(len, made))


def tables(*sizes: int) -> list[Placed]:
    """Groups of these sizes; entry 100 * group + place."""
    return merged(
        [
            [Placed(100 * group + place, place) for place in range(1, size + 1)]
            for group, size in enumerate(sizes, 1)
        ]
    )


def test_the_first_of_each_group_qualify_whatever_the_number_of_groups():
    table = tables(5, 5, 4, 4, 4)
    fed = stage("f", Kind.ROUND_ROBIN, Feed("a", 2, each_group=True), seeding=Seeding.ORDER)
    found = entrants(fed, [row.entry for row in table], {"a": table}, {})
    assert found == (101, 201, 301, 401, 501, 102, 202, 302, 402, 502)
    later = stage("f", Kind.SWISS, Feed("a", 1, 3, each_group=True), seeding=Seeding.ORDER)
    assert entrants(later, [row.entry for row in table], {"a": table}, {}) == (
        *(103, 203, 303, 403, 503),
    )


def test_of_a_group_the_next_one_takes_a_place_that_is_taken_already_or_disqualified():
    table = [
        Placed(row.entry, row.place, row.entry == 201, row.group) for row in tables(3, 3)
    ]  # fmt: skip
    wild = Feed("wild", 1)
    fed = stage("f", Kind.SWISS, wild, Feed("a", 1, each_group=True), seeding=Seeding.ORDER)
    known = {"wild": [Placed(101, 1)], "a": table}
    assert entrants(fed, [row.entry for row in table], known, {}) == (101, 102, 202)


def test_the_most_entrants_follow_from_the_groups_before():
    groups = stage("groups", Kind.SWISS, options=Options(group_size=4, group_limit=5))
    cup = stage("cup", Kind.SINGLE, Feed("groups", 2, each_group=True))
    last = stage("last", Kind.SWISS, Feed("groups", None, 9))
    found = most_entrants(EventPlan((cup, groups, last)), {"g": 23})
    assert found == {"groups": 23, "cup": 10, "last": 15}


def first_round(order: tuple[int, ...]) -> list[tuple[int, int]]:
    """The pairs of a bracket's first round, by the rule that lines of a pair add up to its size."""
    size = 1
    while size < len(order):
        size *= 2
    return [
        (order[line], order[size - 1 - line])
        for line in range(size // 2)
        if size - 1 - line < len(order)
    ]


def half(line: int, size: int) -> int:
    """The half of a bracket that a line is in: 0 has the best seed; found by who meets whom."""
    while size > 2:
        line, size = min(line, size - 1 - line), size // 2
    return line


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 8, 11, 16])
def test_winners_of_groups_meet_second_bots_of_other_groups(count):
    table = tables(*[4] * count)
    fed = Feed("groups", 2, each_group=True)
    cup = stage("cup", Kind.SINGLE, fed, seeding=Seeding.GROUPS)
    order = entrants(cup, [row.entry for row in table], {"groups": table}, {})
    assert sorted(order) == sorted(100 * g + p for g in range(1, count + 1) for p in (1, 2))
    pairs = first_round(order)
    assert not any(a // 100 == b // 100 for a, b in pairs)
    assert not any(a % 100 == b % 100 == 1 for a, b in pairs)
    if count in (2, 4, 8, 16):
        assert all({a % 100, b % 100} == {1, 2} for a, b in pairs)
    size = 1
    while size < len(order):
        size *= 2
    halves = {entry: half(line, size) for line, entry in enumerate(order)}
    assert all(halves[100 * g + 1] != halves[100 * g + 2] for g in range(1, count + 1))


def test_of_all_brackets_of_three_groups_it_has_the_fewest_duels_of_winners():
    table = tables(3, 3, 3)
    fed = Feed("groups", 2, each_group=True)
    cup = stage("cup", Kind.SINGLE, fed, seeding=Seeding.GROUPS)
    order = entrants(cup, [row.entry for row in table], {"groups": table}, {})
    duels = [
        sum(a % 100 == b % 100 == 1 for a, b in first_round(each)) for each in permutations(order)
    ]
    assert sum(a % 100 == b % 100 == 1 for a, b in first_round(order)) == min(duels) == 0
    byes = set(order) - {entry for pair in first_round(order) for entry in pair}
    assert all(entry % 100 == 1 for entry in byes)


def test_seeds_by_groups_put_winners_of_a_later_source_before_second_bots_of_an_earlier_one():
    one = tables(2, 2)
    two = [Placed(row.entry + 1000, row.place, group=row.group) for row in tables(2, 2)]
    cup = stage("cup", Kind.SINGLE, Feed("one"), Feed("two"), seeding=Seeding.GROUPS)
    registered = [row.entry for row in (*one, *two)]
    order = entrants(cup, registered, {"one": one, "two": two}, {})
    assert set(order[:4]) == {101, 201, 1101, 1201}
    assert all({a % 100, b % 100} == {1, 2} for a, b in first_round(order))
