"""Pairings of a round against networkx, which looks at all pairs."""

import random
from itertools import combinations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.core.stages.matching import Player, paired
from tests.examples import examples

REST = -1


def hall(seed, count):
    """Players of some rounds, and those who have met."""
    rng = random.Random(seed)
    most = rng.choice([1, 3, 8])
    players = [
        Player(number, rng.randint(0, most), byes=rng.choice([0, 0, 1])) for number in range(count)
    ]
    met = {}
    for _ in range(rng.randint(0, 4) * count):
        met[tuple(sorted(rng.sample(range(count), 2)))] = rng.randint(1, 2)
    return players, met


def spared(players):
    """Numbers of those who may have the bye, the last place first."""
    fewest = min(player.byes for player in players)
    last_first = sorted(players, key=lambda each: (each.points, -each.number))
    return [each.number for each in last_first if each.byes == fewest]


def costs(pairs, players, met):
    """Repeats, the height of the bye, and squares of differences in points."""
    points = {player.number: player.points for player in players}
    games = [pair for pair in pairs if REST not in pair]
    return (
        sum(met.get((min(pair), max(pair)), 0) for pair in games),
        sum(spared(players).index(max(pair)) for pair in pairs if REST in pair),
        sum((points[a] - points[b]) ** 2 for a, b in games),
    )


def best(players, met):
    """The costs of the best matching of all pairs."""
    options = [*combinations((player.number for player in players), 2)]
    if len(players) % 2:
        options += [(REST, number) for number in spared(players)]
    graph = nx.Graph()
    for pair in options:
        again, height, points = costs([pair], players, met)
        graph.add_edge(*pair, weight=-((again * 10**4 + height) * 10**6 + points))
    return costs(nx.max_weight_matching(graph, maxcardinality=True), players, met)


@examples(60)
@given(st.integers(0, 10**6), st.integers(2, 32))
def test_pairs_are_as_good_as_those_of_another_matching(seed, count):
    players, met = hall(seed, count)
    found = paired(players, met)
    resting = set(range(count)) - {one for pair in found for one in pair}
    assert len(resting) == count % 2
    all_pairs = [*found, *((REST, one) for one in resting)]
    assert costs(all_pairs, players, met) == best(players, met)


@pytest.mark.parametrize("count", [31, 100])
def test_pairs_do_not_depend_on_the_order_of_the_players(count):
    players, met = hall(count, count)
    found = paired(players, met)
    assert all(paired(random.Random(n).sample(players, count), met) == found for n in range(4))
