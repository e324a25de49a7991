"""The rules one by one, on boards small enough to see what they say."""

from __future__ import annotations

import pytest

from games.generals.orders import Capture, Left, Order
from games.generals.rules import Refusal, World
from games.generals.terrain import Kind
from games.generals.tests.boards import at, idle, order, play, world_of

FIELD = """
K1:9 .    .    .    K2:9
.    .    .    .    .
.    #    C:40 S    .
.    .    .    .    .
.    .    .    .    .
"""


@pytest.fixture
def world() -> World:
    return world_of(FIELD)


def test_a_move_leaves_one_unit_behind(world):
    play(world, (1, 0, 0, "R"))
    assert at(world, 0, 0) == (1, Kind.CAPITAL, 1)
    assert at(world, 0, 1) == (1, Kind.BLANK, 8)


@pytest.mark.parametrize(
    ("standing", "stays", "goes"), [(2, 1, 1), (3, 1, 2), (4, 2, 2), (5, 2, 3), (9, 4, 5)]
)
def test_a_half_move_leaves_the_smaller_half_behind(world, standing, stays, goes):
    world.board.unit[0] = standing
    play(world, (1, 0, 0, "R", True))
    assert (at(world, 0, 0)[2], at(world, 0, 1)[2]) == (stays, goes)


def test_an_empty_tile_costs_one_unit(world):
    world.board.unit[0] = 2
    play(world, (1, 0, 0, "D"))
    assert at(world, 1, 0) == (1, Kind.BLANK, 1)


def test_equal_forces_leave_the_defender_an_empty_tile():
    world = world_of(
        """
        K1:5 .2:4 . . K2:9
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        """
    )
    play(world, (1, 0, 0, "R"))
    assert at(world, 0, 1) == (2, Kind.BLANK, 0)


def test_neutral_units_below_zero_join_the_taker():
    world = world_of(
        """
        K1:2 .:-10 . . K2:9
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        """
    )
    play(world, (1, 0, 0, "R"))
    assert at(world, 0, 1) == (1, Kind.BLANK, 11)


def test_a_neutral_city_holds_until_its_units_are_gone(world):
    world.board.unit[world.board.place(1, 2)] = 31
    world.board.owner[world.board.place(1, 2)] = 1
    play(world, (1, 1, 2, "D"))
    assert at(world, 2, 2) == (0, Kind.CITY, 10)


MATES = """
K1:5 K2:5 .2:4 . K3:9
.1:3 .    .    . .
.    .    .    . .
.    .    .    . .
.    .    .    . .
"""


def test_a_team_mates_tile_becomes_the_movers():
    world = world_of(MATES, teams=(1, 1, 2))
    play(world, (2, 0, 1, "R"))
    assert at(world, 0, 2) == (2, Kind.BLANK, 8)
    play(world, (2, 0, 2, "D"), (2, 1, 2, "L"), (2, 1, 1, "L"))
    idle(world, 2)
    assert at(world, 1, 0)[0] == 2


def test_a_team_mates_capital_takes_the_units_and_stays_his():
    world = world_of(MATES, teams=(1, 1, 2))
    play(world, (1, 0, 0, "R"))
    assert at(world, 0, 1) == (2, Kind.CAPITAL, 9)
    assert world.alive == [1, 2, 3]


@pytest.mark.parametrize(
    ("x", "y", "direction", "reason"),
    [
        (5, 0, 0, Refusal.SOURCE_OUTSIDE),
        (0, 9, 7, Refusal.SOURCE_OUTSIDE),
        (0, 0, 4, Refusal.DIRECTION),
        (4, 4, 9, Refusal.DIRECTION),
        (0, 4, 2, Refusal.NOT_YOURS),
        (3, 3, 1, Refusal.NOT_YOURS),
        (0, 0, 0, Refusal.TARGET_OUTSIDE),
        (0, 0, 2, Refusal.TARGET_OUTSIDE),
    ],
)
def test_an_illegal_order_is_discarded_with_its_reason(world, x, y, direction, reason):
    world.append(1, Order(x, y, direction))
    now = world.play()
    assert [(one.player, one.reason) for one in now.dropped] == [(1, reason)]
    assert now.moves == []


def test_a_mountain_cannot_be_entered(world):
    world.board.owner[world.board.place(2, 0)] = 1
    world.board.unit[world.board.place(2, 0)] = 5
    now = play(world, (1, 2, 0, "R"))
    assert [one.reason for one in now.dropped] == [Refusal.MOUNTAIN]


@pytest.mark.parametrize("half", [False, True])
@pytest.mark.parametrize("units", [1, 0, -4])
def test_somebody_has_to_go(world, units, half):
    world.board.unit[0] = units
    now = play(world, (1, 0, 0, "R", half))
    assert [one.reason for one in now.dropped] == [Refusal.NO_UNITS]


def test_an_illegal_order_clears_its_players_queue_and_no_other(world):
    order(world, 1, 0, 0, "U")
    order(world, 1, 0, 0, "R")
    order(world, 2, 0, 4, "L")
    order(world, 2, 0, 3, "L")
    world.play()
    assert [len(queue) for queue in world.queues] == [0, 0, 1]


def test_orders_are_judged_when_their_time_comes(world):
    order(world, 1, 0, 0, "R")
    order(world, 1, 0, 1, "R")  # not his tile yet
    idle(world, 2)
    assert at(world, 0, 2)[0] == 1


def test_undo_takes_back_the_newest_order(world):
    order(world, 1, 0, 0, "R")
    order(world, 1, 0, 0, "D")
    world.pop(1)
    world.play()
    assert (at(world, 0, 1)[0], at(world, 1, 0)[0]) == (1, 0)
    world.pop(1)  # nothing is left: nothing happens
    assert not world.queues[1]


def test_the_privilege_of_moving_first_goes_round(world):
    firsts = []
    for _ in range(4):
        # The second player to reach the middle meets the other's unit there.
        for player in (1, 2):
            world.append(player, Order(9, 9, 0))
        firsts.append(world.play().collected[0][0])
    assert firsts == [1, 2, 1, 2]


def test_the_last_two_always_alternate():
    world = world_of(
        """
        K1:9 K2:2 . . K3:9
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        """
    )
    play(world, (1, 0, 0, "R"))
    firsts = []
    for _ in range(4):
        for player in (1, 3):
            world.append(player, Order(9, 9, 0))
        firsts.append(world.play().collected[0][0])
    assert firsts == [3, 1, 3, 1]


def test_cities_and_capitals_grow_at_the_end_of_a_turn_and_swamps_shrink():
    world = world_of(
        """
        K1:1 C1:1 S1:1 .1:1 K2:1
        C:5 S .:3 . .
        . . . . .
        . . . . .
        . . . . .
        """
    )
    world.play()
    assert [at(world, 0, y)[2] for y in range(4)] == [1, 1, 1, 1]
    world.play()
    assert [at(world, 0, y)[2] for y in range(4)] == [2, 2, 0, 1]
    assert [at(world, 1, y)[2] for y in range(3)] == [5, 0, 3]
    idle(world, 2)
    assert at(world, 0, 2) == (1, Kind.SWAMP, -1)


def test_every_owned_tile_grows_at_the_end_of_a_round():
    world = world_of(
        """
        K1:1 C1:1 S1:1 .1:1 K2:1
        C:5 S .:3 . .
        . . . . .
        . . . . .
        . . . . .
        """
    )
    idle(world, 49)
    assert [at(world, 0, y)[2] for y in range(4)] == [25, 25, -23, 1]
    world.play()
    assert [at(world, 0, y)[2] for y in range(4)] == [27, 27, -23, 2]
    assert [at(world, 1, y)[2] for y in range(3)] == [5, 0, 3]


CONQUEST = """
K1:9 K2:2 .2:5 S2:-5 C2:1
.    .    .2:0 .     .
.    .    .    .     .
.    .    .    .     .
.    .    .    .     K3:1
"""


def test_who_takes_a_capital_takes_the_land():
    world = world_of(CONQUEST)
    now = play(world, (1, 0, 0, "R"))
    assert now.happened == [Capture(2, 1, 1)]
    assert now.beaten == [2]
    assert world.alive == [1, 3]
    assert at(world, 0, 1) == (1, Kind.CITY, 6)
    taken = [at(world, 0, 2), at(world, 0, 3), at(world, 0, 4), at(world, 1, 2)]
    assert taken == [
        (1, Kind.BLANK, 3),
        (1, Kind.SWAMP, -2),
        (1, Kind.CITY, 1),
        (1, Kind.BLANK, 1),
    ]
    assert not world.winner


def test_leapfrog_moves_the_takers_capital():
    world = world_of(CONQUEST, leapfrog=True)
    play(world, (1, 0, 0, "R"))
    assert at(world, 0, 1) == (1, Kind.CAPITAL, 6)
    assert at(world, 0, 0) == (1, Kind.CITY, 1)
    assert world.capitals[1] == 1
    assert world.echo[0] == world.echo[1] == 2


def test_who_is_beaten_in_a_half_turn_does_not_move_in_it():
    world = world_of(CONQUEST)
    now = play(world, (1, 0, 0, "R"), (2, 0, 2, "D"))
    assert [player for player, _ in now.collected] == [1, 2]
    assert [move.player for move in now.moves] == [1]
    assert now.dropped == []


def test_a_conquest_is_told_to_everybody_but_in_a_silent_war():
    assert len(play(world_of(CONQUEST), (1, 0, 0, "R")).messages) == 1
    assert play(world_of(CONQUEST, silent_war=True), (1, 0, 0, "R")).messages == []


def test_the_last_team_wins_and_the_game_can_go_on():
    world = world_of(CONQUEST, teams=(7, 3, 7))
    play(world, (1, 0, 0, "R"))
    assert world.winner == 7
    world.leave(1)
    world.leave(3)
    world.play()
    assert world.winner == 7
    assert world.alive == []


def test_one_team_alone_has_won_at_once():
    assert world_of(CONQUEST, teams=(4, 4, 4)).winner == 4


def test_a_lonely_player_who_leaves_leaves_nobodys_land():
    world = world_of(CONQUEST)
    world.leave(2)
    now = play(world, (2, 0, 2, "D"))
    assert now.happened == [Left(2, 0)]
    # The last order is still played, and the tiles still grow.
    assert at(world, 1, 2) == (0, Kind.BLANK, 4)
    assert at(world, 0, 1) == (0, Kind.CITY, 2)
    assert world.board.owners.tolist().count(2) == 0


HEIRS = """
K1:3 #    K2:4 .   K3:5
.1:2 #    .    .   .
.    C    .    .   .
.    #    .    .   .
.    .    .    .   K4:1
"""


def test_the_nearest_team_mate_is_the_heir():
    # Round the wall it is 8 steps to player 4 and 12 to player 3, who looks nearer.
    world = world_of(HEIRS, teams=(1, 2, 1, 1))
    world.leave(1)
    now = world.play()
    assert now.happened == [Left(1, 4)]
    assert at(world, 0, 0) == (4, Kind.CITY, 3)
    assert at(world, 1, 0) == (4, Kind.BLANK, 2)


def test_equally_near_heirs_and_those_out_of_reach_go_by_number():
    walled = HEIRS.replace(".    .    .    .   K4:1", ".    #    .    .   K4:1")
    world = world_of(walled, teams=(1, 1, 1, 2))
    world.leave(1)
    assert world.play().happened == [Left(1, 2)]


def test_who_was_beaten_before_cannot_leave_any_more():
    world = world_of(CONQUEST)
    world.leave(2)
    now = play(world, (1, 0, 0, "R"))
    assert now.happened == [Capture(2, 1, 1)]
    assert now.beaten == [2]


def test_the_leaderboard_ranks_teams_by_units_and_players_in_them():
    world = world_of(CONQUEST, teams=(2, 9, 2))
    rows = world.ranking()
    assert [(row.team, row.land, row.units) for row in rows] == [(2, 2, 10), (9, 5, 3)]
    assert [(p.player, p.defeated, p.land, p.units) for p in rows[0].players] == [
        (1, False, 1, 9),
        (3, False, 1, 1),
    ]
    play(world, (1, 0, 0, "R"))
    rows = world.ranking()
    assert [(p.player, p.defeated, p.land, p.units) for p in rows[1].players] == [(2, True, 0, 0)]
