"""The choices of a player are what the rules allow, and give away nothing else."""

from __future__ import annotations

import copy
from random import Random

import pytest

from games.lost_in_space import frames
from games.lost_in_space.frames import round_begin
from games.lost_in_space.game import LOST_IN_SPACE, sample
from games.lost_in_space.orders import Refused, choices, seen
from games.lost_in_space.state import CAPSULE, NEIGHBOURS, STOPS, Item, Status, Trap, World
from games.lost_in_space.tests.played import games
from games.lost_in_space.tests.worlds import FINISH, act, action, engine, put
from tests import examples

POINT = (0, 3, 1)
ITEMS = [item.value for item in Item]


def every_action(world):
    """Everything that somebody could say in a turn, but for what nobody could read."""
    here = world.acting.pos
    places = [list(pos) for pos in (*NEIGHBOURS[here], *STOPS.get(here, ()), here, CAPSULE)]
    for pos in places:
        yield from (["move", pos], ["tool", "Transport", pos], ["detect", pos])
    for player in world.players:
        yield ["attack", list(player.pos), player.number]
    for item in ITEMS:
        yield from (["interact", "Materials", item],)
    yield from (["trap", "LandMine"], ["trap", "Sticky"], ["tool", "Kit"])
    yield from (["interact", "Box"], ["interact", "KeyMachine"])
    yield from (["interact", "EscapeCapsule", True], ["interact", "EscapeCapsule", False])


def said(options):
    """The choices in the words of actions."""
    yield from (["move", to] for to in (*options["moves"], *options["lifts"]))
    yield from (["attack", at, number] for number, at in options["attacks"])
    yield from (["tool", "Transport", to] for to in options["blinks"])
    yield from (["detect", at] for at in options["detects"])
    yield from (["trap", kind] for kind in options["traps"])
    yield from (["interact", "Materials", item] for item in options["materials"])
    for name, words in (
        ("kit", ["tool", "Kit"]),
        ("box", ["interact", "Box"]),
        ("machine", ["interact", "KeyMachine"]),
        ("start", ["interact", "EscapeCapsule", True]),
        ("stop", ["interact", "EscapeCapsule", False]),
    ):
        if options[name]:
            yield words


def allowed(world, words):
    world = copy.deepcopy(world)
    hidden = world.traps.get(world.acting.pos)
    if words[0] == "trap" and hidden is not None and hidden.owner != world.turn:
        del world.traps[world.acting.pos]  # which the player cannot know of
    try:
        act(world, *words)
    except Refused:
        return False
    return True


def test_the_choices_are_what_the_rules_allow_in_whole_games():
    looked = 0
    for play in games(examples.sample(3, 1)):
        for number, world in enumerate(play):
            if number % 7 or world.acting.status not in (Status.ALIVE, Status.COUNTDOWN):
                continue
            can = list(said(choices(world, world.acting)))
            for words in every_action(world):
                assert (words in can) is allowed(world, words), words
            looked += 1
    assert looked > examples.sample(100, 50)


def test_a_hidden_trap_does_not_show_in_the_choices():
    world = World()
    player = put(world, 0, POINT, bag={Item.MINE: 1})
    free = choices(world, player)
    world.traps[POINT] = Trap(Item.SLIME, 2)
    assert choices(world, player) == free
    world.traps[POINT] = Trap(Item.SLIME, 0)
    assert choices(world, player)["traps"] == []


def test_nothing_may_be_chosen_once_a_turn_is_over():
    play = engine()
    put(play.world, 0, (6, 0, 1))
    assert LOST_IN_SPACE.choices(play, 0)["machine"]
    play.submit({0: action("interact", "KeyMachine")})
    assert LOST_IN_SPACE.choices(play, 0) is None
    play.submit({0: FINISH})
    put(play.world, 2, POINT, status=Status.SKIPPING)
    play.submit({1: FINISH})
    assert LOST_IN_SPACE.choices(play, 2) is None


@pytest.mark.parametrize("major", [False, True])
def test_what_is_within_reach_is_told_also_after_the_major_action(major):
    world = World(major=major, closed={(2, 2, 1)})
    player = put(world, 0, (1, 3, 1))
    put(world, 2, (0, 3, 1))
    put(world, 3, (1, 3, 0))
    told = seen(world, player)
    # (2, 4) is open; (0, 3), (1, 2) and (1, 4) are next on the lines.
    assert told["move"] == [True, True, False, True, False, False, True, False]
    assert told["attack"] == [2]
    assert told["interprops"] == ["Elevator"]


def test_nothing_is_within_reach_of_who_cannot_act():
    world = World()
    player = put(world, 0, CAPSULE, status=Status.COUNTDOWN)
    put(world, 2, CAPSULE)
    told = seen(world, player)
    assert (told["attack"], told["move"], told["detect"]) == ([], [False] * 8, False)
    assert told["interprops"] == ["EscapeCapsule"]


def test_what_can_be_used_here_is_named():
    world = World()
    world.boxes[POINT] = {1}
    assert seen(world, put(world, 0, POINT))["interprops"] == ["Box", "Materials"]
    assert seen(world, put(world, 0, (0, 0, 2)))["interprops"] == ["KeyMachine"]


def test_the_long_message_hides_what_is_on_other_layers():
    world = World()
    player = put(world, 0, POINT)
    put(world, 1, (0, 3, 2), hp=50)
    put(world, 2, (3, 1, 1), hp=60)
    put(world, 3, POINT, hp=0, status=Status.DEAD, keys=set())
    world.traps[(0, 1, 1)] = Trap(Item.MINE, 0)
    world.traps[(0, 2, 1)] = Trap(Item.MINE, 1)
    message = round_begin(world, player)
    assert [other["hp"] for other in message["others"]] == [-1, 60, 0]
    assert message["tools"]["LandMine"] == [0, 1, [0, 1, 1]]
    assert message["pos"] == [0, 3, 1]


def test_a_seat_sees_its_layer_and_its_own_things():
    world = World()
    put(world, 0, POINT)
    put(world, 1, (0, 3, 2), hp=50, bag={Item.KIT: 2})
    world.traps.update({(0, 1, 1): Trap(Item.MINE, 0), (0, 2, 1): Trap(Item.MINE, 1)})
    world.boxes.update({(0, 1, 1): {1}, (0, 1, 2): {2}})
    told = frames.view(world, False, 0)
    assert told["boxes"] == [[[0, 1, 1], None]]
    assert told["traps"] == [[[0, 1, 1], "LandMine", 0]]
    assert told["stock"] is None
    one, two = told["players"][1], told["players"][2]
    assert (one["pos"], one["hp"], one["bag"], one["score"]) == (None, -1, None, None)
    assert (two["pos"], two["hp"]) == ([6, 6, 1], 200)
    everything = frames.view(world, False)
    assert everything["boxes"] == [[[0, 1, 1], [1]], [[0, 1, 2], [2]]]
    assert len(everything["traps"]) == 2


def test_changes_make_the_next_view_from_the_one_before():
    for play in games(2):
        before = None
        for world in play:
            after = frames.view(world, False)
            if before is not None:
                change = frames.changes(before, after)
                players = change.pop("players", {})
                merged = {**before, **change}
                merged["players"] = [
                    {**old, **players.get(str(n), {})} for n, old in enumerate(before["players"])
                ]
                assert merged == after
            before = after


def test_samples_are_legal():
    random = Random(5)
    for play in games(2):
        for world in play:
            if world.acting.status in (Status.ALIVE, Status.COUNTDOWN):
                message = sample(choices(world, world.acting), random.randrange)
                assert message == FINISH or allowed(world, message["action"])
