"""Land and units of every player, updated with each change.

The leaderboard needs no pass over the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.generals.terrain import NEUTRAL, Board, Kind

HALF_TURNS_A_TURN = 2
HALF_TURNS_A_ROUND = 50


class PlayerRank(NamedTuple):
    """A player on the leaderboard; ``land`` counts tiles of any kind."""

    player: int
    defeated: bool
    land: int
    units: int


class TeamRank(NamedTuple):
    """A team on the leaderboard, with its players in their order."""

    team: int
    land: int
    units: int
    players: list[PlayerRank]


def gains(completed: int) -> tuple[int, ...]:
    """Units that an owned tile gains, by kind, at the end of half-turn number ``completed``.

    ``completed`` counts from 1.  Every turn, cities and capitals gain one unit and swamps lose
    one.  Every round, all tiles gain one.
    """
    everywhere = int(completed % HALF_TURNS_A_ROUND == 0)
    made = int(completed % HALF_TURNS_A_TURN == 0)
    table = [everywhere] * (len(Kind) + 1)
    table[Kind.CITY] += made
    table[Kind.CAPITAL] += made
    table[Kind.SWAMP] -= made
    return tuple(table)


class Tally:
    """Per player: ``land``, ``units``, and the places whose units change each turn.

    Element 0 of every list belongs to the neutral player and is not used.
    """

    def __init__(self, board: Board, players: int) -> None:
        self._board = board
        self.land = [int(n) for n in np.bincount(board.owners, minlength=players + 1)]
        self.units = [int(board.units[board.owners == p].sum()) for p in range(players + 1)]
        self._makers = [0] * (players + 1)
        self._bogs = [0] * (players + 1)
        self._places: dict[int, int] = {}
        """Owned places whose units change each turn, and by how much."""
        self._grown: tuple[NDArray[np.intp], NDArray[np.int64]] | None = None
        for place in np.flatnonzero(board.owners).tolist():
            self.enter(place, board.owner[place])

    def __deepcopy__(self, memo: dict[int, Any]) -> Tally:
        raise TypeError("a tally belongs to its board: make a new one")

    def enter(self, place: int, owner: int) -> None:
        """Start counting a tile of this owner, if its units change each turn."""
        self._count(place, owner, 1)

    def leave(self, place: int, owner: int) -> None:
        """Stop counting it, before it changes its owner or its kind."""
        self._count(place, owner, -1)

    def _count(self, place: int, owner: int, sign: int) -> None:
        kind = self._board.kind[place]
        if kind == Kind.BLANK or owner == NEUTRAL:
            return
        if kind == Kind.SWAMP:
            self._bogs[owner] += sign
        else:
            self._makers[owner] += sign
        if sign > 0:
            self._places[place] = -1 if kind == Kind.SWAMP else 1
        else:
            del self._places[place]
        self._grown = None

    def grow(self, completed: int) -> None:
        """The natural change at the end of a half-turn, on the board and in the sums."""
        board = self._board
        if completed % HALF_TURNS_A_TURN == 0 and self._places:
            if self._grown is None:
                places = np.fromiter(self._places, np.intp, len(self._places))
                changes = np.fromiter(self._places.values(), np.int64, len(self._places))
                self._grown = places, changes
            places, changes = self._grown
            board.units[places] += changes
            for player, makers in enumerate(self._makers):
                self.units[player] += makers - self._bogs[player]
        if completed % HALF_TURNS_A_ROUND == 0:
            board.units += board.owners != NEUTRAL
            for player, land in enumerate(self.land):
                self.units[player] += land

    def ranking(self, teams: Sequence[int], alive: Sequence[int]) -> list[TeamRank]:
        """Teams sorted by units, largest first, then by number; so are the players in a team.

        ``teams[p]`` is the team of player p.
        """
        members: dict[int, list[PlayerRank]] = {}
        for player in range(1, len(teams)):
            row = PlayerRank(player, player not in alive, self.land[player], self.units[player])
            members.setdefault(teams[player], []).append(row)
        rows = [
            TeamRank(
                team,
                sum(row.land for row in group),
                sum(row.units for row in group),
                sorted(group, key=lambda row: (-row.units, row.player)),
            )
            for team, group in members.items()
        ]
        return sorted(rows, key=lambda row: (-row.units, row.team))
