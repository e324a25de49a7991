"""The rules against a model that shares no line with them: whole games, half-turn by half-turn."""

from __future__ import annotations

import copy
from random import Random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bench.plain_generals import PlainWorld
from games.generals.orders import Modifiers, Order
from games.generals.rules import World
from games.generals.terrain import Board, Kind
from tests.examples import examples

DENSE = (Kind.BLANK, Kind.BLANK, Kind.BLANK, Kind.SWAMP, Kind.CITY, Kind.MOUNTAIN)


def a_board(random: Random, players: int) -> tuple[Board, list[int]]:
    """Any board, not only those that a generator makes: capitals may touch or be walled in."""
    height, width = random.randint(5, 12), random.randint(5, 12)
    size = height * width
    kinds = np.array([random.choice(DENSE) for _ in range(size)], np.uint8)
    units = np.array([random.randint(-3, 6) for _ in range(size)], np.int64)
    units[(kinds == Kind.MOUNTAIN) | (kinds == Kind.SWAMP)] = 0
    owners = np.zeros(size, np.uint8)
    capitals = random.sample(range(size), players)
    for player, place in enumerate(capitals, 1):
        kinds[place], owners[place], units[place] = Kind.CAPITAL, player, 30
    lit = np.array([random.random() < 0.1 for _ in range(size)])
    return Board(height, width, kinds, owners, units, lit), capitals


def some_rules(random: Random) -> Modifiers:
    veil = random.choice([None, None, None, -1, 0, 1, 2, 4, 300])
    return Modifiers(
        leapfrog=random.random() < 0.4,
        misty_veil=veil,
        crystal_clear=random.random() < 0.1,
        silent_war=random.random() < 0.2,
    )


def some_order(random: Random, world: World, player: int) -> Order:
    """Mostly a move that makes sense, towards the enemy's land more often than not."""
    board = world.board
    own = np.flatnonzero((board.owners == player) & (board.units > 1)).tolist()
    if not own or random.random() < 0.05:
        return Order(random.randint(0, 14), random.randint(0, 14), random.randint(0, 6), False)
    place = max(random.sample(own, min(3, len(own))), key=lambda at: board.unit[at])
    x, y = divmod(place, board.width)
    return Order(x, y, random.randrange(4), random.random() < 0.3)


def agree(world: World, plain: PlainWorld) -> None:
    board = world.board
    assert board.owners.tolist() == plain.owner
    assert board.kinds.tolist() == plain.kind
    assert board.units.tolist() == plain.units
    assert world.alive == sorted(plain.alive)
    assert world.winner == plain.winner
    sums = {row.player: (row.land, row.units) for team in world.ranking() for row in team.players}
    assert sums == plain.sums()
    for team in plain.known:
        owners, kinds, units = (array.tolist() for array in world.seen(team))
        assert list(zip(owners, kinds, units, strict=True)) == plain.look(team)


def play_both(seed: int, halfturns: int) -> int:
    """One game in both; how many players were beaten in it."""
    random = Random(seed)
    players = random.randint(2, 8)
    teams = [random.randint(1, 4) for _ in range(players)]
    rules = some_rules(random)
    board, capitals = a_board(random, players)
    plain = PlainWorld(board.copy(), capitals, teams, rules)
    world = World(board, capitals, teams, rules)
    for _ in range(halfturns):
        for player in world.alive:
            for _ in range(random.choice([0, 1, 1, 2])):
                order = some_order(random, world, player)
                world.append(player, order)
                plain.queue[player].append(order)
            if random.random() < 0.01:
                world.leave(player)
                plain.leaving.append(player)
        if random.random() < 0.1:
            world = copy.deepcopy(world)
        now, diffs = world.play(), plain.play()
        assert now.diffs == diffs
        assert now.beaten == plain.beaten
        assert [one.player for one in now.dropped] == plain.dropped
        agree(world, plain)
    return players - len(world.alive)


@examples(40)
@given(st.integers(0, 2**32))
def test_a_game_goes_as_in_the_model(seed):
    play_both(seed, 60)


def test_these_games_have_conquests():
    """The test above compares more than idle growth."""
    assert sum(play_both(seed, 120) for seed in range(12)) > 12
