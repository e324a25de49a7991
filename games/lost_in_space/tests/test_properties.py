"""Invariants of every moment of every game, and the plain model beside it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import Event
from games.lost_in_space import frames
from games.lost_in_space.engine import LostInSpaceEngine
from games.lost_in_space.frames import round_begin
from games.lost_in_space.orders import choices
from games.lost_in_space.state import (
    CAPSULE,
    CARRY,
    FULL,
    MACHINES,
    NEIGHBOURS,
    SPAWNS,
    STOCK,
    STOPS,
    ZONES,
    Status,
    World,
)
from games.lost_in_space.tests.model import Model
from games.lost_in_space.tests.played import steps
from tests.examples import examples

SEEDS = st.integers(0, 10**6)
FAILING = st.sampled_from([0.0, 0.0, 0.003])
NOWHERE = [-1, -1, -1]


def check_bounds(world: World) -> None:
    for player in world.players:
        assert 0 <= player.hp <= FULL
        if player.status is not Status.ERROR:
            assert (player.hp == 0) == (player.status is Status.DEAD)
        assert all(0 <= player.bag[item] <= most for item, most in CARRY.items())
        assert player.pos in NEIGHBOURS
        assert player.keys <= {0, 1, 2, 3}
        assert (player.status is Status.COUNTDOWN) == (player.countdown > 0)
    for pos, stock in world.stock.items():
        assert 0 <= stock <= STOCK
        assert (stock < STOCK) == (pos in world.refill)
    assert all(due > world.round for due in world.refill.values())


def check_places(world: World) -> None:
    """Nobody is in a closed place, and no trap where none may be."""
    closed = {node for zone in ZONES if zone.closes < world.round for node in zone.nodes}
    assert world.closed >= closed
    assert not any(player.up and player.pos in world.closed for player in world.players)
    barred = {CAPSULE, *MACHINES, *STOPS}
    assert not barred & world.traps.keys()


def check_keys(world: World) -> None:
    """Everybody alive has the own key or has died with it; the dead have none."""
    for player in world.players:
        if player.status is Status.DEAD:
            assert not player.keys
        elif player.status is not Status.ERROR:
            assert player.number in player.keys
        if player.status in (Status.ESCAPED, Status.COUNTDOWN):
            assert player.keys == {0, 1, 2, 3}
    assert all(world.boxes.values())
    assert world.boxes.keys() <= world.boxed


def held(world: World) -> Counter[int]:
    """How often each key is in a hand or in a box."""
    hands = Counter(key for player in world.players for key in player.keys)
    return hands + Counter(key for keys in world.boxes.values() for key in keys)


def accounted(events: list[Event], before: World, after: World) -> None:
    """Keys come from machines and with life, go with duplicates, and else change hands only."""
    told = Counter(event.data.get("type") for event in events if event.to == ())
    gained = sum((held(after) - held(before)).values())
    lost = sum((held(before) - held(after)).values())
    machine = sum(
        len(event.data["keyid"]) for event in events if event.data.get("type") == "getkey"
    )
    assert gained <= told["regenerate"] + machine
    if not (told["died"] or told["inspect"]):
        assert lost == 0


@examples(25)
@given(SEEDS, FAILING)
def test_bounds_places_and_keys_hold_at_every_moment(seed, failing):
    before = None
    for play, _, events in steps(seed, failing):
        world = play.world
        check_bounds(world)
        check_places(world)
        check_keys(world)
        if before is not None:
            accounted(events, before, world)
        before = frozen(world)
    outcome = play.outcome()
    assert outcome is not None
    assert sorted(seat.rank for seat in outcome.seats) == [1, 2, 3, 4]


def frozen(world: World) -> World:
    """What `held` looks at, kept."""
    kept = World(boxes={pos: set(keys) for pos, keys in world.boxes.items()})
    for player, copy in zip(world.players, kept.players, strict=True):
        copy.keys = set(player.keys)
    return kept


def layers_of(play: LostInSpaceEngine) -> dict[int, int]:
    """The layer that each seat sees."""
    return {player.number: player.pos[2] for player in play.world.players}


def check_told(events: list[Event], before: dict[int, int], after: dict[int, int]) -> None:
    """Everything that a seat sees is on a visible layer, before or after the step."""
    for event in events:
        off = event.data.get("off")
        if not off or off[0] != "see":
            continue
        places = [part for part in off if isinstance(part, list)]
        for seat in event.to or ():
            seen = {before[seat], after[seat]}
            assert all(place == NOWHERE or place[2] in seen for place in places), (seat, off)


def check_secrets(events: list[Event]) -> None:
    """Places of traps go to their owner, stocks and bags to theirs, the record to nobody."""
    for event in events:
        data: Any = event.data
        if "type" in data:
            assert event.to == ()
        elif "say" in data:
            assert len(event.to or ()) == 1
        elif "off" in data:
            assert data["off"][0] in {
                *("see", "died", "escaped", "getkey", "trap_triggered", "trap_destoryed"),
                *("hp_update", "player_enter_top_layer", "ai_error"),
            }
            if data["off"][0] in ("trap_triggered", "trap_destoryed", "hp_update"):
                assert len(event.to or ()) == 1
        assert "stock" not in str(data) or data.get("type") == "now"


def check_view(play: LostInSpaceEngine, seat: int) -> None:
    """A seat's view is what the plain rules of sight let it see."""
    world = play.world
    own = world.players[seat]
    view = play.view(seat)
    for player, told in zip(world.players, view["players"], strict=True):
        if player is own:
            continue
        here = player.up and player.pos[2] == own.pos[2]
        assert (told["pos"] is not None) == here
        assert told["hp"] == (0 if player.status is Status.DEAD else player.hp if here else -1)
        assert told.keys() == {"status", "keys", "pos", "hp", "bag", "score"}
        assert told["bag"] is told["score"] is None
    assert all(box[0][2] == own.pos[2] and box[1] is None for box in view["boxes"])
    assert all(trap[2] == seat for trap in view["traps"])
    assert view["stock"] is None


@examples(15)
@given(SEEDS, FAILING)
def test_nobody_is_told_or_shown_what_he_cannot_see(seed, failing):
    before = dict.fromkeys(range(4), 1)
    for play, _, events in steps(seed, failing):
        after = layers_of(play)
        check_told(events, before, after)
        check_secrets(events)
        for seat in range(4):
            check_view(play, seat)
        before = after


@examples(15)
@given(SEEDS)
def test_who_has_left_is_told_nothing_more(seed):
    gone: set[int] = set()
    for play, _, events in steps(seed, 0.005):
        for event in events:
            assert not gone & set(event.to or ())
        gone = {player.number for player in play.world.players if not player.told}


def follow(model: Model, event: Any) -> None:
    """The model goes along with one entry of the record."""
    kind, player = event["type"], event.get("playerid")
    if kind in ("move", "flink"):
        model.where[player] = tuple(event["pos"])
    elif kind in ("hp_update", "kit"):
        model.hp[player] = event["hp"]
    elif kind == "died":
        model.gone.add(player)
        model.hp[player] = 0
    elif kind == "regenerate":
        model.gone.discard(player)
        model.where[player], model.hp[player] = tuple(event["pos"]), 200
    elif kind in ("escaped", "ai_error"):
        model.gone.add(player)


def agree(model: Model, world: World) -> None:
    """The model and the game say the same of the player in turn."""
    player = world.acting
    others = {p.number: p.pos for p in world.players if p is not player and p.up}
    assert model.where == {p.number: p.pos for p in world.players}
    known = {number: p.hp for number, p in enumerate(world.players) if number not in model.gone}
    assert known == {number: model.hp[number] for number in known}
    seen = {n: pos for n, pos in others.items() if pos[2] == player.pos[2]}
    assert model.sees(player.number) == seen
    if player.status is Status.ALIVE and not world.major:
        can = choices(world, player)
        ways = {tuple(to) for to in (*can["moves"], *can["lifts"])}
        assert ways == model.may_move(player.number, world.round)
        assert {number for number, _ in can["attacks"]} == model.may_attack(player.number)


@examples(15)
@given(SEEDS)
def test_a_plain_model_moves_sees_and_fights_alike(seed):
    model = Model(dict(enumerate(SPAWNS)))
    for play, _, events in steps(seed):
        for event in events:
            if "type" in event.data:
                follow(model, event.data)
        if play.pending():
            agree(model, play.world)


def known_from(view: Any) -> Any:
    """The part of a view that the long message has too."""
    return [[p["status"], p["keys"], p["hp"]] for p in view["players"]]


@examples(10)
@given(SEEDS)
def test_the_long_message_and_the_view_of_a_seat_agree(seed):
    for play, _, _ in steps(seed, rounds=40):
        for seat in play.pending():
            view = play.view(seat)
            message = round_begin(play.world, play.world.players[seat])
            others = [[o["status"], o["keys"], o["hp"]] for o in message["others"]]
            others.insert(seat, [message["status"], message["keys"], message["hp"]])
            assert known_from(view) == others
            assert view["players"][seat]["pos"] == message["pos"]


@pytest.mark.parametrize("seed", range(3))
def test_a_step_of_a_game_costs_no_view(seed):
    """Each view is a new one: changes to it do not reach the game."""
    for play, _, _ in steps(seed, rounds=10):
        view = play.view()
        view["players"].clear()
        assert len(frames.view(play.world, False)["players"]) == 4


def test_random_games_meet_all_that_can_happen():
    told: Counter[str] = Counter()
    for seed in range(12):
        for _, _, events in steps(seed, 0.0005):
            for event in events:
                told[event.data.get("type", "")] += 1
                told[(event.data.get("off") or [""])[0]] += 1
    wanted = {
        *("move", "flink", "detect", "tool_update", "attack", "hp_update", "place_trap", "kit"),
        *("died", "regenerate", "keymachine", "getkey", "escape_capsule", "escaped", "inspect"),
        *("map_update", "ai_error", "trap_triggered", "trap_destoryed", "player_enter_top_layer"),
    }
    assert wanted <= told.keys(), wanted - told.keys()
