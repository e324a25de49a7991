"""Ranks of the players: unbeaten teams by land and units, then the others by their last defeat."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine import ranks_of
from games.generals.rules import World

Standing = tuple[float, float, float]
"""The sort key of a team, larger is better: the half-turn of its last defeat (infinite for an
unbeaten team), then land, then units."""

FOREVER = float("inf")


def standings(world: World, fell: Mapping[int, int]) -> dict[int, Standing]:
    """The standing of every team; ``fell`` has the half-turn of each beaten player's defeat.

    Beaten teams own nothing, so teams that were beaten in the same half-turn are equal.
    """
    found: dict[int, Standing] = {}
    for row in world.ranking():
        if all(player.defeated for player in row.players):
            last = max(fell[player.player] for player in row.players)
            found[row.team] = (last, 0, 0)
        else:
            found[row.team] = (FOREVER, row.land, row.units)
    return found


def ranks(world: World, fell: Mapping[int, int]) -> list[int]:
    """The rank of every player, player 1 first: 1 plus the number of players in better teams.

    Members of a team share their rank, and so do equal teams.
    """
    by_team = standings(world, fell)
    return ranks_of([by_team[team] for team in world.teams[1:]])
