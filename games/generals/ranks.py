"""Who comes where: of the teams that fell, who fell later; of those that stand, who owns more."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine import ranks_of
from games.generals.rules import World

Standing = tuple[float, float, float]
"""What a team is ranked by, larger is better: the half-turn of its last defeat (infinite while
it stands), then land, then units."""

FOREVER = float("inf")


def standings(world: World, fell: Mapping[int, int]) -> dict[int, Standing]:
    """The standing of every team; ``fell`` has the half-turn of each beaten player's defeat.

    A team that has fallen has nothing left to be told apart by: those of one half-turn are equal.
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
    """The rank of every player, player 1 first: members of a team share it, and so do equals.

    It is one more than the number of players in better teams.
    """
    by_team = standings(world, fell)
    return ranks_of([by_team[team] for team in world.teams[1:]])
