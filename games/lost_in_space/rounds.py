"""The order of play: rounds of four small turns, and the events at their beginnings and ends."""

from __future__ import annotations

from games.engine import Fault, Wants
from games.lost_in_space.news import NOWHERE, News
from games.lost_in_space.rules import FOR_KEYS, REFILL, die, tell_keys
from games.lost_in_space.state import (
    FULL,
    SPAWN_LAYER,
    SPAWNS,
    STOCK,
    ZONES,
    Cause,
    Player,
    Status,
    World,
)

ROUNDS = 100
AWAY = 5
"""Rounds until a return: a player who died in round d returns in their turn of round d + 5."""

_WANTS = {
    Status.ALIVE: Wants.ANSWER,
    Status.COUNTDOWN: Wants.WORD,
    Status.SKIPPING: Wants.NOTHING,
    Status.DEAD: Wants.NOTHING,
}


def enter_turn(world: World, news: News) -> bool:
    """Enter the small turn of `World.acting`.

    Returns whether the beginning of the turn gives the player a key, an escape or a return.  A
    failed program must not get these, so the engine first checks the program.
    """
    player = world.acting
    world.major = False
    news.record("turn", player, round=world.round)
    key = player.coming is not None and player.status is Status.ALIVE
    return key or player.countdown == 1 or _returns(world, player)


def begin_turn(world: World, news: News) -> Wants | None:
    """Begin the small turn of `World.acting`; returns what the turn waits for.

    None if the player has left the game, or escapes now.  In the first case the other players do
    not learn of the turn.
    """
    player = world.acting
    if not player.told:
        return None
    if _returns(world, player):
        _return(world, news, player)
    elif player.status is Status.COUNTDOWN:
        player.countdown -= 1
        if not player.countdown:
            _escape(world, news, player)
            news.begin(player)
            return None
    elif player.coming is not None and player.status is Status.ALIVE:
        _get_key(world, news, player)
    news.begin(player)
    return _WANTS[player.status]


def end_skip(world: World) -> None:
    """End a turn without an answer.  A player who had to skip it may act in the next turn."""
    player = world.acting
    if player.status is Status.SKIPPING:
        player.status = Status.ALIVE


def _returns(world: World, player: Player) -> bool:
    dead = player.status is Status.DEAD and not player.finally_dead
    return dead and world.round >= player.died + AWAY


def _return(world: World, news: News, player: Player) -> None:
    """The player returns at the own spawn, where no trap can be."""
    player.pos = SPAWNS[player.number]
    player.status, player.hp, player.keys = Status.ALIVE, FULL, {player.number}
    pos = list(player.pos)
    news.record("regenerate", player, pos=pos)
    seeing = set(world.watchers(SPAWN_LAYER)) - {player.number}
    news.see(seeing, "regenerate", pos, player.number)
    news.see(seeing, "pos_update", pos, player.number)
    # The player's knowledge of this layer is five rounds old.
    for other in world.players:
        if other is not player:
            there = other.up and other.pos[2] == SPAWN_LAYER
            at = list(other.pos if there else NOWHERE)
            news.see([player.number], "pos_update", at, other.number, by=other.number)
    for place in sorted(world.boxed):
        if place[2] == SPAWN_LAYER:
            state = "appear" if place in world.boxes else "disappear"
            news.box([player.number], place, state)


def _escape(world: World, news: News, player: Player) -> None:
    news.say(player, {"type": "escaped"})
    news.record("escaped", player)
    news.off(world.others(player.number), ["escaped"])
    player.status, player.left = Status.ESCAPED, world.round


def _get_key(world: World, news: News, player: Player) -> None:
    """Give the player the key of the machine used in the turn before."""
    assert player.coming is not None
    new = sorted({player.coming} - player.keys)
    player.keys.add(player.coming)
    player.coming = None
    player.score += FOR_KEYS
    news.record("getkey", player, keyid=new)
    tell_keys(world, news, player, new)


def fail(world: World, news: News, fault: Fault) -> None:
    """The program of the player in turn has failed: it is out, without a box; its traps stay."""
    player = world.acting
    if player.finally_dead:
        return
    player.status, player.fault, player.left = Status.ERROR, fault, world.round
    player.countdown, player.coming = 0, None
    news.record("ai_error", player, error_log=fault.detail or fault.kind.value)
    news.off(world.others(player.number), ["ai_error"])


def end_round(world: World, news: News) -> None:
    """Close the zone that closes in this round; all players inside die at the same time."""
    for zone in ZONES:
        if zone.closes == world.round:
            world.closed |= zone.nodes
            for player in [p for p in world.players if p.up and p.pos in zone.nodes]:
                die(world, news, player, None, Cause.ZONE)


def begin_round(world: World) -> None:
    """Give an item to the material points whose refill is due."""
    for pos, due in list(world.refill.items()):
        if due == world.round:
            world.stock[pos] += 1
            if world.stock[pos] < STOCK:
                world.refill[pos] = world.round + REFILL
            else:
                del world.refill[pos]
