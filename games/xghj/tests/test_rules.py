"""The rules one by one, on grounds on which each can be counted out."""

from __future__ import annotations

import pytest

from games.xghj.engine import ranks
from games.xghj.frames import relations
from games.xghj.orders import RELATIONS
from games.xghj.state import NOBODY, State
from games.xghj.tests.worlds import POINTWISE, divided, flat, order, rules_of

# Beginning.


@pytest.mark.parametrize(
    ("point", "accepted"),
    [
        ((4, 4), False),
        ((4, 5), False),
        ((5, 5), False),
        ((6, 4), False),
        ((4, 7), True),
        ((6, 5), True),
        ((-1, 4), False),
        ((9, 4), False),
        ((4, 9), False),
    ],
)
def test_a_country_begins_on_the_board_three_steps_from_the_others(point, accepted):
    x, y = point
    assert rules_of().accepts(x, y, [(4, 4)]) is accepted


def test_two_countries_never_begin_on_one_cell():
    assert not rules_of(spawn_distance=0).accepts(4, 4, [(4, 4)])
    assert rules_of(spawn_distance=0).accepts(4, 5, [(4, 4)])


@pytest.mark.parametrize(("anywhere", "accepted"), [(1, True), (0, False)])
def test_a_scenario_says_whether_one_may_begin_where_nobody_can_attack(anywhere, accepted):
    rules = rules_of(flat(9, 9, attack=0), spawn_anywhere=anywhere)
    assert rules.accepts(4, 4, []) is accepted


def test_everybody_pays_his_bid_and_who_is_refused_a_place_is_out_in_round_0():
    rules = rules_of()
    state = State.start(81, [10, 10, 10])
    rules.settle(state, [3, 0, 10], [0, 80, NOBODY])
    assert state.saving == [7, 10, 0]
    assert (state.fell, state.capital) == ([None, None, 0], [0, 80, NOBODY])
    assert state.round == 1
    assert ranks(state) == [2, 1, 3]


# Diplomacy.

TABLE = [
    # relation, orders, relation after, counters before, counters after
    ("N", "KK", "N", (1, 2), (0, 0)),
    ("N", "AA", "A", (1, 2), (0, 0)),
    ("N", "AK", "N", (0, 0), (0, 0)),
    ("N", "JA", "N", (0, 2), (1, 0)),
    ("N", "JJ", "N", (0, 1), (1, 2)),
    ("N", "JK", "W", (2, 0), (0, 0)),
    ("N", "KJ", "W", (2, 2), (0, 0)),
    ("A", "AA", "A", (0, 0), (0, 0)),
    ("A", "AK", "N", (0, 0), (0, 0)),
    ("A", "KK", "N", (0, 0), (0, 0)),
    ("A", "JA", "N", (1, 0), (2, 0)),
    ("A", "JA", "W", (2, 0), (0, 0)),
    ("W", "JK", "W", (0, 0), (0, 0)),
    ("W", "JJ", "W", (0, 0), (0, 0)),
    ("W", "AA", "N", (0, 0), (0, 0)),
    ("W", "KA", "N", (0, 0), (0, 0)),
    ("N", "BA", "W", (2, 1), (0, 0)),
    ("A", "AB", "W", (0, 0), (0, 0)),
    ("W", "BK", "W", (0, 0), (0, 0)),
]


@pytest.mark.parametrize(("relation", "said", "after", "before", "counted"), TABLE)
def test_two_countries_come_to_be_what_the_table_says(relation, said, after, before, counted):
    rules = rules_of(flat(9, 1))
    state = divided(rules, "0.......1", relation=["-" + relation, relation + "-"], capital=[0, 8])
    state.justify = [[0, before[0]], [before[1], 0]]
    changes = rules.play(state, [order("-" + said[0]), order(said[1] + "-")]).changes
    assert relations(state) == ["-" + after, after + "-"]
    assert (state.justify[0][1], state.justify[1][0]) == counted
    traitor = 0 if said[0] == "B" else 1 if said[1] == "B" else None
    expected = (RELATIONS.index(relation), RELATIONS.index(after), traitor)
    assert [(change.before, change.after, change.traitor) for change in changes] == (
        [] if relation == after else [expected]
    )


def test_who_says_nothing_keeps_peace_confirms_alliances_and_goes_on_with_wars():
    rules = rules_of(flat(9, 1))
    lines = ["-NAW", "N-UU", "AU-U", "WUU-"]
    state = divided(rules, "0..1..2.3", relation=lines, capital=[0, 3, 6, 8])
    rules.play(state, [order("----")] * 4)
    assert relations(state)[0] == "-NAW"
    # Both pay for the war.
    assert state.saving == [1000, 1001, 1001, 1000]


def test_justifying_a_war_costs_its_price_each_round_as_long_as_one_can_pay():
    rules = rules_of(flat(9, 1, resource=0), justify_price=5)
    state = divided(rules, "0..1....2", relation=["-NN", "N-U", "NU-"], capital=[0, 3, 8])
    state.saving[0] = 8
    rules.play(state, [order("-JJ"), order("---"), order("---")])
    assert state.saving[0] == 3
    assert state.justify[0] == [0, 1, 0]


def test_only_the_first_backstab_of_a_game_counts_and_towards_the_lower_number():
    rules = rules_of(flat(9, 1))
    state = divided(rules, "0..1....2", relation=["-NN", "N-U", "NU-"], capital=[0, 3, 8])
    rules.play(state, [order("-BB"), order("---"), order("---")])
    assert relations(state)[0] == "-WN"
    rules.play(state, [order("-JB"), order("---"), order("---")])
    assert relations(state)[0] == "-WN"
    assert state.betrayed == [True, False, False]


def test_orders_towards_strangers_cost_nothing_and_use_nothing_up():
    rules = rules_of(flat(9, 1, resource=0))
    state = divided(rules, "0.......1", relation=["-U", "U-"], capital=[0, 8])
    rules.play(state, [order("-B"), order("J-")])
    assert relations(state) == ["-U", "U-"]
    assert state.saving == [1000, 1000]
    assert state.betrayed == [False, False]


def test_a_capital_on_land_of_a_former_ally_is_lost_at_once_and_does_not_defend():
    rules = rules_of(flat(5, 1), POINTWISE)
    lines = ["-AW", "A-U", "WU-"]
    state = divided(rules, "0112.", relation=lines, capital=[1, 2, 3])
    now = rules.play(
        state, [order("-KJ", (0, 0, 9), capital=(0, 0)), order("K--"), order("J--", (3, 0, 1))]
    )
    assert now.homeless == [0]
    assert state.capital[0] == 0


# Economy.


def test_savings_lose_a_thousandth_per_cell_and_gain_land_and_wage():
    rules = rules_of(flat(7, 1, resource=3), city_income=50, corruption=1)
    state = divided(rules, "000...1", relation=["-N", "N-"], capital=[0, 6], round=7)
    state.saving = [999, 10]
    rules.play(state, [order("--", (0, 0, 1), capital=(9, 9)), order("--")])
    assert state.income == [9, 3 + 3]
    assert state.saving == [998 * 997 // 1000 + 9, 10 * 999 // 1000 + 6]


def test_corruption_never_takes_more_than_there_is():
    rules = rules_of(flat(7, 1, resource=0), corruption=400)
    state = divided(rules, "000...1", relation=["-N", "N-"], capital=[0, 6])
    rules.play(state, [order("--"), order("--")])
    assert state.saving == [0, 600]


def test_a_government_in_exile_lives_on_its_capitals_wage():
    rules = rules_of(flat(5, 1), city_income=100)
    state = divided(rules, "1...2", relation=["-AN", "A-U", "NU-"], capital=[0, 0, 4], round=5)
    assert not rules.play(state, [order("-A-"), order("A--"), order("---")]).over
    assert (state.alive(0), state.income[0], state.saving[0]) == (True, 5, 1005)
    rules.play(state, [order("-A-"), order("K--"), order("---")])
    assert (state.alive(0), state.fell[0]) == (False, 6)


# Discovery and the end.


@pytest.mark.parametrize(("line", "met"), [("0..1.....", False), ("0.1......", True)])
def test_countries_discover_each_other_within_two_steps(line, met):
    rules = rules_of(flat(9, 1))
    capitals = [line.index("0"), line.index("1")]
    state = divided(rules, line, relation=["-U", "U-"], capital=capitals)
    rules.play(state, [order("--"), order("--")])
    assert relations(state) == (["-N", "N-"] if met else ["-U", "U-"])


def test_allies_get_to_know_whom_one_of_them_meets_but_not_their_allies():
    rules = rules_of(flat(15, 1))
    lines = ["-AUU", "A-UU", "UU-A", "UUA-"]
    state = divided(rules, "0.....1.2.....3", relation=lines, capital=[0, 6, 8, 14])
    rules.play(state, [order("-A--"), order("A---"), order("---A"), order("--A-")])
    assert relations(state) == ["-ANU", "A-NN", "NN-A", "UNA-"]


def test_who_has_neither_land_nor_capital_is_out_and_forgotten():
    rules = rules_of(flat(9, 1), suppress_limit=0)
    lines = ["-WN", "W-N", "NN-"]
    state = divided(
        rules,
        "01....2..",
        relation=lines,
        capital=[0, NOBODY, 6],
        justify=[[0, 0, 1], [0, 0, 1], [1, 1, 0]],
    )
    now = rules.play(state, [order("-J-", (0, 0, 9)), order("--K"), order("-K-")])
    assert (now.fallen, now.over) == ([1], False)
    assert relations(state) == ["-UN", "U-U", "NU-"]
    assert (state.income[1], state.saving[1], state.fell[1]) == (0, 999, 1)
    left = state.saving[1]
    rules.play(state, [order("-J-"), order("B--", (1, 0, 9)), order("---")])
    assert (state.saving[1], state.betrayed[1]) == (left, False)


def test_the_game_ends_when_one_is_left_or_the_rounds_are_played():
    rules = rules_of(flat(9, 1), suppress_limit=0, max_round=3)
    state = divided(rules, "01.......", relation=["-W", "W-"], capital=[0, NOBODY])
    assert rules.play(state, [order("-J", (0, 0, 9)), order("--")]).over
    state = divided(rules, "0.......1", relation=["-U", "U-"], capital=[0, 8])
    quiet = [order("--"), order("--")]
    assert [rules.play(state, quiet).over for _ in range(2)] == [False, True]
    assert state.round == 3


def test_elimination_counts_in_the_last_round_too():
    rules = rules_of(flat(9, 1), suppress_limit=0, max_round=2)
    state = divided(rules, "01.......", relation=["-W", "W-"], capital=[0, NOBODY])
    rules.play(state, [order("-J", (0, 0, 9)), order("--")])
    assert (state.fell, ranks(state)) == ([None, 1], [1, 2])


def test_the_ranking_looks_at_goal_then_rounds_then_land_then_savings():
    rules = rules_of(flat(9, 1))
    state = divided(
        rules, "0011122..", relation=["-" * 7] * 7, fell=[None, None, None, 3, 3, 5, 0], round=9
    )
    state.saving = [5, 1, 6, 7, 7, 0, 99]
    assert ranks(state) == [3, 1, 2, 5, 5, 4, 7]
    state.reached = [0]
    assert ranks(state) == [1, 2, 3, 5, 5, 4, 7]


def test_who_falls_in_the_last_round_comes_behind_who_is_left_with_nothing():
    rules = rules_of(flat(9, 1))
    state = divided(rules, "2........", relation=["---"] * 3, fell=[8, None, None], round=9)
    state.saving = [99, 0, 0]
    assert ranks(state) == [3, 2, 1]


def test_what_is_known_of_a_world_cannot_be_changed_behind_the_rules_back():
    rules = rules_of(flat(9, 1))
    state = divided(rules, "0.......1", relation=["-U", "U-"], capital=[0, 8])
    rules.play(state, [order("--"), order("--")])
    with pytest.raises(ValueError, match="read-only"):
        state.owner[4] = 1
    state.owner = state.owner.copy()
    state.owner[4] = 1
    assert [cells.bit_count() for cells in rules.land(state)] == [1, 2]


# The knowledge of countries.


def test_one_sees_own_and_allied_land_with_its_surroundings_and_neutral_land():
    rules = rules_of(flat(12, 1))
    lines = ["-ANW", "A-UU", "NU-U", "WUU-"]
    state = divided(rules, "0.....1..2.3", relation=lines, capital=[0, 6, 9, 11])
    seen = rules.bits.flags(rules.in_sight(state, 0))
    assert "".join("#" if one else "." for one in seen) == "###.######.."
