"""Effects at the beginnings and ends of turns and rounds, without any action."""

from __future__ import annotations

import pytest

from games.engine import EndState, Fault, Wants
from games.lost_in_space import rounds
from games.lost_in_space.news import News
from games.lost_in_space.rules import After
from games.lost_in_space.state import CAPSULE, SPAWNS, ZONES, Item, Status, World
from games.lost_in_space.tests.worlds import FINISH, Told, action, engine, put

POINT = (0, 3, 1)
CRASH = Fault(EndState.CRASH, "core dumped")


def begun(world):
    """The news of the beginning of the turn in play, and the answers that it waits for."""
    news = News(world)
    rounds.enter_turn(world, news)
    wants = rounds.begin_turn(world, news)
    return Told(news.events, After.ON), wants


def ended(world):
    news = News(world)
    rounds.end_round(world, news)
    return Told(news.events, After.ON)


@pytest.mark.parametrize(
    ("status", "wants"),
    [
        (Status.ALIVE, Wants.ANSWER),
        (Status.SKIPPING, Wants.NOTHING),
        (Status.DEAD, Wants.NOTHING),
        (Status.ESCAPED, None),
        (Status.ERROR, None),
    ],
)
def test_what_a_turn_waits_for_by_status(status, wants):
    world = World(round=3)
    put(world, 0, POINT, status=status, died=1)
    told, waits = begun(world)
    assert waits is wants
    begins = [{"begin": 3, "playerid": 0}] if wants else []
    assert told.to(1) == begins
    assert told.to(0) == []


@pytest.mark.parametrize("died", [1, 40, 76, 80])
def test_the_dead_return_five_rounds_later(died):
    for later in range(1, 6):
        world = World(round=died + later)
        player = put(world, 0, CAPSULE, status=Status.DEAD, died=died, hp=0, keys=set())
        _, wants = begun(world)
        back = later == 5
        assert (player.status is Status.ALIVE) is back
        assert wants is (Wants.ANSWER if back else Wants.NOTHING)
        if back:
            assert (player.pos, player.hp, player.keys) == (SPAWNS[0], 200, {0})


def test_who_dies_in_overtime_does_not_return():
    world = World(round=86)
    player = put(world, 0, POINT, status=Status.DEAD, died=81, hp=0)
    assert begun(world)[1] is Wants.NOTHING
    assert player.status is Status.DEAD


def test_the_return_is_told_to_the_middle_layer_and_the_state_of_it_to_who_returns():
    world = World(round=9)
    put(world, 0, CAPSULE, status=Status.DEAD, died=4)
    put(world, 1, (3, 1, 1))
    put(world, 2, (3, 3, 2))
    put(world, 3, (3, 1, 1), status=Status.DEAD, died=8)
    world.boxes[POINT] = {2}
    world.boxed |= {POINT, (3, 1, 1), CAPSULE}
    told, _ = begun(world)
    assert told.off(1) == [["see", "regenerate", [0, 0, 1], 0], ["see", "pos_update", [0, 0, 1], 0]]
    assert told.off(3) == told.off(1)
    assert told.off(2) == []
    gone = [-1, -1, -1]
    assert told.off(0) == [
        ["see", "pos_update", [3, 1, 1], 1],
        ["see", "pos_update", gone, 2],
        ["see", "pos_update", gone, 3],
        ["see", "interprops_status_update", [0, 3, 1], "Box", "appear"],
        ["see", "interprops_status_update", [3, 1, 1], "Box", "disappear"],
    ]


def test_the_countdown_takes_two_own_turns():
    world = World(round=9)
    player = put(world, 0, CAPSULE, status=Status.COUNTDOWN, countdown=2)
    assert begun(world)[1] is Wants.WORD
    assert player.countdown == 1
    told, wants = begun(world)
    assert wants is None
    assert (player.status, player.left) == (Status.ESCAPED, 9)
    assert told.to(0) == [{"say": {"type": "escaped"}}]
    assert told.off(3) == [["escaped"]]
    assert told.to(3)[-1] == {"begin": 9, "playerid": 0}, "the small turn begins for the others"


def test_the_key_of_a_machine_arrives_with_a_point():
    world = World()
    player = put(world, 0, POINT, coming=2)
    told, wants = begun(world)
    assert wants is Wants.ANSWER
    assert (player.keys, player.score, player.coming) == ({0, 2}, 1, None)
    assert told.off(1) == [["getkey", [2]]]
    assert told.off(0) == []


def test_a_key_that_a_box_has_brought_meanwhile_is_no_news():
    """It cannot happen in play, as a machine ends the turn; the rule stands all the same."""
    world = World()
    player = put(world, 0, POINT, coming=0)
    told, _ = begun(world)
    assert told.off(1) == []
    assert player.score == 1


@pytest.mark.parametrize("zone", ZONES, ids=lambda zone: zone.title)
def test_a_zone_closes_at_the_end_of_its_round_with_all_who_are_in_it(zone):
    inside = sorted(zone.nodes)[0]
    world = World(round=zone.closes)
    put(world, 0, inside)
    put(world, 1, inside, status=Status.SKIPPING)
    put(world, 2, inside, status=Status.DEAD, died=zone.closes - 1)
    told = ended(world)
    assert world.closed == zone.nodes
    assert [p.status for p in world.players] == [Status.DEAD] * 3 + [Status.ALIVE]
    assert [p.score for p in world.players] == [-3, -3, 0, 0]
    assert told.off(3)[0] == ["died", 0]
    assert {data["playerid"] for data in told.to(3)} == {3}
    assert not any(player.finally_dead for player in world.players)


def test_no_zone_closes_in_another_round():
    for number in set(range(1, 101)) - {40, 50, 60, 70, 80}:
        world = World(round=number)
        assert ended(world).events == []
        assert world.closed == set()


def test_material_points_refill_each_by_its_own_clock():
    one, other = sorted(World().stock)[:2]
    world = World(round=10)
    world.stock.update({one: 0, other: 1})
    world.refill.update({one: 10, other: 12})
    rounds.begin_round(world)
    assert (world.stock[one], world.stock[other]) == (1, 1)
    assert world.refill == {one: 18, other: 12}
    world.round = 12
    rounds.begin_round(world)
    assert (world.stock[other], world.refill) == (2, {one: 18})
    world.round = 18
    rounds.begin_round(world)
    assert (world.stock[one], world.refill) == (2, {})


@pytest.mark.parametrize(
    "status", [Status.ALIVE, Status.SKIPPING, Status.COUNTDOWN, Status.DEAD], ids=lambda s: s.name
)
def test_a_failed_program_is_out_without_a_box(status):
    world = World(round=9)
    bag = {Item.MINE: 1}
    player = put(world, 0, POINT, status=status, died=8, countdown=1, coming=2, bag=bag)
    news = News(world)
    rounds.fail(world, news, CRASH)
    told = Told(news.events, After.ON)
    assert (player.status, player.left, player.score) == (Status.ERROR, 9, 0)
    assert (player.countdown, player.coming, world.boxes) == (0, None, {})
    assert told.record == [{"type": "ai_error", "playerid": 0, "error_log": "core dumped"}]
    assert told.off(1) == [["ai_error"]]
    assert told.to(0) == []


def test_who_has_died_for_good_does_not_fail():
    world = World(round=90)
    player = put(world, 0, POINT, status=Status.DEAD, died=85, left=85)
    news = News(world)
    rounds.fail(world, news, CRASH)
    assert (player.status, player.left, news.events) == (Status.DEAD, 85, [])


def turns(play, until):
    """Finish turns until it is the turn of ``until``, a seat and a round."""
    while (play.world.turn, play.world.round) != until:
        (seat,) = play.pending()
        nothing = play.pending()[seat].wants is Wants.NOTHING
        play.submit({seat: None if nothing else FINISH})


def test_a_program_that_fails_after_its_turn_is_over_is_out_in_that_turn():
    play = engine()
    put(play.world, 0, (6, 0, 1))
    play.submit({0: action("interact", "KeyMachine")})
    assert play.afterwards
    events = play.submit({0: CRASH})
    assert {"type": "ai_error", "playerid": 0, "error_log": "core dumped"} in [
        e.data for e in events
    ]
    assert play.world.turn == 1
    turns(play, (1, 3))
    assert play.world.players[0].keys == {0}


@pytest.mark.parametrize("kind", [EndState.TIMEOUT, EndState.SILENT])
def test_silence_is_no_failure_once_a_turn_is_over_or_the_capsule_counts_down(kind):
    play = engine()
    put(play.world, 0, (6, 0, 1))
    play.submit({0: action("interact", "KeyMachine")})
    play.submit({0: Fault(kind, "silent")})
    player = put(play.world, 0, CAPSULE, status=Status.COUNTDOWN, countdown=2, coming=None)
    turns(play, (0, 2))
    play.submit({0: Fault(kind, "silent")})
    assert player.status is Status.COUNTDOWN
    assert play.world.turn == 1


@pytest.mark.parametrize("kind", [EndState.CRASH, EndState.OUTPUT, EndState.MEMORY])
def test_any_other_failure_is_one_at_any_time(kind):
    play = engine()
    put(play.world, 0, CAPSULE, status=Status.COUNTDOWN, countdown=3)
    turns(play, (0, 2))
    play.submit({0: Fault(kind, "gone")})
    assert play.world.players[0].status is Status.ERROR


@pytest.mark.parametrize("status", [Status.SKIPPING, Status.DEAD])
def test_a_program_that_has_failed_meanwhile_is_out_in_a_turn_without_an_answer(status):
    play = engine()
    turns(play, (3, 1))
    put(play.world, 0, POINT, status=status, died=1)
    play.submit({3: FINISH})
    assert play.pending()[0].wants is Wants.NOTHING
    play.submit({0: CRASH})
    assert play.world.players[0].status is Status.ERROR
