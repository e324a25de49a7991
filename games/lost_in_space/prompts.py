"""The long message that players get at the beginning of their own turns."""

from __future__ import annotations

from games.engine import JSON
from games.lost_in_space.state import Item, Player, Status, World


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
