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


def differences(pairs, players):
    points = {player.number: player.points for player in players}
    return sum((points[a] - points[b]) ** 2 for a, b in pairs)


@examples(40)
@given(
    st.lists(st.integers(0, 4), min_size=6, max_size=6),
    st.sets(st.sampled_from(list(combinations(range(6), 2))), max_size=6),
)
def test_pairs_are_those_of_least_difference_that_there_are(points, met):
    players = [Player(number, score) for number, score in enumerate(points)]
    found = paired(players, dict.fromkeys(met, 1))
    every = [
        pairs
        for pairs in combinations(combinations(range(6), 2), 3)
        if len({one for pair in pairs for one in pair}) == 6
    ]
    repeats = min(len(met & set(pairs)) for pairs in every)
    allowed = [pairs for pairs in every if len(met & set(pairs)) == repeats]
    assert differences(found, players) == min(differences(pairs, players) for pairs in allowed)
    assert len({tuple(sorted(pair)) for pair in found} & met) == repeats


def test_two_who_were_often_on_one_side_do_not_meet_if_they_need_not():
    players = [Player(0, 3, balance=2), Player(1, 3, balance=-2), Player(2, 3, balance=2),
               Player(3, 3, balance=-2)]  # fmt: skip
    assert {tuple(sorted(pair)) for pair in paired(players, {})} in (
        {(0, 1), (2, 3)},
        {(0, 3), (1, 2)},
    )


def test_where_neighbours_are_not_enough_everybody_is_looked_at():
    # The upper forty have all met each other, and so have the lower forty.
    players = [Player(number, 80 - number) for number in range(80)]
    met = {pair: 1 for half in (range(40), range(40, 80)) for pair in combinations(half, 2)}
    found = paired(players, met)
    assert len(found) == 40
    assert all(min(pair) < 40 <= max(pair) for pair in found)


def test_of_those_who_all_have_met_the_ones_meet_again_who_met_least():
    met = {(0, 1): 2, (2, 3): 2, (0, 2): 1, (1, 3): 1, (0, 3): 2, (1, 2): 2}
    found = paired([Player(number, 9 - number) for number in range(4)], met)
    assert sorted(map(tuple, map(sorted, found))) == [(0, 2), (1, 3)]
