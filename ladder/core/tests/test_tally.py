"""Pairs of results: who met whom, how often, and what it counts."""

from __future__ import annotations

import numpy as np
import pytest

from ladder.core.tally import Rows, tally
from ladder.core.tests.results import Result, by_chance, duels, rows_of


def pairs(results, entrants=9):
    """By the members of both sides: weight and what the first won."""
    found = {}
    for block in tally(rows_of(results), entrants):
        for first, second, weight, won in zip(
            block.first.tolist(), block.second.tolist(), block.weight, block.won, strict=True
        ):
            sides = [tuple(m for m in side if m != entrants) for side in (first, second)]
            found[tuple(sides)] = (pytest.approx(weight), pytest.approx(won))
    return found


def test_equal_pairs_are_added_up_whoever_sat_first():
    results = [*duels(2, 1, won=3, lost=1, tied=2), *duels(1, 2, won=1, lost=0)]
    assert pairs(results) == {((1,), (2,)): (7, 3)}


def test_each_pair_of_a_match_of_four_counts_half():
    found = pairs([Result((0, 1, 2, 3), (1, 2, 2, 4))])
    assert found == {
        ((0,), (1,)): (0.5, 0.5),
        ((0,), (2,)): (0.5, 0.5),
        ((0,), (3,)): (0.5, 0.5),
        ((1,), (2,)): (0.5, 0.25),
        ((1,), (3,)): (0.5, 0.5),
        ((2,), (3,)): (0.5, 0.5),
    }


def test_a_pair_that_met_in_matches_of_several_sizes_is_one():
    found = pairs([*duels(0, 1, won=1, lost=0), Result((1, 0, 2), (1, 2, 3))])
    assert found[((0,), (1,))] == (1 + 2 / 3, 1)


def test_teams_meet_as_wholes_and_singles_meet_them():
    found = pairs([Result((0, 1, 2, 3, 4), (2, 1, 2, 1, 3), (1, 2, 1, 2, 0))])
    assert found == {
        ((0, 2), (1, 3)): (2 / 3, 0),
        ((0, 2), (4,)): (2 / 3, 2 / 3),
        ((1, 3), (4,)): (2 / 3, 2 / 3),
    }


def test_a_bot_on_several_seats_is_one_side_with_its_mean_rank():
    found = pairs([Result((0, 1, 1, 2), (2, 1, 4, 3), bots=(0, 1, 1, 2))])
    assert found == {
        ((0,), (1,)): (2 / 3, 2 / 3),
        ((0,), (2,)): (2 / 3, 2 / 3),
        ((1,), (2,)): (2 / 3, 2 / 3),
    }


def test_who_met_only_itself_met_nobody():
    assert tally(rows_of([Result((3, 3), (1, 2))]), 9) == []


def test_no_matches_are_no_pairs():
    assert tally(rows_of([]), 9) == []


def test_the_order_of_matches_and_of_their_seats_changes_not_a_bit():
    results = by_chance(seed=4, entrants=12, matches=300)
    turned = [
        Result(r.entrants[::-1], r.ranks[::-1], r.teams[::-1], r.bots[::-1])
        for r in reversed(results)
    ]
    blocks, others = tally(rows_of(results), 12), tally(rows_of(turned), 12)
    assert len(blocks) == len(others) == 3
    for block, other in zip(blocks, others, strict=True):
        for name in ("first", "second", "weight", "won"):
            assert getattr(block, name).tobytes() == getattr(other, name).tobytes()


def test_rows_of_several_matches_may_be_mixed():
    rows = rows_of(results := by_chance(seed=5, entrants=8, matches=40))
    names = ("match", "entrant", "bot", "rank", "team")
    # First seats of all matches, then second ones, and so on.
    seat = np.concatenate([np.arange(size) for size in np.bincount(rows.match)])
    mixed = Rows(**{name: getattr(rows, name)[np.argsort(seat, kind="stable")] for name in names})
    for block, other in zip(tally(mixed, 8), tally(rows_of(results), 8), strict=True):
        assert block.first.tobytes() == other.first.tobytes()
        assert block.won.tobytes() == other.won.tobytes()
