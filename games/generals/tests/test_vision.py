"""Fog: the tiles that each team sees, and the messages that it needs."""

from __future__ import annotations

import numpy as np
import pytest

from games.generals.terrain import Kind
from games.generals.tests.boards import play, world_of

FIELD = """
K1:9 .    .    .    .    .
.    .    .    .    .    .
.    .    .    .    .    .
.    .    .    S    .    .
.    .    .    .    .    L:3
K2:9 .    .    C:7  .    .
"""


def visible(world, team: int) -> list[str]:
    _, kinds, _ = world.seen(team)
    rows = (kinds != 0).reshape(world.board.height, world.board.width)
    return ["".join("x" if seen else "." for seen in row) for row in rows.tolist()]


def test_a_team_sees_its_tiles_and_what_touches_them_and_lit_tiles():
    world = world_of(FIELD)
    assert visible(world, 1) == ["xx....", "xx....", "......", "......", ".....x", "......"]
    assert visible(world, 2) == ["......", "......", "......", "......", "xx...x", "xx...."]


def test_a_hidden_tile_shows_nothing():
    world = world_of(FIELD)
    owners, kinds, units = world.seen(1)
    hidden = world.board.place(5, 3)
    assert (owners[hidden], kinds[hidden], units[hidden]) == (0, 0, 0)


def test_team_mates_share_their_view():
    world = world_of(FIELD, teams=(3, 3))
    assert visible(world, 3) == ["xx....", "xx....", "......", "......", "xx...x", "xx...."]


def test_the_spectator_sees_everything():
    assert all(row == "xxxxxx" for row in visible(world_of(FIELD), 0))


def test_a_team_that_does_not_play_has_no_view():
    with pytest.raises(KeyError):
        world_of(FIELD).seen(9)


@pytest.mark.parametrize(
    ("veil", "rows"),
    [
        (-1, ["......"] * 6),
        (0, ["x....."] + ["......"] * 5),
        (2, ["xxx..."] * 3 + ["......"] * 3),
        (300, ["xxxxxx"] * 6),
    ],
)
def test_misty_veil_sets_the_distance_and_darkens_lit_tiles(veil, rows):
    assert visible(world_of(FIELD, misty_veil=veil), 1) == rows


def test_crystal_clear_outdoes_misty_veil():
    assert visible(world_of(FIELD, misty_veil=0, crystal_clear=True), 1) == ["xxxxxx"] * 6


def test_an_idle_half_turn_tells_nothing():
    world = world_of(FIELD)
    for _ in range(50):
        assert all(diff == [] for diff in world.play().diffs.values())


def test_a_move_tells_what_it_changed_and_what_came_into_view():
    world = world_of(FIELD)
    now = play(world, (1, 0, 0, "R"))
    assert now.diffs[1] == [
        (0, 1, Kind.CAPITAL, 1),
        (1, 1, Kind.BLANK, 8),
        (2, 0, Kind.BLANK, 0),
        (8, 0, Kind.BLANK, 0),
    ]
    assert now.diffs[0] == now.diffs[1][:2]
    assert now.diffs[2] == []


def test_what_leaves_the_view_is_told_as_nothing():
    world = world_of(FIELD)
    before = visible(world, 1)
    world.leave(1)
    now = world.play()
    assert before == ["xx....", "xx....", "......", "......", ".....x", "......"]
    assert visible(world, 1) == ["......"] * 4 + [".....x", "......"]
    # Tiles 0, 1, 6 and 7: the corner that player 1 saw.
    assert now.diffs[1] == [(place, 0, 0, 0) for place in (0, 1, 6, 7)]
    assert now.diffs[0] == [(0, 0, Kind.CITY, 9)]


def test_views_are_told_completely_after_a_great_conquest():
    """A team's known board plus growth plus differences is its new board. Here
    enough tiles change owners to be counted together."""
    rows = [["."] * 12 for _ in range(12)]
    for x in range(12):
        for y in range(4, 12):
            rows[x][y] = ".2:3"
    rows[0][0], rows[0][1], rows[11][11] = "K1:9", "K2:2", "K3:1"
    world = world_of("\n".join(" ".join(row) for row in rows))
    known = {team: [list(array) for array in world.seen(team)] for team in (0, 1, 2, 3)}
    now = play(world, (1, 0, 0, "R"))
    for team, (owners, kinds, units) in known.items():
        for place, owner, kind, count in now.diffs[team]:
            owners[place], kinds[place], units[place] = owner, kind, count
        for told, seen in zip((owners, kinds, units), world.seen(team), strict=True):
            np.testing.assert_array_equal(told, seen)
    assert len(now.diffs[1]) > 90
    assert len(now.diffs[2]) > 90
