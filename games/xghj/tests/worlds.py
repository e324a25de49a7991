"""Grounds, worlds and orders by chance, and drawn ones, for tests of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np

from games.xghj.battle import Amounts, Influence, exact
from games.xghj.constants import Constants
from games.xghj.ground import STANDARD_KERNEL, UNIT, Ground, Kernel
from games.xghj.maptext import read
from games.xghj.orders import RELATIONS, STANCES, Orders, Relation, Stance
from games.xghj.rules import Round, Rules
from games.xghj.state import NOBODY, State

SOME_KERNEL = Kernel(
    tuple(
        tuple((137 * i * i + 71 * j + 29 * i * j) % (UNIT + 1) for j in range(9)) for i in range(9)
    )
)
"""No two directions are alike: what turns a kernel about is found out."""


def flat(cols: int, rows: int, resource: int = 1, attack: int = 100, defence: int = 100) -> Ground:
    size = cols * rows
    return Ground(cols, rows, *(np.full(size, n, np.int64) for n in (resource, attack, defence)))


def drawn(text: str) -> Ground:
    """From a drawing in letters of terrain."""
    return read(text)


def some_ground(random: Random, cols: int, rows: int) -> Ground:
    size = cols * rows
    resource = [random.choice((0, 1, 1, 2, 5)) for _ in range(size)]
    attack = [random.choice((0, 40, 100, 100, 100, 150)) for _ in range(size)]
    defence = [random.choice((0, 50, 100, 100, 180)) for _ in range(size)]
    return Ground(cols, rows, *(np.array(block, np.int64) for block in (resource, attack, defence)))


def some_constants(random: Random) -> Constants:
    return Constants(
        max_round=random.choice((12, 50)),
        initial_money=random.choice((3, 10, 40)),
        bomb_cost=random.choice((1, 1, 2)),
        suppress_limit=random.choice((0, 100, 400)),
        capital_influence=random.choice((0, 300, 1000)),
        city_income=random.choice((0, 50, 130)),
        corruption=random.choice((0, 1, 40)),
        justify_rounds=random.choice((1, 2, 3)),
        justify_price=random.choice((0, 1, 5)),
        border=random.choice((0, 1, 2, 4)),
        spawn_distance=random.choice((0, 3)),
        spawn_anywhere=random.choice((0, 1)),
    )


def some_rules(random: Random) -> Rules:
    cols, rows = random.randint(3, 14), random.randint(3, 14)
    kernel = random.choice((STANDARD_KERNEL, STANDARD_KERNEL, SOME_KERNEL))
    return Rules(some_ground(random, cols, rows), some_constants(random), kernel)


def some_place(random: Random, rules: Rules) -> tuple[int, int]:
    """Now and then one off the board."""
    cols, rows = rules.ground.cols, rules.ground.rows
    if random.random() < 0.03:
        return random.choice(((-1, 0), (0, -1), (cols, 0), (0, rows), (cols + 9, rows)))
    return random.randrange(cols), random.randrange(rows)


def some_orders(random: Random, rules: Rules, state: State, player: int) -> Orders:
    """Mostly sensible ones: peace more often than war, bombs on land where they are allowed."""
    stances = tuple(random.choices((None, *Stance), (6, 2, 6, 3, 0.5))[0] for _ in state.players)
    friendly = [state.allied(player, other) for other in state.players] + [False]
    land = np.flatnonzero(np.array(friendly)[state.owner]).tolist()
    capital = None
    if random.random() < 0.3:
        at = random.choice(land) if land and random.random() < 0.8 else None
        capital = some_place(random, rules) if at is None else rules.ground.point(at)
    bombs = []
    for _ in range(random.randrange(5)):
        at = random.choice(land) if land and random.random() < 0.9 else None
        x, y = some_place(random, rules) if at is None else rules.ground.point(at)
        most = max(1, state.saving[player] // rules.constants.bomb_cost)
        # Equal sizes make attackers equal, which is a case of its own.
        equal = random.random() < 0.5
        size = random.choice((5, 10)) if equal else random.randint(-1, max(2, most * 2 // 3))
        bombs.append((x, y, size))
    return Orders(stances, tuple(bombs), capital)


def everybodys(random: Random, rules: Rules, state: State) -> list[Orders]:
    return [some_orders(random, rules, state, player) for player in state.players]


def settled(rules: Rules, points: Sequence[tuple[int, int]], money: int = 10) -> State:
    """Everybody on his place, having paid nothing."""
    state = State.start(rules.ground.size, [money] * len(points))
    places = [rules.ground.place(x, y) for x, y in points]
    rules.settle(state, [0] * len(points), places)
    return state


def influence(rules: Rules, now: Round) -> Amounts:
    """The influence of each player's bombs of a round on every cell, ``[player, place]``."""
    assert now.blasts is not None
    assert now.settled is not None
    players, large = len(now.settled.gained), exact(int(now.blasts.size.sum()) * UNIT)
    return Influence(rules.ground, rules.kernel).of(now.blasts, players, large).reshape(players, -1)


def some_world(random: Random, rules: Rules, players: int) -> State:
    """A world in which much has happened already, with countries in exile."""
    state = settled(rules, [(0, 0)] * players, 100)
    everybody = list(state.players)
    landed = random.sample(everybody, max(1, players - random.choice((0, 0, 1, 2))))
    owners = [random.choice((NOBODY, *landed)) for _ in range(rules.ground.size)]
    state.owner = np.array(owners, np.int8)
    state.saving = [random.randrange(200) for _ in everybody]
    state.income = [random.randrange(60) for _ in everybody]
    for one in everybody:
        for other in range(one):
            relation = random.choice((Relation.NEUTRAL, Relation.ALLIED, Relation.AT_WAR))
            state.relation[one][other] = state.relation[other][one] = relation
    for one in everybody:
        places = [place for place, other in enumerate(owners) if _friends(state, one, other)]
        keeps = one not in landed or random.random() < 0.8
        state.capital[one] = random.choice(places) if places and keeps else NOBODY
    return state


def _friends(state: State, one: int, other: int) -> bool:
    return other != NOBODY and state.allied(one, other)


# Drawn ones.

NUMBERS = Constants(city_income=0, corruption=0)
POINTWISE = Kernel(
    tuple(tuple(UNIT if (x, y) == (4, 4) else 0 for y in range(9)) for x in range(9))
)
"""A bomb hits its own cell only."""


def rules_of(
    ground: Ground | None = None, kernel: Kernel = STANDARD_KERNEL, **numbers: int
) -> Rules:
    return Rules(ground or flat(9, 9), replace(NUMBERS, **numbers), kernel)


def divided(rules: Rules, drawing: str, relation: Sequence[str], **more: Any) -> State:
    """A world from a drawing of owners; relations as letters by player, "WN" and so on."""
    rows = drawing.split()
    owners = [NOBODY if letter == "." else int(letter) for row in rows for letter in row]
    state = State.start(rules.ground.size, [1000] * len(relation))
    state.owner = np.array(owners, np.int8)
    letters = [[max(0, RELATIONS.find(one)) for one in row] for row in relation]
    state.relation = [[Relation(one) for one in row] for row in letters]
    state.round = 1
    for name, value in more.items():
        setattr(state, name, value)
    return state


def order(
    stances: str, *bombs: tuple[int, int, int], capital: tuple[int, int] | None = None
) -> Orders:
    said = tuple(None if one == "-" else Stance(STANCES.index(one)) for one in stances)
    return Orders(said, bombs, capital)


def owners(rules: Rules, state: State) -> list[str]:
    rows = state.owner.reshape(rules.ground.rows, -1).tolist()
    return ["".join("." if one == NOBODY else str(one) for one in row) for row in rows]
