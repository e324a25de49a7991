"""Effects of actions, and the receivers of their news, in worlds made by hand."""

from __future__ import annotations

from typing import Any

import pytest

from games.lost_in_space.orders import Refused
from games.lost_in_space.rules import MAJOR, After
from games.lost_in_space.state import CAPSULE, Item, Status, Trap, World
from games.lost_in_space.tests.worlds import act, put

POINT = (0, 3, 1)
LIFT = (1, 3, 1)
ALL = {0, 1, 2, 3}


def refused(world, *words):
    """The reason, and that nothing has changed."""
    before = repr(world)
    with pytest.raises(Refused) as refusal:
        act(world, *words)
    assert repr(world) == before
    return str(refusal.value)


MAJORS: list[tuple[list[Any], dict[str, Any]]] = [
    (["move", [0, 2, 1]], {}),
    (["attack", [0, 2, 1], 3], {}),
    (["tool", "Kit"], {"bag": {Item.KIT: 1}}),
    (["interact", "Materials", "Kit"], {}),
    (["interact", "Box"], {}),
    (["interact", "KeyMachine"], {"pos": (6, 0, 1)}),
    (["interact", "EscapeCapsule", True], {"pos": CAPSULE, "keys": ALL}),
    (["interact", "EscapeCapsule", False], {"pos": CAPSULE, "status": Status.COUNTDOWN}),
]


@pytest.mark.parametrize(("words", "fields"), MAJORS, ids=lambda each: str(each)[:40])
def test_one_major_action_uses_up_the_turn_for_all_others(words, fields):
    world = World()
    put(world, 0, **{"pos": POINT, **fields})
    put(world, 3, (0, 2, 1))
    world.boxes[POINT] = {2}
    act(world, *words)
    assert world.major
    fields.pop("status", None)
    for others, more in MAJORS:
        put(world, 0, **{"pos": POINT, "status": Status.ALIVE, **more})
        assert "used up" in refused(world, *others)


def test_there_are_eight_major_actions():
    assert len(MAJOR) == len(MAJORS)


def test_minor_actions_leave_the_major_one():
    world = World()
    put(world, 0, POINT, bag={Item.BLINK: 2, Item.MINE: 1, Item.SLIME: 1})
    act(world, "trap", "LandMine")
    act(world, "detect", [0, 2, 1])
    act(world, "tool", "Transport", [0, 4, 1])
    act(world, "trap", "Sticky")
    assert not world.major
    act(world, "move", [0, 5, 1])
    act(world, "tool", "Transport", [0, 6, 1])
    assert world.players[0].pos == (0, 6, 1)


@pytest.mark.parametrize("where", [(0, 3, 1), (0, 2, 1), (0, 4, 1), (1, 3, 1)])
def test_an_attack_reaches_the_same_place_and_the_next(where):
    world = World()
    put(world, 0, POINT)
    put(world, 2, where)
    told = act(world, "attack", list(where), 2)
    assert world.players[2].hp == 130
    assert told.off(2) == [["see", "attack", [0, 3, 1], 0], ["hp_update", 130]]
    assert told.off(1) == [["see", "attack", [0, 3, 1], 0]]
    assert told.to(0) == [{"say": {"type": "action", "success": True}}]


@pytest.mark.parametrize("where", [(0, 1, 1), (1, 2, 1), (0, 3, 2), (6, 6, 1)])
def test_an_attack_reaches_no_further(where):
    world = World()
    put(world, 0, POINT)
    put(world, 2, where)
    refused(world, "attack", list(where), 2)


@pytest.mark.parametrize("status", [Status.DEAD, Status.ESCAPED, Status.ERROR])
def test_who_stands_nowhere_cannot_be_attacked(status):
    world = World()
    put(world, 0, POINT)
    put(world, 2, POINT, status=status)
    refused(world, "attack", list(POINT), 2)


@pytest.mark.parametrize("status", [Status.SKIPPING, Status.COUNTDOWN])
def test_who_waits_can_be_attacked_and_goes_on_waiting(status):
    world = World()
    put(world, 0, CAPSULE)
    put(world, 2, CAPSULE, status=status, countdown=1)
    act(world, "attack", list(CAPSULE), 2)
    assert world.players[2].status is status
    assert world.players[2].countdown == 1


def test_an_attack_needs_the_right_place_and_another_player():
    world = World()
    put(world, 0, POINT)
    put(world, 2, POINT)
    refused(world, "attack", [0, 2, 1], 2)
    refused(world, "attack", list(POINT), 0)
    assert world.players[2].hp == 200


@pytest.mark.parametrize("status", [Status.ALIVE, Status.SKIPPING, Status.COUNTDOWN])
def test_death_takes_plans_bag_and_keys(status):
    world = World(round=33)
    put(world, 0, POINT)
    bag = {Item.MINE: 1, Item.KIT: 2}
    put(world, 2, POINT, hp=70, status=status, countdown=1, coming=1, keys={1, 2}, bag=bag)
    act(world, "attack", list(POINT), 2)
    dead, killer = world.players[2], world.players[0]
    assert (dead.hp, dead.status, dead.countdown, dead.coming) == (0, Status.DEAD, 0, None)
    assert (dead.keys, set(dead.bag.values()), dead.died) == (set(), {0}, 33)
    assert (dead.score, killer.score) == (-3, 2)
    assert world.boxes == {POINT: {1, 2}}
    assert dead.playing


@pytest.mark.parametrize(("number", "final"), [(80, False), (81, True), (100, True)])
def test_death_after_the_last_closing_is_final(number, final):
    world = World(round=number)
    put(world, 0, POINT)
    put(world, 2, POINT, hp=1)
    act(world, "attack", list(POINT), 2)
    assert world.players[2].finally_dead is final
    assert world.players[2].left == (number if final else 0)
    assert world.players[2].playing is not final
    assert world.players[2].told


def test_boxes_of_one_place_become_one_and_only_the_first_is_announced():
    world = World()
    put(world, 0, POINT)
    put(world, 1, POINT, hp=1, keys={1, 3})
    put(world, 2, POINT, hp=1, keys={1, 2})
    first = act(world, "attack", list(POINT), 1)
    world.major = False
    second = act(world, "attack", list(POINT), 2)
    assert world.boxes == {POINT: {1, 2, 3}}
    appears = ["see", "interprops_status_update", [0, 3, 1], "Box", "appear"]
    assert appears in first.off(3)
    assert appears not in second.off(3)
    assert first.record[-1] == {"type": "died", "playerid": 1, "box": [0, 3, 1]}
    assert second.record[-1] == {"type": "died", "playerid": 2}


def test_after_a_box_was_taken_the_next_death_makes_a_new_one():
    world = World()
    put(world, 0, POINT)
    put(world, 1, POINT, hp=1)
    act(world, "attack", list(POINT), 1)
    world.major = False
    act(world, "interact", "Box")
    put(world, 2, POINT, hp=1)
    world.major = False
    told = act(world, "attack", list(POINT), 2)
    assert told.record[-1]["box"] == [0, 3, 1]


@pytest.mark.parametrize("status", [Status.DEAD, Status.ESCAPED, Status.ERROR])
def test_a_trap_kills_for_an_owner_who_is_gone(status):
    world = World()
    put(world, 0, (0, 2, 1), hp=120)
    put(world, 3, (0, 6, 1), status=status)
    world.traps[POINT] = Trap(Item.MINE, 3)
    told = act(world, "move", list(POINT))
    assert told.after is After.OVER
    assert world.players[0].status is Status.DEAD
    assert world.players[3].score == 2
    triggered = ["trap_triggered", "LandMine", [0, 3, 1]]
    assert (triggered in told.off(3)) is (status is Status.DEAD)
    assert world.traps == {}


@pytest.mark.parametrize(("hp", "left"), [(200, 80), (121, 1), (120, 0), (50, 0)])
def test_a_mine_hurts_a_hundred_and_twenty(hp, left):
    world = World()
    put(world, 0, (0, 2, 1), hp=hp)
    world.traps[POINT] = Trap(Item.MINE, 2)
    told = act(world, "move", list(POINT))
    assert world.players[0].hp == left
    assert told.to(0)[0]["say"]["hp"] == left
    assert told.after is (After.ON if left else After.OVER)


def test_one_may_move_and_blink_over_ones_own_traps():
    world = World()
    put(world, 0, (0, 2, 1), bag={Item.BLINK: 1})
    world.traps[POINT] = Trap(Item.MINE, 0)
    world.traps[(0, 4, 1)] = Trap(Item.SLIME, 0)
    act(world, "move", list(POINT))
    assert act(world, "tool", "Transport", [0, 4, 1]).after is After.ON
    assert world.players[0].hp == 200
    assert len(world.traps) == 2


@pytest.mark.parametrize("kind", ["LandMine", "Sticky"])
@pytest.mark.parametrize(
    "pos", [CAPSULE, (0, 0, 1), (6, 6, 2), (1, 3, 0), (1, 3, 1), (5, 3, 2), (3, 0, 0), (3, 6, 2)]
)
def test_no_traps_at_the_capsule_at_machines_and_at_lifts(pos, kind):
    world = World()
    put(world, 0, pos, bag={Item.MINE: 1, Item.SLIME: 1})
    refused(world, "trap", kind)


def test_placed_traps_are_not_limited():
    world = World()
    player = put(world, 0, (0, 1, 1))
    for y in range(1, 6):
        put(world, 0, (0, y, 1), bag={Item.MINE: 1})
        act(world, "trap", "LandMine")
    assert world.placed(0, Item.MINE) == [(0, y, 1) for y in range(1, 6)]
    assert player.bag[Item.MINE] == 0


@pytest.mark.parametrize(
    ("item", "most"), [("LandMine", 3), ("Sticky", 3), ("Kit", 2), ("Transport", 2)]
)
def test_a_bag_is_bounded(item, most):
    world = World()
    player = put(world, 0, POINT)
    for _ in range(most):
        world.stock[POINT], world.major = 2, False
        act(world, "interact", "Materials", item)
    world.stock[POINT], world.major = 2, False
    refused(world, "interact", "Materials", item)
    assert player.bag[Item(item)] == most


def test_an_empty_point_uses_up_the_major_action_and_nothing_else():
    world = World()
    player = put(world, 0, POINT)
    world.stock[POINT], world.refill[POINT] = 0, 5
    told = act(world, "interact", "Materials", "Kit")
    assert told.to(0)[0]["say"] == {"type": "action", "success": False}
    assert [event["type"] for event in told.record] == ["inspect", "tool_update"]
    assert world.major
    assert (player.bag[Item.KIT], world.stock[POINT], world.refill[POINT]) == (0, 0, 5)


def test_a_full_slot_is_refused_for_nothing_even_at_an_empty_point():
    world = World()
    put(world, 0, POINT, bag={Item.KIT: 2})
    world.stock[POINT] = 0
    refused(world, "interact", "Materials", "Kit")


@pytest.mark.parametrize("pos", [CAPSULE, (3, 2, 0)])
@pytest.mark.parametrize("keys", [ALL, {0, 1, 2}])
def test_the_capsule_starts_with_four_keys_at_its_place(pos, keys):
    world = World()
    player = put(world, 0, pos, keys=keys)
    if pos == CAPSULE and keys == ALL:
        assert act(world, "interact", "EscapeCapsule", True).after is After.OVER
        assert (player.status, player.countdown) == (Status.COUNTDOWN, 2)
    else:
        refused(world, "interact", "EscapeCapsule", True)


@pytest.mark.parametrize(("words", "fields"), MAJORS[:-1], ids=lambda each: str(each)[:40])
def test_who_waits_in_the_capsule_can_only_stop(words, fields):
    world = World()
    put(world, 0, **{"pos": POINT, **fields, "status": Status.COUNTDOWN, "countdown": 1})
    put(world, 3, (0, 2, 1))
    world.boxes[POINT] = {2}
    refused(world, *words)
    for minor in (["detect", [0, 2, 1]], ["trap", "LandMine"], ["tool", "Transport", [0, 2, 1]]):
        refused(world, *minor)


def test_detection_rests_five_rounds_after_every_use():
    world = World(round=7)
    put(world, 0, POINT)
    act(world, "detect", [0, 2, 1])
    for number in range(7, 12):
        world.round = number
        refused(world, "detect", [0, 2, 1])
    world.round = 12
    act(world, "detect", [0, 2, 1])
    assert world.players[0].rested == 17


@pytest.mark.parametrize("where", [(0, 3, 1), (0, 1, 1), (1, 3, 0), (1, 2, 1)])
def test_detection_goes_along_one_passage(where):
    world = World()
    put(world, 0, POINT if where != (1, 3, 0) else LIFT)
    refused(world, "detect", list(where))


def test_what_is_closed_is_neither_entered_nor_detected():
    world = World(closed={(2, 2, 1)})
    put(world, 0, (1, 1, 1), bag={Item.BLINK: 1})
    for words in (["move", [2, 2, 1]], ["tool", "Transport", [2, 2, 1]], ["detect", [2, 2, 1]]):
        assert "closed" in refused(world, *words)


@pytest.mark.parametrize("key", range(4))
def test_a_machine_gives_its_key_to_who_lacks_it(key):
    spawn = ((0, 0, 1), (6, 0, 1), (6, 6, 1), (0, 6, 1))[key]
    for pos in (spawn, (*spawn[:2], 2)):
        world = World()
        player = put(world, 0, pos)
        if key == 0:
            refused(world, "interact", "KeyMachine")
            continue
        assert act(world, "interact", "KeyMachine").after is After.OVER
        assert (player.coming, player.keys) == (key, {0})


def test_a_box_gives_all_its_keys_and_one_point():
    world = World()
    player = put(world, 0, POINT, keys={0, 2}, bag={Item.SLIME: 1})
    world.boxes[POINT] = {1, 2, 3}
    told = act(world, "interact", "Box")
    assert (player.keys, player.score, world.boxes) == (ALL, 1, {})
    tools = {"LandMine": 0, "Sticky": 1, "Kit": 0, "Transport": 0}
    reply = {"type": "action", "success": True, "keys": [0, 1, 2, 3], "tools": tools}
    assert [data["say"] for data in told.to(0)] == [
        reply,
        {"type": "box_disappear", "pos": [0, 3, 1]},
    ]
    assert told.off(1)[-1] == ["getkey", [1, 3]]


def test_the_escaped_and_the_failed_are_told_nothing():
    world = World()
    put(world, 0, POINT)
    put(world, 1, POINT, status=Status.ESCAPED)
    put(world, 2, POINT, status=Status.ERROR)
    put(world, 3, POINT, hp=1)
    told = act(world, "attack", list(POINT), 3)
    assert told.to(1) == told.to(2) == []
    assert told.off(3)
