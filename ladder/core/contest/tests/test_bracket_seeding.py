"""Bots of one group meet in a bracket as late as possible, and the order is kept otherwise."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladder.core.contest.bracket_seeding import spread
from ladder.core.stages.brackets.bracket import seeded


def leaves(count: int) -> list[int]:
    """The place of each line, from the top of the bracket."""
    order = seeded(1 << (count - 1).bit_length())
    return [order.index(line) for line in range(count)]


def meetings(origins: str, order: tuple[int, ...]) -> tuple[int, ...]:
    """Pairs of one origin by the round in which they meet at the earliest, from the first on."""
    at = leaves(len(order))
    found = [0] * (len(order) - 1).bit_length()
    for one, two in combinations(range(len(order)), 2):
        if origins[order[one]] == origins[order[two]] != "-":
            found[(at[one] ^ at[two]).bit_length() - 1] += 1
    return tuple(found)


@lru_cache
def all_orders(count: int) -> np.ndarray:
    """Every order, in the order of dictionaries; shape (orders, count)."""
    return np.array(list(permutations(range(count))))


def plainly(origins: str) -> tuple[int, ...]:
    """The first order of all with the fewest early meetings, found by trying every one."""
    count, at = len(origins), leaves(len(origins))
    letters = np.array([ord(each) if each != "-" else -n for n, each in enumerate(origins)])
    placed = letters[all_orders(count)]
    early = np.zeros(len(placed), np.int64)
    for one, two in combinations(range(count), 2):
        weight = 100 ** (4 - (at[one] ^ at[two]).bit_length())
        early += weight * (placed[:, one] == placed[:, two])
    return tuple(all_orders(count)[early.argmin()].tolist())


def told(origins: str) -> tuple[int, ...]:
    return spread([None if each == "-" else each for each in origins])


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_small_brackets_are_the_best_of_all_orders(count):
    for origins in map("".join, product("ABC", repeat=count)):
        assert told(origins) == plainly(origins), origins


@pytest.mark.parametrize(
    "origins", ["AABBCCDD", "ABCDABCD", "ABCABCAB", "AAAABBBB", "AAAAABBB", "AAA-BB-A", "AABBAAB"]
)
def test_quarter_finals_are_the_best_of_all_orders(origins):
    assert told(origins) == plainly(origins)


def test_without_groups_and_with_one_alone_the_order_is_kept():
    assert told("--------") == told("AAAAAAAA") == tuple(range(8))


def test_the_firsts_of_groups_keep_their_lines_where_nothing_forbids_it():
    assert told("ABCDBADC") == tuple(range(8))
    assert told("ABCDABCD") == (0, 1, 2, 3, 5, 4, 7, 6)


@settings(deadline=None)
@given(st.lists(st.sampled_from("ABCDEF-"), min_size=2, max_size=40))
def test_every_part_of_a_bracket_has_its_share_of_each_group(letters):
    origins = "".join(letters)
    order, at = told(origins), leaves(len(origins))
    assert sorted(order) == list(range(len(origins)))
    size = 1 << (len(origins) - 1).bit_length()
    for letter in set(origins) - {"-"}:
        total, parts = origins.count(letter), 1
        while parts <= size:
            shares = [0] * parts
            for line, entrant in enumerate(order):
                shares[at[line] * parts // size] += origins[entrant] == letter
            assert total // parts <= min(shares) <= max(shares) <= -(-total // parts)
            parts *= 2


def test_up_to_four_of_a_group_meet_in_a_semi_final_at_the_earliest():
    for origins in ("ABABABAB", "AABBAABB", "ABCDBCDADCBA", "AAAABBBBCCCCDDDD"):
        assert not any(meetings(origins, told(origins))[:-2]), origins
