"""The actions: each checks its conditions, then changes the world and sends the news."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from games.engine import JSON
from games.lost_in_space import orders
from games.lost_in_space.news import News
from games.lost_in_space.orders import Order, Refused, Verb
from games.lost_in_space.state import (
    CAPSULE,
    CARRY,
    FULL,
    MACHINES,
    NEIGHBOURS,
    STOCK,
    STOPS,
    TOP,
    Cause,
    Item,
    Player,
    Pos,
    Status,
    Trap,
    World,
)

HIT = 70
MINE_HURTS = 120
KIT_HEALS = 100
DETECT_RESTS = 5
REFILL = 8
"""Rounds until a material point that was full gets its next item."""
COUNTDOWN = 2
KEYS = 4
FOR_KEYS, FOR_KILL, FOR_DEATH = 1, 2, -3


class After(Enum):
    """Whether the turn goes on after an action."""

    ON = "on"
    OVER = "over"


MAJOR = frozenset(
    {
        *(Verb.MOVE, Verb.ATTACK, Verb.KIT, Verb.MATERIALS, Verb.BOX),
        *(Verb.MACHINE, Verb.START, Verb.STOP),
    }
)


def act(world: World, news: News, order: Order) -> After:
    """Carry out an order of the player in turn.  `Refused` changes nothing.

    The only refusal with a cost is an empty material point, which uses up the major action.
    """
    player = world.acting
    if player.status is Status.COUNTDOWN and order.verb is not Verb.STOP:
        raise Refused("while the capsule counts down one can only stop it or wait")
    if order.verb in MAJOR and world.major:
        raise Refused("the major action of this turn is used up")
    after = _ACTIONS[order.verb](world, news, player, order)
    if order.verb in MAJOR:
        world.major = True
    return after


def _reply(**fields: JSON) -> JSON:
    return {"type": "action", "success": True, **fields}


def _move(world: World, news: News, player: Player, order: Order) -> After:
    to = _target(order)
    by_lift = to in STOPS.get(player.pos, ())
    if to not in NEIGHBOURS[player.pos] and not by_lift:
        raise Refused("no passage and no lift leads there")
    _require_open(world, to)
    news.record("move", player, pos=list(to))
    if by_lift and to[2] == TOP:
        news.off(world.others(player.number), ["player_enter_top_layer"])
    at = len(news.events)
    view = _sight(world, player, to[2]) if to[2] != player.pos[2] else []
    after = _enter(world, news, player, to)
    message = _reply(hp=player.hp, status=player.status.value, view=view)
    news.say(player, message, at=at, more=orders.seen(world, player))
    return after


def _blink(world: World, news: News, player: Player, order: Order) -> After:
    to = _target(order)
    _require(player.bag[Item.BLINK], "there is no blink in the bag")
    if to not in NEIGHBOURS[player.pos]:
        raise Refused("a blink goes along one passage")
    _require_open(world, to)
    player.bag[Item.BLINK] -= 1
    news.record("flink", player, pos=list(to))
    at = len(news.events)
    after = _enter(world, news, player, to)
    message = _reply(hp=player.hp, status=player.status.value)
    news.say(player, message, at=at, more=orders.seen(world, player))
    return after


def _enter(world: World, news: News, player: Player, to: Pos) -> After:
    """Go to a place and trigger the trap of another player there."""
    before, player.pos = player.pos, to
    news.moved(player, before)
    trap = world.traps.get(to)
    if trap is None or trap.owner == player.number:
        return After.ON
    del world.traps[to]
    news.record("map_update", args=["trap_trigger", list(to), trap.kind.value])
    news.off([trap.owner], ["trap_triggered", trap.kind.value, list(to)])
    if trap.kind is Item.SLIME:
        player.status = Status.SKIPPING
        return After.OVER
    player.hp = max(0, player.hp - MINE_HURTS)
    news.record("hp_update", player, hp=player.hp)
    if player.hp:
        return After.ON
    die(world, news, player, world.players[trap.owner], Cause.MINE)
    return After.OVER


def _sight(world: World, player: Player, z: int) -> JSON:
    """The view of a player who arrives on layer ``z``: per place, box and other players."""
    found = []
    for node in sorted(NEIGHBOURS):
        if node[2] == z:
            there = [p.number for p in world.players if p is not player and p.up and p.pos == node]
            found.append([list(node), node in world.boxes, *([there] if there else [])])
    return found


def _attack(world: World, news: News, player: Player, order: Order) -> After:
    assert order.target is not None
    victim = world.players[order.target]
    if victim is player or not victim.up:
        raise Refused("one attacks others who are alive")
    near = victim.pos == player.pos or victim.pos in NEIGHBOURS[player.pos]
    if victim.pos != order.pos or not near:
        raise Refused("that player is not there, or not within reach")
    victim.hp = max(0, victim.hp - HIT)
    news.record("attack", player, attack=[list(player.pos), list(victim.pos)])
    news.record("hp_update", victim, hp=victim.hp)
    news.say(player, _reply())
    seeing = set(world.watchers(player.pos[2])) - {player.number}
    news.see(seeing, "attack", list(player.pos), player.number)
    news.off([victim.number], ["hp_update", victim.hp])
    if not victim.hp:
        die(world, news, victim, player, Cause.ATTACK)
    return After.ON


def die(world: World, news: News, player: Player, killer: Player | None, cause: Cause) -> None:
    """A player dies.  The keys go into the box of the place, and the bag is emptied.

    The player also loses a countdown and a key on its way.  Without a killer a closing zone is the
    cause, and the news name the turn of the last seat.
    """
    by = len(world.players) - 1 if killer is None else None
    fresh = player.pos not in world.boxes
    world.boxes.setdefault(player.pos, set()).update(player.keys)
    world.boxed.add(player.pos)
    player.keys.clear()
    player.bag = dict.fromkeys(Item, 0)
    player.hp = player.countdown = 0
    player.coming = None
    player.status, player.died = Status.DEAD, world.round
    player.deaths.append([world.round, cause.value, None if killer is None else killer.number])
    player.score += FOR_DEATH
    if player.finally_dead:
        player.left = world.round
    news.record("died", player, **({"box": list(player.pos)} if fresh else {}))
    in_turn = world.acting if killer is not None else None
    if killer is not None:
        killer.score += FOR_KILL
    everybody = {p.number for p in world.players}
    news.off(everybody - ({in_turn.number} if in_turn else set()), ["died", player.number], by)
    if in_turn is not None and in_turn is not player:
        news.say(in_turn, {"type": "other_death", "playerid": player.number})
    # Always False: a client of the official Python SDK crashes if this is true.  All players who
    # see the place get news of the box.
    news.say(player, {"type": "death", "box": False})
    if fresh:
        seeing = {*world.watchers(player.pos[2]), player.number}
        news.box(seeing | ({in_turn.number} if in_turn else set()), player.pos, "appear", by)


def _kit(world: World, news: News, player: Player, order: Order) -> After:
    _require(player.bag[Item.KIT], "there is no kit in the bag")
    player.bag[Item.KIT] -= 1
    player.hp = min(FULL, player.hp + KIT_HEALS)
    news.record("kit", player, hp=player.hp)
    news.say(player, _reply(hp=player.hp))
    return After.ON


def _materials(world: World, news: News, player: Player, order: Order) -> After:
    item, pos = order.item, player.pos
    assert item is not None
    _require(pos in world.stock, "there is no material point here")
    _require(player.bag[item] < CARRY[item], f"no more than {CARRY[item]} of {item.value} fit")
    news.record("inspect", player, pos=list(pos), interprops="Materials")
    stock = world.stock[pos]
    if stock:
        if stock == STOCK:
            world.refill[pos] = world.round + REFILL
        world.stock[pos] -= 1
        player.bag[item] += 1
    news.record("tool_update", player, tools={**_bag(player), "Spine": 0, "Alert": 0})
    if stock:
        news.say(player, _reply(tools=_bag(player)))
    else:
        news.refuse(player, "the material point is empty, and the major action is used up")
    return After.ON


def _bag(player: Player) -> JSON:
    return {item.value: count for item, count in player.bag.items()}


def _box(world: World, news: News, player: Player, order: Order) -> After:
    pos = player.pos
    _require(pos in world.boxes, "there is no box here")
    new = sorted(world.boxes.pop(pos) - player.keys)
    player.keys.update(new)
    player.score += FOR_KEYS
    news.record("inspect", player, pos=list(pos), interprops="Box")
    news.record("getkey", player, keyid=new)
    news.record("map_update", args=["box_disappear", list(pos)])
    news.say(player, _reply(keys=sorted(player.keys), tools=_bag(player)))
    news.say(player, {"type": "box_disappear", "pos": list(pos)})
    news.box(set(world.watchers(pos[2])) - {player.number}, pos, "disappear")
    tell_keys(world, news, player, new)
    return After.ON


def tell_keys(world: World, news: News, player: Player, new: list[int]) -> None:
    """Tell the other players which keys a player has got."""
    if new:
        news.off(world.others(player.number), ["getkey", list(new)])


def _machine(world: World, news: News, player: Player, order: Order) -> After:
    key = MACHINES.get(player.pos)
    if key is None:
        raise Refused("there is no key machine here")
    _require(key not in player.keys, "the key of this machine is there already")
    player.coming = key
    news.record("keymachine", player, pos=list(player.pos))
    news.say(player, _reply())
    return After.OVER


def _start(world: World, news: News, player: Player, order: Order) -> After:
    _require(player.pos == CAPSULE, "the escape capsule is not here")
    _require(len(player.keys) == KEYS, "the escape capsule starts with all four keys")
    _require(player.status is Status.ALIVE, "the capsule counts down already")
    player.status, player.countdown = Status.COUNTDOWN, COUNTDOWN
    news.record("escape_capsule", player, to_escape=True)
    news.say(player, _reply())
    return After.OVER


def _stop(world: World, news: News, player: Player, order: Order) -> After:
    _require(player.status is Status.COUNTDOWN, "no capsule counts down")
    player.status, player.countdown = Status.ALIVE, 0
    news.record("escape_capsule", player, to_escape=False)
    news.say(player, _reply())
    return After.ON


def _detect(world: World, news: News, player: Player, order: Order) -> After:
    pos = _target(order)
    _require(pos in NEIGHBOURS[player.pos], "one detects along one passage")
    _require_open(world, pos)
    _require(world.round >= player.rested, f"detection rests until round {player.rested}")
    player.rested = world.round + DETECT_RESTS
    news.record("detect", player, tar_pos=list(pos))
    trap = world.traps.get(pos)
    news.say(player, _reply(has_trap=trap is not None))
    if trap is not None and trap.owner != player.number:
        del world.traps[pos]
        news.record("map_update", args=["trap_destroy", list(pos), trap.kind.value])
        # The source spells it like this.
        news.off([trap.owner], ["trap_destoryed", trap.kind.value, list(pos)])
    return After.ON


def _trap(world: World, news: News, player: Player, order: Order) -> After:
    kind, pos = order.item, player.pos
    assert kind is not None
    _require(player.bag[kind], f"there is no {kind.value} in the bag")
    _require(pos not in world.traps, "there is a trap here already")
    barred = pos == CAPSULE or pos in MACHINES or pos in STOPS
    _require(not barred, "no traps at the capsule, at machines and at lifts")
    player.bag[kind] -= 1
    world.traps[pos] = Trap(kind, player.number)
    news.record("place_trap", player, pos=list(pos), trap_type=kind.value)
    news.say(player, _reply())
    return After.ON


def _target(order: Order) -> Pos:
    assert order.pos is not None
    return order.pos


def _require(condition: object, reason: str) -> None:
    if not condition:
        raise Refused(reason)


def _require_open(world: World, pos: Pos) -> None:
    _require(pos not in world.closed, "that place is closed")


_ACTIONS: dict[Verb, Callable[[World, News, Player, Order], After]] = {
    Verb.MOVE: _move,
    Verb.BLINK: _blink,
    Verb.ATTACK: _attack,
    Verb.KIT: _kit,
    Verb.MATERIALS: _materials,
    Verb.BOX: _box,
    Verb.MACHINE: _machine,
    Verb.START: _start,
    Verb.STOP: _stop,
    Verb.DETECT: _detect,
    Verb.TRAP: _trap,
}
