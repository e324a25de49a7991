"""The ranks of players."""

from __future__ import annotations

from games.generals.engine import ranks
from games.generals.tests.boards import idle, play, world_of

FOUR = """
K1:9 K2:1 . . K3:7
.    .    . . .3:1
.    .    . . .
.    .    . . .
.4:9 .    . . K4:8
"""


def test_at_the_cap_land_decides_and_then_units():
    assert ranks(world_of(FOUR), {}) == [3, 4, 2, 1]


def test_equals_share_a_rank():
    world = world_of(FOUR.replace(".3:1", ".").replace(".4:9", ".").replace("K4:8", "K4:9"))
    assert ranks(world, {}) == [1, 4, 3, 1]


def test_who_fell_later_is_better():
    world = world_of(FOUR)
    fell = {}
    for move in ((1, 0, 0, "R"), None):
        now = play(world, *[move] if move else ())
        fell.update(dict.fromkeys(now.beaten, now.number))
    world.leave(3)
    now = world.play()
    fell.update(dict.fromkeys(now.beaten, now.number))
    assert fell == {2: 0, 3: 2}
    assert ranks(world, fell) == [2, 4, 3, 1]


def test_those_who_fall_in_one_half_turn_are_equal():
    world = world_of(FOUR)
    for player in (1, 2, 3, 4):
        world.leave(player)
    now = world.play()
    assert ranks(world, dict.fromkeys(now.beaten, now.number)) == [1, 1, 1, 1]


def test_a_team_has_one_rank_and_counts_until_its_last_player_falls():
    world = world_of(FOUR, teams=(5, 5, 6, 6))
    world.leave(1)
    fell = dict.fromkeys(world.play().beaten, 0)
    assert fell == {1: 0}
    # Two tiles and 10 units against four tiles.
    assert ranks(world, fell) == [3, 3, 1, 1]
    world.leave(2)
    now = world.play()
    fell[2] = now.number
    assert world.winner == 6
    assert ranks(world, fell) == [3, 3, 1, 1]
    idle(world, 1)
