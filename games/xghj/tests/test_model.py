"""The rules against a model that shares no line with them: whole games, round by round."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from bench.plain_xghj import PlainOrders, PlainWorld
from games.xghj import frames
from games.xghj.orders import RELATIONS, Orders
from games.xghj.rules import Round, Rules
from games.xghj.state import NOBODY, Owners, State
from games.xghj.tests.worlds import everybodys, some_place, some_rules, some_world
from tests.examples import examples


def plainly(orders: Orders) -> PlainOrders:
    return PlainOrders(frames.stances(orders), list(orders.bombs), orders.capital)


def agree(rules: Rules, state: State, plain: PlainWorld) -> None:
    point = rules.ground.point
    owners = {point(place): owner for place, owner in enumerate(state.owner.tolist())}
    assert owners == {cell: NOBODY if q is None else q for cell, q in plain.owner.items()}
    assert state.round == plain.round
    assert state.saving == plain.money
    assert state.income == plain.income
    assert [None if c == NOBODY else point(c) for c in state.capital] == plain.capital
    letters = [[RELATIONS[relation] for relation in row] for row in state.relation]
    assert letters == plain.rel
    assert state.justify == plain.count
    assert state.betrayed == plain.stabbed
    assert state.fell == plain.out
    assert {point(place) for place in frames.places(state.sieged)} == plain.sieged
    for player in state.players:
        seen = rules.bits.flags(rules.in_sight(state, player))
        assert {point(place) for place in frames.places(seen)} == plain.visible(player)
    some = [player for player in reversed(state.players) if state.alive(player)]
    assert frames.sights(rules, state, some) == [frames.sight(rules, state, one) for one in some]


def begin_both(random: Random, rules: Rules) -> tuple[State, PlainWorld]:
    players = random.randint(2, 8)
    money = [random.choice((rules.constants.initial_money, 7)) for _ in range(players)]
    bids = [random.randint(-2, 8) for _ in range(players)]
    order = random.sample(range(players), players)
    wishes = [some_place(random, rules) for _ in range(players)]
    plain = PlainWorld(rules.ground, rules.constants, rules.kernel, money)
    plain.settle(bids, order, wishes)
    state = State.start(rules.ground.size, money)
    places = [NOBODY] * players
    chosen: list[tuple[int, int]] = []
    for player in order:
        if rules.accepts(*wishes[player], chosen):
            chosen.append(wishes[player])
            places[player] = rules.ground.place(*wishes[player])
    paid = [min(max(bid, 0), most) for bid, most in zip(bids, money, strict=True)]
    rules.settle(state, paid, places)
    return state, plain


def amid_both(random: Random, rules: Rules) -> tuple[State, PlainWorld]:
    """A world in the middle of things, in both."""
    state = some_world(random, rules, random.randint(2, 8))
    point = rules.ground.point
    plain = PlainWorld(rules.ground, rules.constants, rules.kernel, state.saving)
    for place, owner in enumerate(state.owner.tolist()):
        plain.owner[point(place)] = None if owner == NOBODY else owner
    plain.capital = [None if c == NOBODY else point(c) for c in state.capital]
    plain.rel = [[RELATIONS[relation] for relation in row] for row in state.relation]
    plain.income, plain.round = list(state.income), state.round
    return state, plain


def play_both(seed: int, rounds: int, amid: bool) -> Counter[str]:
    """One game in both; what happened in it."""
    random = Random(seed)
    rules = some_rules(random)
    state, plain = amid_both(random, rules) if amid else begin_both(random, rules)
    seen: Counter[str] = Counter()
    for _ in range(rounds):
        orders = everybodys(random, rules, state)
        before = state.owner
        now = rules.play(state, orders)
        assert plain.play([plainly(one) for one in orders]) == now.over
        agree(rules, state, plain)
        seen.update(happenings(before, state, now))
        if now.over:
            break
    return seen


def happenings(before: Owners, state: State, now: Round) -> Counter[str]:
    seen = Counter(f"{change.before.name} {change.after.name}" for change in now.changes)
    seen["taken"] += int((before != state.owner).sum())
    seen["lost to nobody"] += int(((before != NOBODY) & (state.owner == NOBODY)).sum())
    seen["fallen"] += len(now.fallen)
    seen["homeless"] += len(now.homeless)
    seen["sieged"] += int(state.sieged.sum())
    seen["exile"] += sum(
        state.area(player) == 0 and state.capital[player] != NOBODY for player in state.players
    )
    return seen


@examples(60)
@given(st.integers(0, 2**32))
def test_a_game_goes_as_in_the_model(seed):
    play_both(seed, 30, amid=False)


@examples(60)
@given(st.integers(0, 2**32))
def test_a_game_that_is_met_in_the_middle_goes_on_as_in_the_model(seed):
    play_both(seed, 6, amid=True)


def test_everything_happens_in_such_games():
    """The tests above compare more than idle growth."""
    seen: Counter[str] = Counter()
    for seed in range(30):
        seen += play_both(seed, 20, amid=False) + play_both(seed, 6, amid=True)
    wars = ("NEUTRAL AT_WAR", "ALLIED AT_WAR", "AT_WAR NEUTRAL")
    peace = ("NEUTRAL ALLIED", "ALLIED NEUTRAL")
    rest = ("taken", "lost to nobody", "fallen", "homeless", "sieged", "exile")
    assert {name for name in (*wars, *peace, *rest) if seen[name] < 3} == set()
