"""The state in frames, for spectators and for one seat, the changes of a step, and the long message
that players get at the beginning of their own turns.
"""

from __future__ import annotations

from games.engine import JSON
from games.lost_in_space.state import MATERIALS, ZONES, Item, Player, Status, World


def round_begin(world: World, player: Player) -> JSON:
    """``roundbegin`` for the player in turn, who may have any status.

    Hit points of others are exact on the player's layer, 0 for dead players, and otherwise -1.
    The message has the keys of others, as in the wire description of the source.
    """
    bag = player.bag
    return {
        "type": "roundbegin",
        "state": world.round,
        "inturn": player.number,
        "status": player.status.value,
        "hp": player.hp,
        "keys": sorted(player.keys),
        "tools": {
            Item.MINE.value: _traps(world, player, Item.MINE),
            Item.SLIME.value: _traps(world, player, Item.SLIME),
            Item.KIT.value: bag[Item.KIT],
            Item.BLINK.value: bag[Item.BLINK],
        },
        "others": [
            {
                "player_id": other.number,
                "status": other.status.value,
                "keys": sorted(other.keys),
                "hp": hp_seen(player, other),
            }
            for other in world.players
            if other is not player
        ],
        "pos": list(player.pos),
    }


def hp_seen(player: Player, other: Player) -> int:
    """The hit points of another player as the player knows them."""
    if other.status is Status.DEAD:
        return 0
    return other.hp if other.up and other.pos[2] == player.pos[2] else -1


def _traps(world: World, player: Player, kind: Item) -> JSON:
    placed = world.placed(player.number, kind)
    return [player.bag[kind], len(placed), *map(list, placed)]


def view(world: World, over: bool, seat: int | None = None) -> JSON:
    """``round``, ``turn`` (player in turn, -1 at the end), ``major`` (used up), ``closed`` (zones),
    ``players``, ``boxes`` (``[place, keys]``), ``traps`` (``[place, kind, owner]``), ``stock``.

    For a seat, unknown values are None, and unknown boxes and traps are left out.
    """
    own = None if seat is None else world.players[seat]
    return {
        "round": world.round,
        "turn": -1 if over else world.turn,
        "major": world.major,
        "closed": sum(zone.nodes <= world.closed for zone in ZONES),
        "players": [_player(p, own) for p in world.players],
        "boxes": [
            [list(pos), sorted(keys) if own is None else None]
            for pos, keys in sorted(world.boxes.items())
            if own is None or pos[2] == own.pos[2]
        ],
        "traps": [
            [list(pos), trap.kind.value, trap.owner]
            for pos, trap in world.traps.items()
            if seat in (None, trap.owner)
        ],
        "stock": [world.stock[pos] for pos in MATERIALS] if own is None else None,
        "over": over,
    }


def _player(player: Player, own: Player | None) -> JSON:
    known = {"status": player.status.value, "keys": sorted(player.keys)}
    if own is not None and own is not player:
        here = player.up and player.pos[2] == own.pos[2]
        pos = list(player.pos) if here else None
        return {**known, "pos": pos, "hp": hp_seen(own, player), "bag": None, "score": None}
    return {
        **known,
        "pos": list(player.pos) if player.status not in (Status.ESCAPED, Status.ERROR) else None,
        "hp": player.hp,
        "bag": {item.value: count for item, count in player.bag.items()},
        "score": player.score,
        "countdown": player.countdown,
        "coming": -1 if player.coming is None else player.coming,
        "rested": player.rested,
        "died": player.died,
    }


def changes(before: JSON, after: JSON) -> JSON:
    """The fields of ``before`` to replace to get ``after``; players by number and field."""
    found = {key: value for key, value in after.items() if value != before[key]}
    if "players" in found:
        found["players"] = {
            str(number): {key: value for key, value in new.items() if old[key] != value}
            for number, (old, new) in enumerate(
                zip(before["players"], after["players"], strict=True)
            )
            if old != new
        }
    return found
