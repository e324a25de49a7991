"""Paths, keys from machines, and the capsule: the code that all house bots share."""

from __future__ import annotations

from collections.abc import Collection

from client import Client
from definition import Pos
from station import CAPSULE, MACHINES, distances

AHEAD = (3, 1, 0)
"""Rounds to look ahead.  A path must not contain places that close within them.  If there is no
such path, the next value is tried."""


class Walker(Client):
    def errand(self) -> bool:
        """Do the next step towards a missing key or the capsule.  False if there is none."""
        here, goals = self.get_my_pos(), self.errands()
        if here not in goals:
            return self.step(goals)
        if here == CAPSULE:
            return bool(self.interact("EscapeCapsule")["success"])
        return bool(self.interact("KeyMachine")["success"])

    def errands(self) -> list[Pos]:
        """The machines of missing keys, or the capsule if no key is missing."""
        keys = self.get_keys()
        if len(keys) == len(self.know.players):
            return [CAPSULE]
        return [pos for pos, key in MACHINES.items() if key not in keys]

    def step(self, goals: Collection[Pos], avoid: Collection[Pos] = ()) -> bool:
        """Move towards a goal, and away from closing places.  False if no move is useful."""
        to = self.next_step(goals, avoid)
        return to is not None and bool(self.move(to)["success"])

    def next_step(self, goals: Collection[Pos], avoid: Collection[Pos] = ()) -> Pos | None:
        here, now = self.get_my_pos(), self.get_round()
        for ahead in AHEAD:
            far = distances(goals, now + ahead, avoid)
            if far.get(here) == 0:
                return None
            if steps := [to for to in self.get_neighbors(here) if to in far]:
                return min(steps, key=lambda to: far[to])
        return None

    def away(self, goals: Collection[Pos]) -> int:
        """Moves to the nearest of these places; a large number if there is no path."""
        return distances(goals, self.get_round()).get(self.get_my_pos(), 1000)
