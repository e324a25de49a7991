"""Bombs, what they break, capitals and sieges, each counted out by hand."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace

import numpy as np
import pytest

from games.xghj.constants import Constants
from games.xghj.ground import STANDARD_KERNEL, UNIT, Kernel, kernel_of
from games.xghj.rules import Round, Rules
from games.xghj.state import NOBODY
from games.xghj.tests.worlds import (
    POINTWISE,
    divided,
    flat,
    influence,
    order,
    owners,
    rules_of,
    settled,
)


def force(rules: Rules, now: Round) -> list[int]:
    """The first player's influence, cell by cell."""
    return [int(one) for one in influence(rules, now)[0].tolist()]


# Bombs.


def test_bombs_that_are_not_allowed_are_passed_over_and_cost_nothing():
    rules = rules_of(flat(5, 1, resource=0))
    state = divided(rules, "00.12", relation=["-AN", "A-U", "NU-"], capital=[0, 3, 4])
    state.saving[0] = 10
    bombs = [(-1, 0, 1), (5, 0, 1), (0, 1, 1), (2, 0, 1), (4, 0, 1), (1, 0, 0), (1, 0, -3)]
    now = rules.play(
        state, [order("-A-", *bombs, (3, 0, 4), (1, 0, 2)), order("A--"), order("---")]
    )
    assert now.bombs[0] == [(3, 0, 4), (1, 0, 2)]
    assert state.saving[0] == 4


def test_a_bomb_that_is_too_dear_is_skipped_and_a_later_one_may_still_be_paid():
    rules = rules_of(flat(5, 1, resource=0), bomb_cost=2)
    state = divided(rules, "0...1", relation=["-N", "N-"], capital=[0, 4], saving=[21, 0])
    now = rules.play(
        state, [order("--", (0, 0, 4), (0, 0, 7), (0, 0, 6), (0, 0, 1)), order("--", (4, 0, 1))]
    )
    assert now.bombs == [[(0, 0, 4), (0, 0, 6)], []]
    assert state.saving == [1, 0]


@pytest.mark.parametrize(
    ("cost", "income", "size"),
    [(1, 0, 0), (1, 10, 3), (1, 11, 4), (2, 10, 2), (3, 10, 1), (3, 11, 2), (1000, 1, 1)],
)
def test_the_capital_is_worth_the_bomb_that_its_share_of_the_income_buys(cost, income, size):
    assert Constants(bomb_cost=cost).capital_bomb(income) == size
    rules = rules_of(flat(5, 1, resource=0), bomb_cost=cost)
    state = divided(rules, "0...1", relation=["-N", "N-"], capital=[0, 4], saving=[0, 0])
    state.income[0] = income
    now = rules.play(state, [order("--"), order("--")])
    assert now.blasts is not None
    sizes = dict(zip(now.blasts.player.tolist(), now.blasts.size.tolist(), strict=True))
    assert (sizes[0], state.saving[0]) == (size, 0)


@pytest.mark.parametrize(("size", "taken"), [(4, "0...1"), (5, "00..1")])
def test_an_attack_must_exceed_the_limit(size, taken):
    # Beside the bomb, at a weight of 0.9, it needs more than 400 / 90.
    ground = flat(5, 1)
    rules = rules_of(ground, suppress_limit=360)
    state = divided(rules, "0...1", relation=["-N", "N-"], capital=[0, 4])
    rules.play(state, [order("--", (0, 0, size)), order("--")])
    assert owners(rules, state)[0][:2] == taken[:2]


def test_the_coefficients_are_those_of_the_cell_that_is_attacked():
    ground = flat(3, 1)
    ground = replace(ground, attack=np.array([0, 50, 0]), defence=np.array([9, 9, 9]))
    rules = rules_of(ground, suppress_limit=400)
    state = divided(rules, "0.1", relation=["-N", "N-"], capital=[0, 2])
    rules.play(state, [order("--", (0, 0, 8)), order("--")])
    assert owners(rules, state) == ["0.1"]  # 50 x 8 x 0.9 is less than 400
    rules.play(state, [order("--", (0, 0, 9)), order("--")])
    assert owners(rules, state) == ["001"]


def test_land_without_an_attack_coefficient_is_never_taken():
    rules = rules_of(flat(3, 1, attack=0), suppress_limit=0)
    state = divided(rules, "0.1", relation=["-W", "W-"], capital=[0, 2])
    rules.play(state, [order("-J", (0, 0, 900)), order("--")])
    assert owners(rules, state) == ["0.1"]


def test_land_of_neutral_countries_and_of_allies_is_not_attacked():
    rules = rules_of(flat(3, 1))
    for relation, said in (("N", "K"), ("A", "A")):
        lines = ["-" + relation, relation + "-"]
        state = divided(rules, "0.1", relation=lines, capital=[0, 2])
        rules.play(state, [order("-" + said, (0, 0, 500)), order(said + "-")])
        assert owners(rules, state) == ["001"]


def test_equal_attackers_leave_a_cell_to_nobody():
    rules = rules_of(flat(3, 1))
    lines = ["-UW", "U-W", "WW-"]
    state = divided(rules, "021", relation=lines, capital=[0, 2, NOBODY])
    rules.play(state, [order("--J", (0, 0, 50)), order("--J", (2, 0, 50)), order("---")])
    assert owners(rules, state) == ["0.1"]
    state = divided(rules, "021", relation=lines, capital=[0, 2, NOBODY])
    rules.play(state, [order("--J", (0, 0, 51)), order("--J", (2, 0, 50)), order("---")])
    assert owners(rules, state) == ["001"]


def test_allies_attack_each_for_himself():
    rules = rules_of(flat(3, 1), suppress_limit=4000)
    lines = ["-AW", "A-W", "WW-"]
    state = divided(rules, "021", relation=lines, capital=[0, 2, NOBODY])
    rules.play(state, [order("-AJ", (0, 0, 44)), order("A-J", (2, 0, 40)), order("---")])
    assert owners(rules, state) == ["021"]


def test_allies_defend_together_where_each_is_supplied():
    rules = rules_of(flat(4, 1), POINTWISE, suppress_limit=0)
    lines = ["-UW", "U-A", "WA-"]
    state = divided(rules, "0211", relation=lines, capital=[0, 3, 1], income=[0, 0, 0])
    attack = Kernel(
        tuple(tuple(UNIT if x in (4, 5) and y == 4 else 0 for y in range(9)) for x in range(9))
    )
    rules = rules_of(flat(4, 1), attack, suppress_limit=0)

    def after(capital: int) -> str:
        world = deepcopy(state)
        world.capital[1] = capital
        orders = [order("--J", (0, 0, 10)), order("--A", (1, 0, 5)), order("JA-", (1, 0, 5))]
        rules.play(world, orders)
        return owners(rules, world)[0]

    assert after(capital=3) == "0211"
    assert after(capital=NOBODY) == "0011"


def test_land_that_is_cut_off_from_the_capital_cannot_be_defended_by_its_owner():
    rules = rules_of(flat(5, 1), suppress_limit=0)
    state = divided(rules, "01.11", relation=["-W", "W-"], capital=[0, 4])
    rules.play(state, [order("-J", (0, 0, 10)), order("--", (1, 0, 999))])
    assert owners(rules, state)[0][1] == "0"
    state = divided(rules, "01111", relation=["-W", "W-"], capital=[0, 4])
    rules.play(state, [order("-J", (0, 0, 10)), order("--", (1, 0, 999))])
    assert owners(rules, state)[0][1] == "1"


def test_cells_are_won_only_in_a_chain_from_where_one_stood_before():
    bank = flat(5, 1)
    bank = replace(bank, attack=np.array([100, 0, 100, 100, 100]))
    rules = rules_of(bank)
    state = divided(rules, "0...1", relation=["-N", "N-"], capital=[0, 4])
    rules.play(state, [order("--", (0, 0, 90)), order("--")])
    assert owners(rules, state) == ["0...1"]


def test_the_chain_may_begin_on_allied_land_and_on_land_that_is_lost_in_the_same_round():
    rules = rules_of(flat(5, 1))
    state = divided(rules, "0.1..", relation=["-A", "A-"], capital=[0, 2])
    rules.play(state, [order("-A", (2, 0, 9)), order("A-")])
    assert owners(rules, state)[0][3] == "0"
    swap = rules_of(flat(2, 1), suppress_limit=0)
    state = divided(swap, "01", relation=["-W", "W-"], capital=[NOBODY, NOBODY])
    swap.play(state, [order("-J", (0, 0, 9)), order("J-", (1, 0, 9))])
    assert owners(swap, state) == ["10"]


def test_a_chain_of_more_than_256_cells_is_won_at_once():
    rules = rules_of(flat(50, 50))
    state = settled(rules, [(25, 25), (0, 0)], money=5_000_000)
    bombs = [(25, 25, 400_000)]
    rules.play(state, [order("--", *bombs), order("--")])
    assert state.area(0) == 81
    for _ in range(2):
        places = rules.ground.point
        edge = [(*places(int(p)), 500) for p in np.flatnonzero(state.owner == 0)]
        rules.play(state, [order("--", *edge), order("--")])
    assert state.area(0) == 25 * 25


@pytest.mark.parametrize(("income", "size"), [(0, 0), (1, 1), (10, 3), (11, 4), (20, 6)])
def test_a_capital_is_worth_a_bomb_of_30_percent_of_the_income_rounded_up(income, size):
    rules = rules_of(flat(3, 1), POINTWISE)
    state = divided(rules, "0.1", relation=["-N", "N-"], capital=[0, 2], income=[income, 0])
    now = rules.play(state, [order("--"), order("--")])
    assert force(rules, now) == [size * UNIT, 0, 0]


def test_influence_falls_as_the_kernel_says_and_ends_at_the_edge():
    rules = rules_of(flat(9, 9))
    state = settled(rules, [(1, 2), (8, 8)], money=100)
    now = rules.play(state, [order("--", (1, 2, 3), (1, 2, 4)), order("--")])
    for place, found in enumerate(force(rules, now)):
        x, y = rules.ground.point(place)
        near = abs(x - 1) <= 4 and abs(y - 2) <= 4
        assert found == (7 * STANDARD_KERNEL.weights[x - 1 + 4][y - 2 + 4] if near else 0)


LOPSIDED = kernel_of(
    [" ".join(f"0.{(3571 * i + 1123 * j) % 9973:04}" for j in range(9)) for i in range(9)]
)


@pytest.mark.parametrize("count", [3, 40, 700])
@pytest.mark.parametrize("size", [7, 10**6, 10**9, 10**11, 10**13])
@pytest.mark.parametrize("most", [1, 10_000])
def test_influence_is_exact_for_many_bombs_and_for_enormous_ones(count, size, most):
    """In each of the ways in which it is added up; the model counts with Python's own numbers."""
    random, ground = np.random.default_rng(5), flat(12, 11, attack=most, defence=1)
    rules = rules_of(ground, LOPSIDED)
    state = divided(rules, "0" * 132, relation=["-N", "N-"], capital=[0, NOBODY])
    state.saving[0] = 10**21
    places = random.integers(0, 132, count).tolist()
    bombs = [(*ground.point(place), size + 13 * place) for place in places]
    now = rules.play(state, [order("--", *bombs), order("--")])
    expected = [0] * 132
    for x, y, power in bombs:
        for i in range(9):
            for j in range(9):
                if ground.inside(x + i - 4, y + j - 4):
                    expected[ground.place(x + i - 4, y + j - 4)] += power * LOPSIDED.weights[i][j]
    assert force(rules, now) == expected


# Capitals and sieges.


def test_a_capital_may_be_moved_to_own_or_allied_land_and_is_lost_anywhere_else():
    rules = rules_of(flat(6, 1))
    lines = ["-AN", "A-U", "NU-"]
    state = divided(rules, "001.2.", relation=lines, capital=[0, 2, 4])
    places = {(1, 0): 1, (2, 0): 2, (3, 0): NOBODY, (4, 0): NOBODY, (6, 0): NOBODY, (0, -1): NOBODY}
    for wish, place in places.items():
        world = deepcopy(state)
        rules.play(world, [order("-A-", capital=wish), order("A--"), order("---")])
        assert world.capital[0] == place


def test_a_capital_that_was_lost_stays_lost_until_it_is_named_again():
    rules = rules_of(flat(6, 1))
    state = divided(rules, "00..11", relation=["-N", "N-"], capital=[NOBODY, 5])
    rules.play(state, [order("--"), order("--")])
    assert state.capital[0] == NOBODY
    rules.play(state, [order("--", capital=(1, 0)), order("--")])
    assert state.capital[0] == 1


def test_land_without_a_way_to_its_owners_capital_is_sieged():
    rules = rules_of(flat(7, 1))
    lines = ["-AN", "A-U", "NU-"]
    state = divided(rules, "0102.00", relation=lines, capital=[0, 1, 3])
    rules.play(state, [order("-A-"), order("A--"), order("---")])
    assert np.flatnonzero(state.sieged).tolist() == [5, 6]
    rules.play(state, [order("-K-"), order("A--"), order("---", capital=(9, 9))])
    assert np.flatnonzero(state.sieged).tolist() == [2, 3, 5, 6]
