"""The view of each team, updated tile by tile.

A team's count of a tile is the number of its tiles within reach, plus one if the tile is lit.
The tile is in view while this count is positive.  If a tile gets a new owner, only the counts
around it change.  So the cost of a half-turn depends on its changes, not on the size of the board.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from games.generals.orders import Modifiers
from games.generals.terrain import NEUTRAL, Board, Flags

Counts = NDArray[np.int32]

USUAL_REACH = 1
_WINDOWS_MEET = 64
"""If this many tiles get a new owner at once, one pass over the board counts them."""


class Vision:
    """The counts of every team but the spectators, who see everything.

    It collects the tiles that come into view or leave it until the next call of `flips`.
    """

    def __init__(self, board: Board, teams: Sequence[int], modifiers: Modifiers) -> None:
        """``teams[p]`` is the team of player p, and ``teams[0]`` is 0."""
        veil = modifiers.misty_veil
        self._height, self._width = board.height, board.width
        # A view larger than the board shows nothing more.
        self._reach = USUAL_REACH if veil is None else min(veil, max(board.height, board.width))
        self._everything = modifiers.crystal_clear
        size = board.height * board.width
        always = board.lit if veil is None else np.zeros(size, np.bool_)
        self._near: dict[int, tuple[int, ...]] = {}
        self._counts: dict[int, Counts] = {}
        self._net: dict[int, dict[int, int]] = {}
        team_of = np.array(teams, np.uint8)
        for team in sorted(set(teams[1:])):
            counts = always.astype(np.int32)
            if self._reach >= 0:
                counts += self._windows(team_of[board.owners] == team)
            self._counts[team] = counts
            self._net[team] = {}
        self._views = {team: counts.data for team, counts in self._counts.items()}

    def sees(self, team: int, place: int) -> bool:
        """Whether the team sees the tile.  KeyError for a team that does not play."""
        return self._everything or self._views[team][place] > 0

    def mask(self, team: int) -> Flags:
        """Which tiles the team sees.  KeyError for a team that does not play."""
        return self._counts[team] > 0 if not self._everything else self._counts[team] >= 0

    def moved(self, place: int, old: int, new: int) -> None:
        """A tile went from a player of team ``old`` to one of team ``new``."""
        if old == new or self._everything or self._reach < 0:
            return
        if self._reach > USUAL_REACH:
            self._moved_far(place, old, new)
            return
        window = self._near.get(place) or self._window(place)
        if new != NEUTRAL:
            view, net = self._views[new], self._net[new]
            for at in window:
                count = view[at]
                view[at] = count + 1
                if not count:
                    net[at] = net.get(at, 0) + 1
        if old != NEUTRAL:
            view, net = self._views[old], self._net[old]
            for at in window:
                count = view[at] - 1
                view[at] = count
                if not count:
                    net[at] = net.get(at, 0) - 1

    def _window(self, place: int) -> tuple[int, ...]:
        x, y = divmod(place, self._width)
        reach, width = self._reach, self._width
        rows = range(max(x - reach, 0), min(x + reach + 1, self._height))
        columns = range(max(y - reach, 0), min(y + reach + 1, width))
        window = tuple(row * width + column for row in rows for column in columns)
        self._near[place] = window
        return window

    def _moved_far(self, place: int, old: int, new: int) -> None:
        x, y = divmod(place, self._width)
        reach = self._reach
        top, left = max(x - reach, 0), max(y - reach, 0)
        for team, sign in ((new, 1), (old, -1)):
            if team == NEUTRAL:
                continue
            board = self._counts[team].reshape(self._height, self._width)
            window = board[top : x + reach + 1, left : y + reach + 1]
            window += sign
            rows, columns = np.nonzero(window == (1 if sign > 0 else 0))
            self._note(team, (rows + top) * self._width + columns + left, sign)

    def moved_all(self, places: NDArray[np.intp], old: int, new: int) -> None:
        """All these tiles went from team ``old`` to team ``new``."""
        if old == new or self._everything or self._reach < 0:
            return
        if len(places) < _WINDOWS_MEET:
            for place in places.tolist():
                self.moved(place, old, new)
            return
        taken = np.zeros(self._height * self._width, np.bool_)
        taken[places] = True
        change = self._windows(taken)
        for team, sign in ((new, 1), (old, -1)):
            if team == NEUTRAL:
                continue
            counts = self._counts[team]
            before = counts > 0
            counts += sign * change
            self._note(team, np.flatnonzero((counts > 0) != before), sign)

    def _note(self, team: int, places: NDArray[np.intp], sign: int) -> None:
        net = self._net[team]
        for at in places.tolist():
            net[at] = net.get(at, 0) + sign

    def _windows(self, chosen: Flags) -> Counts:
        """For every tile the number of chosen ones within reach: a box sum."""
        height, width, reach = self._height, self._width, self._reach
        sums = np.zeros((height + 1, width + 1), np.int32)
        grid = chosen.reshape(height, width)
        np.cumsum(np.cumsum(grid, 0, dtype=np.int32), 1, out=sums[1:, 1:])
        low, high = np.arange(height) - reach, np.arange(height) + reach + 1
        rows = sums[high.clip(0, height)] - sums[low.clip(0, height)]
        low, high = np.arange(width) - reach, np.arange(width) + reach + 1
        found: Counts = rows[:, high.clip(0, width)] - rows[:, low.clip(0, width)]
        return found.ravel()

    def flips(self, team: int) -> dict[int, bool]:
        """The tiles that came into view (True) or left it (False) since the last call."""
        net = self._net[team]
        if not net:
            return {}
        self._net[team] = {}
        return {at: change > 0 for at, change in net.items() if change}
