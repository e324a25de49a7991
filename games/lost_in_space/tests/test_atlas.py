"""The station is the one that the source draws: counted, and spelled out once more."""

from __future__ import annotations

import pytest

from games.lost_in_space.state import (
    CAPSULE,
    MACHINES,
    MATERIALS,
    NEIGHBOURS,
    PLAN,
    SPAWNS,
    STOPS,
    ZONES,
)
from games.lost_in_space.tests.model import MAP, neighbours, nodes
from games.lost_in_space.tests.worlds import LAYERS


def test_places_and_passages_are_as_many_as_the_source_has():
    assert [len(layer) for layer in LAYERS] == [21, 42, 47]
    count = [sum(len(NEIGHBOURS[node]) for node in layer) // 2 for layer in LAYERS]
    assert count == [26, 58, 64]
    assert len(PLAN["edges"]) == 148


def test_passages_are_those_of_the_map_written_out():
    assert set(NEIGHBOURS) == nodes()
    for node, near in NEIGHBOURS.items():
        assert set(near) == neighbours(node), node


def test_passages_lead_both_ways_and_stay_on_their_layer():
    for node, near in NEIGHBOURS.items():
        for other in near:
            assert node in NEIGHBOURS[other]
            assert node[2] == other[2]
            assert max(abs(node[0] - other[0]), abs(node[1] - other[1])) <= 2


def test_lifts_go_between_all_stops_of_their_shaft():
    for x, y in ((1, 3), (5, 3)):
        for z in range(3):
            assert set(STOPS[(x, y, z)]) == {(x, y, other) for other in range(3)} - {(x, y, z)}
    for y in (0, 6):
        assert STOPS[(3, y, 0)] == ((3, y, 2),)
        assert STOPS[(3, y, 2)] == ((3, y, 0),)
    assert len(STOPS) == 10


def test_machines_spawns_points_and_capsule_are_at_their_places():
    assert SPAWNS == ((0, 0, 1), (6, 0, 1), (6, 6, 1), (0, 6, 1))
    for key, (x, y, _) in enumerate(SPAWNS):
        assert MACHINES[(x, y, 1)] == MACHINES[(x, y, 2)] == key
    assert len(MACHINES) == 8
    assert CAPSULE == (3, 3, 0)
    assert sorted(pos[:2] for pos in MATERIALS if pos[2] == 1) == [(0, 3), (3, 2), (3, 4), (6, 3)]
    below = [(0, 3), (2, 2), (2, 4), (3, 2), (3, 4), (4, 2), (4, 4), (6, 3)]
    assert sorted(pos[:2] for pos in MATERIALS if pos[2] == 2) == below
    assert len(MATERIALS) == 12


@pytest.mark.parametrize("number", range(5))
def test_zones_close_in_their_order_and_the_rest_stays_connected(number):
    zone = ZONES[number]
    assert (zone.closes, set(zone.nodes)) == MAP.zones[number][1:]
    closed = {node for each in ZONES[: number + 1] for node in each.nodes}
    left = set(NEIGHBOURS) - closed
    reached, border = {CAPSULE}, [CAPSULE]
    while border:
        node = border.pop()
        near = {*NEIGHBOURS[node], *STOPS.get(node, ())} & left - reached
        reached |= near
        border += near
    assert reached == left


def test_nothing_that_a_game_needs_to_its_end_lies_in_a_zone():
    closed = {node for zone in ZONES for node in zone.nodes}
    assert not closed & {CAPSULE, *SPAWNS, *MACHINES, *STOPS}
