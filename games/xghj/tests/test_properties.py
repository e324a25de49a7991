"""Invariants of every round of every game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import replace
from random import Random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from games.xghj.ground import SPAN, Ground, Kernel
from games.xghj.orders import USUAL, Orders, Relation, Stance
from games.xghj.rules import Round, Rules
from games.xghj.state import NOBODY, State
from games.xghj.tests.worlds import everybodys, some_rules, some_world
from tests.examples import examples

SEEDS = st.integers(0, 2**32)
Turn = Callable[[int, int], tuple[int, int]]


def a_world(seed: int) -> tuple[Random, Rules, State]:
    random = Random(seed)
    rules = some_rules(random)
    return random, rules, some_world(random, rules, random.randint(2, 8))


def peaceful(orders: Sequence[Orders]) -> list[Orders]:
    """The same with at most one backstab each, so that it does not matter to whom first."""
    found = []
    for one in orders:
        stances = list(one.stances)
        for at, stance in enumerate(stances):
            if stance is Stance.BACKSTAB and Stance.BACKSTAB in stances[:at]:
                stances[at] = Stance.KEEP_NEUTRAL
        found.append(replace(one, stances=tuple(stances)))
    return found


def rich(state: State) -> None:
    """Everybody can pay for everything."""
    state.saving = [money + 100_000 for money in state.saving]


def same(one: State, other: State) -> None:
    assert one.owner.tolist() == other.owner.tolist()
    assert one.sieged.tolist() == other.sieged.tolist()
    assert (one.saving, one.income, one.capital) == (other.saving, other.income, other.capital)
    assert (one.relation, one.justify) == (other.relation, other.justify)
    assert (one.betrayed, one.fell) == (other.betrayed, other.fell)


def justified(rules: Rules, state: State, player: int, orders: Orders) -> int:
    """The player's costs of justifying wars."""
    price, money, paid = rules.constants.justify_price, state.saving[player], 0
    for other, relation in enumerate(state.relation[player]):
        known = other != player and relation is not Relation.UNDISCOVERED
        said = orders.stances[other]
        stance = USUAL[relation] if said is None else said
        if known and stance is Stance.JUSTIFY_WAR and money - paid >= price:
            paid += price
    return paid


@examples(60)
@given(SEEDS)
def test_savings_change_by_payments_corruption_and_income_and_by_nothing_else(seed):
    random, rules, state = a_world(seed)
    numbers = rules.constants
    for _ in range(4):
        orders = everybodys(random, rules, state)
        before = deepcopy(state)
        now = rules.play(state, orders)
        for player in before.players:
            if not before.alive(player):
                assert state.saving[player] == before.saving[player]
                continue
            bombs = sum(size for _, _, size in now.bombs[player]) * numbers.bomb_cost
            left = before.saving[player] - justified(rules, before, player, orders[player]) - bombs
            assert left >= 0
            area = int((state.owner == player).sum())
            mine = rules.ground.resource[state.owner == player].sum()
            wage = numbers.city_income * now.number // 100
            income = int(mine) + (0 if state.capital[player] == NOBODY else wage)
            kept = max(0, 1000 - numbers.corruption * area)
            assert state.saving[player] == left * kept // 1000 + income
        if now.over:
            break


@examples(40)
@given(SEEDS)
def test_every_cell_stays_and_has_one_owner_or_none(seed):
    random, rules, state = a_world(seed)
    now = rules.play(state, everybodys(random, rules, state))
    assert state.owner.shape == (rules.ground.size,)
    assert set(state.owner.tolist()) <= {NOBODY, *state.players}
    land = rules.land(state)
    assert sum(cells.bit_count() for cells in land) == int((state.owner != NOBODY).sum())
    assert [cells.bit_count() for cells in land] == [state.area(p) for p in state.players]
    assert now.number + 1 == state.round


@examples(40)
@given(SEEDS)
def test_cells_that_cannot_be_attacked_never_change_hands(seed):
    random, rules, state = a_world(seed)
    before = state.owner.copy()
    for _ in range(3):
        rules.play(state, everybodys(random, rules, state))
    firm = rules.ground.attack == 0
    assert state.owner[firm].tolist() == before[firm].tolist()


@examples(60)
@given(SEEDS)
def test_the_order_of_bombs_that_can_all_be_paid_is_irrelevant(seed):
    random, rules, state = a_world(seed)
    orders = everybodys(random, rules, state)
    rich(state)
    shuffled = [
        replace(one, bombs=tuple(random.sample(one.bombs, len(one.bombs)))) for one in orders
    ]
    other = deepcopy(state)
    rules.play(state, orders)
    rules.play(other, shuffled)
    same(state, other)


@examples(60)
@given(SEEDS)
def test_two_bombs_on_a_cell_are_one_of_their_sizes_together(seed):
    random, rules, state = a_world(seed)
    orders = everybodys(random, rules, state)
    rich(state)
    split = [
        replace(
            one,
            bombs=tuple(
                half
                for x, y, size in one.bombs
                for half in ((x, y, size // 2), (x, y, size - size // 2))
            ),
        )
        for one in orders
    ]
    other = deepcopy(state)
    rules.play(state, orders)
    rules.play(other, split)
    same(state, other)


def relabelled(state: State, names: Sequence[int]) -> State:
    """The world where player p is called ``names[p]``."""
    old = [names.index(new) for new in range(len(names))]
    numbers = np.array([*names, NOBODY], np.int8)
    return replace(
        deepcopy(state),
        owner=numbers[state.owner],
        saving=[state.saving[p] for p in old],
        income=[state.income[p] for p in old],
        capital=[state.capital[p] for p in old],
        betrayed=[state.betrayed[p] for p in old],
        fell=[state.fell[p] for p in old],
        relation=[[state.relation[p][q] for q in old] for p in old],
        justify=[[state.justify[p][q] for q in old] for p in old],
    )


@examples(60)
@given(SEEDS)
def test_other_numbers_for_the_players_give_the_same_world_with_other_numbers(seed):
    random, rules, state = a_world(seed)
    names = random.sample(range(len(state.saving)), len(state.saving))
    old = [names.index(new) for new in range(len(names))]
    for _ in range(3):
        orders = peaceful(everybodys(random, rules, state))
        rich(state)
        other = relabelled(state, names)
        theirs = [replace(orders[p], stances=tuple(orders[p].stances[q] for q in old)) for p in old]
        over = rules.play(state, orders).over
        assert rules.play(other, theirs).over == over
        same(relabelled(state, names), other)
        if over:
            break


def turned(ground: Ground, cols: int, rows: int, turn: Turn) -> Ground:
    blocks = []
    for block in (ground.resource, ground.attack, ground.defence):
        new = np.empty_like(block)
        for place in range(ground.size):
            x, y = turn(*ground.point(place))
            new[y * cols + x] = block[place]
        blocks.append(new)
    return Ground(cols, rows, *blocks)


def turned_kernel(kernel: Kernel, turn: Turn) -> Kernel:
    rows = [[0] * SPAN for _ in range(SPAN)]
    for x in range(SPAN):
        for y in range(SPAN):
            a, b = turn(x, y)
            rows[a][b] = kernel.weights[x][y]
    return Kernel(tuple(map(tuple, rows)))


def turn_of(kind: str, cols: int, rows: int) -> Turn:
    return {
        "left and right": lambda x, y: (cols - 1 - x, y),
        "top and bottom": lambda x, y: (x, rows - 1 - y),
        "along the diagonal": lambda x, y: (y, x),
        "half a turn": lambda x, y: (cols - 1 - x, rows - 1 - y),
    }[kind]


KINDS = ("left and right", "top and bottom", "along the diagonal", "half a turn")


@examples(60)
@given(SEEDS, st.sampled_from(KINDS))
def test_a_mirrored_world_goes_on_mirrored(seed, kind):
    random, rules, state = a_world(seed)
    ground = rules.ground
    turn = turn_of(kind, ground.cols, ground.rows)
    cols, rows = ground.cols, ground.rows
    if kind == "along the diagonal":
        cols, rows = rows, cols
    other_ground = turned(ground, cols, rows, turn)
    kernel = turned_kernel(rules.kernel, turn_of(kind, SPAN, SPAN))
    others = Rules(other_ground, rules.constants, kernel)
    place = [other_ground.place(*turn(*ground.point(at))) for at in range(ground.size)]

    def image(state: State) -> State:
        owner, sieged = np.empty_like(state.owner), np.empty_like(state.sieged)
        owner[place], sieged[place] = state.owner, state.sieged
        capital = [NOBODY if c == NOBODY else place[c] for c in state.capital]
        return replace(deepcopy(state), owner=owner, sieged=sieged, capital=capital)

    def reflect(one: Orders) -> Orders:
        bombs = tuple((*turn(x, y), size) for x, y, size in one.bombs)
        return replace(one, bombs=bombs, capital=one.capital and turn(*one.capital))

    mirrored = image(state)
    for _ in range(3):
        orders = everybodys(random, rules, state)
        now: Round = rules.play(state, orders)
        assert others.play(mirrored, [reflect(one) for one in orders]).over == now.over
        same(image(state), mirrored)
        if now.over:
            break


@examples(40)
@given(SEEDS)
def test_a_copy_of_a_world_goes_its_own_way(seed):
    random, rules, state = a_world(seed)
    rules.play(state, everybodys(random, rules, state))
    other = deepcopy(state)
    kept = deepcopy(other)
    orders = everybodys(random, rules, state)
    rules.play(state, orders)
    same(other, kept)
    rules.play(other, orders)
    same(state, other)
