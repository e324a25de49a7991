"""The game as JSON: constant data, whole boards, and the changes of one half-turn."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from games.engine import JSON
from games.generals.orders import WAYS, Dropped, HalfTurn, Order, Seen
from games.generals.rules import EVERYBODY, World
from games.generals.tally import TeamRank
from games.generals.terrain import LEAST_UNITS, MOST_UNITS, Bytes, clamp

DIGITS = b"0123456789abcdefg"
"""The character of each player, ``0`` for nobody.  Kinds of tiles use the same characters."""
_AS_DIGITS = bytes(DIGITS[n] if n < len(DIGITS) else ord("?") for n in range(256))


def digits(values: Bytes | bytes) -> str:
    """One character per value."""
    raw = values if isinstance(values, bytes) else values.tobytes()
    return raw.translate(_AS_DIGITS).decode("ascii")


def scene(world: World, cap: int) -> JSON:
    """The constant data.  Call it before the first half-turn.

    ``teams`` begins with the team of player 1, ``echo`` has a digit per tile.
    """
    board = world.board
    return {
        "width": board.width,
        "height": board.height,
        "halfturns": cap,
        "players": len(world.teams) - 1,
        "teams": list(world.teams[1:]),
        "modifiers": world.modifiers.to_json(),
        "lit": np.flatnonzero(board.lit).tolist(),
        "echo": digits(world.echo),
    }


def picture(world: World, team: int) -> dict[str, JSON]:
    """The board as a team sees it.

    Per tile, ``owners`` and ``kinds`` have a character and ``units`` has a number, in 32 bits.
    """
    owners, kinds, units = world.seen(team)
    numbers = units.clip(LEAST_UNITS, MOST_UNITS).tolist()
    return {"owners": digits(owners), "kinds": digits(kinds), "units": numbers}


def key(world: World, over: bool) -> JSON:
    """Everything, for spectators."""
    return {
        "half": world.halfturn,
        **picture(world, EVERYBODY),
        "capitals": world.capitals[1:],
        "queues": [[order_json(order) for order in queue] for queue in world.queues[1:]],
        "ranking": ranking_json(world.ranking()),
        "winner": world.winner,
        "over": over,
    }


def order_json(order: Order) -> list[int]:
    return [order.x, order.y, order.direction, int(order.half)]


def ranking_json(ranking: Sequence[TeamRank]) -> JSON:
    """``[team, land, units, [[player, defeated, land, units], ...]]`` for every team."""
    return [
        [
            team.team,
            team.land,
            clamp(team.units),
            [[row.player, int(row.defeated), row.land, clamp(row.units)] for row in team.players],
        ]
        for team in ranking
    ]


def diff_json(diff: Sequence[Seen], width: int) -> list[list[int]]:
    """``[x, y, owner, kind, units]`` of every tile."""
    return [
        [*divmod(place, width), owner, kind, clamp(units)] for place, owner, kind, units in diff
    ]


def half_event(world: World, now: HalfTurn, ranking: JSON) -> JSON:
    """The changes of a half-turn, for spectators.  ``world`` is the state after it."""
    return {
        "e": "half",
        "id": now.number,
        "moves": [[player, source, target, units] for player, source, target, units in now.moves],
        "dropped": [[one.player, *order_json(one.order), one.reason] for one in now.dropped],
        "captures": [list(one) for one in now.captures],
        "left": [list(one) for one in now.left],
        "beaten": now.beaten,
        "tiles": [
            [place, owner, kind, clamp(units)] for place, owner, kind, units in now.diffs[EVERYBODY]
        ],
        "ranking": ranking,
        "messages": now.messages,
        "winner": world.winner,
    }


def remark(one: Dropped) -> str:
    """Why an order was dropped, for the author's log."""
    x, y, direction, half = one.order
    way = WAYS[direction] if 0 <= direction < len(WAYS) else "in an unknown direction"
    what = "half of the units" if half else "all units but one"
    why = one.reason.replace("the player's own", "your own")
    return (
        f"Your order to move {what} {way} from row {x + 1}, column {y + 1} (in the protocol "
        f"{x} {y}) was dropped: {why}. The orders after it were dropped, too."
    )
