"""The cost of a round of XGHJ: against a plain program, and against the number of bombs.

The baseline is `bench.plain_xghj`: the same rules in lists and dictionaries, bomb by bomb.  Both
play the same orders in turn.  A round is all that a match computes between two questions: the
round by the rules, its event for spectators, and the sight of every country.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from bench.plain_xghj import PlainOrders, PlainWorld
from bench.references import slowness
from bench.table import Row, told
from games.xghj import frames
from games.xghj.constants import Constants
from games.xghj.ground import STANDARD_KERNEL, Ground
from games.xghj.orders import RELATIONS, Orders, Relation, Stance
from games.xghj.rules import Rules
from games.xghj.state import State

PLAYERS = 8
BOMBS = 25
ROUNDS = 24
RUNS = 3
GROWTH_BOUND = 2
"""Times that ten times the bombs may cost, at most."""
MONEY = 1_000_000
"""Enough for all bombs of all rounds."""


@dataclass(frozen=True, slots=True)
class Case:
    """``bombs`` are those of each player in each round; ``bound`` is how many times cheaper than
    the baseline a round must be; ``goal_ms`` is its time on the machine of the goals, and
    ``whole_ms`` that with its event and the sight of all."""

    cols: int
    rows: int
    bound: float
    goal_ms: float
    whole_ms: float
    bombs: int = BOMBS

    @property
    def title(self) -> str:
        return f"{self.cols} x {self.rows}, {PLAYERS} players"


CASES = (Case(25, 35, 30, 0.4, 0.5), Case(50, 50, 60, 0.6, 0.8))


def rules_of(case: Case) -> Rules:
    """Every kind of land, by chance."""
    random, size = Random(5), case.cols * case.rows
    choices = (0, 1, 1, 2, 5), (0, 60, 100, 100, 150), (50, 100, 100, 150)
    blocks = [np.array(random.choices(one, k=size), np.int64) for one in choices]
    return Rules(Ground(case.cols, case.rows, *blocks), Constants(), STANDARD_KERNEL)


def start(case: Case, rules: Rules) -> State:
    """All land is divided, by the nearest of the capitals; neighbours are at war or allied."""
    random, ground = Random(7), rules.ground
    state = State.start(ground.size, [MONEY] * PLAYERS)
    capitals = random.sample(range(ground.size), PLAYERS)
    away = [[_steps(ground, place, home) for home in capitals] for place in range(ground.size)]
    state.owner = np.array([steps.index(min(steps)) for steps in away], np.int8)
    state.capital, state.income, state.round = capitals, [100] * PLAYERS, 1
    for one in range(PLAYERS):
        for other in range(one):
            relation = Relation.ALLIED if (one + other) % 4 == 2 else Relation.AT_WAR
            state.relation[one][other] = state.relation[other][one] = relation
    return state


def _steps(ground: Ground, place: int, home: int) -> int:
    (x, y), (a, b) = ground.point(place), ground.point(home)
    return abs(x - a) + abs(y - b)


def orders_of(case: Case) -> list[list[Orders]]:
    """The orders of all in each round: bombs anywhere on their own land, wars that go on."""
    rules, random, found = rules_of(case), Random(3), []
    state = start(case, rules)
    for _ in range(ROUNDS):
        now = [_some_orders(state, rules, player, case.bombs, random) for player in state.players]
        found.append(now)
        rules.play(state, now)
    return found


def _some_orders(state: State, rules: Rules, player: int, bombs: int, random: Random) -> Orders:
    land = np.flatnonzero(state.owner == player).tolist() or [0]
    chosen = random.choices(land, k=bombs)
    listed = tuple((*rules.ground.point(place), random.randint(1, 20)) for place in chosen)
    stances: tuple[Stance | None, ...] = (None,) * PLAYERS
    return Orders(stances, listed, rules.ground.point(random.choice(land)))


def rounds(case: Case, orders: list[list[Orders]]) -> Callable[[int], object]:
    """Plays a round by its number, on our rules."""
    rules = rules_of(case)
    state = start(case, rules)

    def play(number: int) -> None:
        before = state.owner
        frames.round_event(before, state, rules.play(state, orders[number]), [])
        frames.sights(rules, state, state.living)

    return play


def bare_rounds(case: Case, orders: list[list[Orders]]) -> Callable[[int], object]:
    """The rules alone: no event, and no sight."""
    rules = rules_of(case)
    state = start(case, rules)
    return lambda number: rules.play(state, orders[number])


def plain_rounds(case: Case, orders: list[list[Orders]]) -> Callable[[int], object]:
    """The same on the baseline, which finds the cells in sight and writes no event."""
    rules = rules_of(case)
    state, point = start(case, rules), rules.ground.point
    plain = PlainWorld(rules.ground, rules.constants, rules.kernel, state.saving)
    for place, owner in enumerate(state.owner.tolist()):
        plain.owner[point(place)] = owner
    plain.capital = [point(place) for place in state.capital]
    plain.rel = [[RELATIONS[relation] for relation in row] for row in state.relation]
    plain.income, plain.round = list(state.income), state.round
    said = [
        [PlainOrders(frames.stances(one), list(one.bombs), one.capital) for one in now]
        for now in orders
    ]

    def play(number: int) -> None:
        plain.play(said[number])
        for player in plain.alive():
            plain.visible(player)

    return play


def times(play: Callable[[int], object]) -> list[float]:
    """The CPU time of each round, in ms."""
    took = []
    gc.disable()
    for number in range(ROUNDS):
        began = time.thread_time_ns()
        play(number)
        took.append((time.thread_time_ns() - began) / 1e6)
    gc.enable()
    return took


def best(runs: list[list[float]]) -> float:
    """ms of an average round, of the quickest run of each: others on the machine cost caches."""
    return float(sum(map(min, *runs))) / ROUNDS


def measure(case: Case) -> list[Row]:
    orders = orders_of(case)
    ours, bare, plain = [], [], []
    for _ in range(RUNS):
        plain.append(times(plain_rounds(case, orders)))
        ours += [times(rounds(case, orders)) for _ in range(RUNS)]
        bare += [times(bare_rounds(case, orders)) for _ in range(RUNS)]
    mine, alone, theirs = best(ours), best(bare), best(plain)
    beside = f"{mine:.2f} ms, plain Python {theirs:.0f} ms"
    title = f"xghj, {case.title}"
    return [
        Row(f"{title}: plain Python / ours", theirs / mine, "×", case.bound, rising=True,
            beside=beside),
        Row(f"{title}: a round with events and sight", mine / slowness(), "ms", case.whole_ms,
            beside=beside),
        Row(f"{title}: a round", alone / slowness(), "ms", case.goal_ms,
            beside=f"{alone:.2f} ms, the rules alone"),
    ]  # fmt: skip


def growth(case: Case) -> Row:
    """Ten times the bombs on the same board."""
    cases = case, replace(case, bombs=10 * case.bombs)
    orders = [orders_of(one) for one in cases]
    few, many = [], []
    for _ in range(RUNS**2):
        few.append(times(rounds(cases[0], orders[0])))
        many.append(times(rounds(cases[1], orders[1])))
    title = f"xghj, {case.title}: with ten times the bombs"
    beside = f"{best(many):.2f} ms"
    return Row(title, best(many) / best(few), "×", GROWTH_BOUND, beside=beside)


def main() -> list[Row]:
    print("xghj: rounds")
    return [told(row) for case in CASES for row in (*measure(case), growth(case))]


if __name__ == "__main__":
    main()
