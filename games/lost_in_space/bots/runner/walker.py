"""Ways through the station, keys from machines, and out: what every house bot can do."""

from __future__ import annotations

from collections.abc import Collection

from client import Client
from definition import Pos
from station import CAPSULE, MACHINES, distances

AHEAD = (3, 1, 0)
"""Places that close within so many rounds are avoided, as far as that can be done."""


class Walker(Client):
    def errand(self) -> bool:
        """The next step to freedom: a missing key, or the capsule.  False where there is none."""
        here, goals = self.get_my_pos(), self.errands()
        if here not in goals:
            return self.step(goals)
        if here == CAPSULE:
            return bool(self.interact("EscapeCapsule")["success"])
        return bool(self.interact("KeyMachine")["success"])

    def errands(self) -> list[Pos]:
        """Where a key is missing, or the capsule where none is."""
        keys = self.get_keys()
        if len(keys) == len(self.know.players):
            return [CAPSULE]
        return [pos for pos, key in MACHINES.items() if key not in keys]

    def step(self, goals: Collection[Pos], avoid: Collection[Pos] = ()) -> bool:
        """One move nearer to a goal, and out of what closes; False where there is no reason to."""
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
        """Moves to the nearest of these places; a large number where there is no way."""
        return distances(goals, self.get_round()).get(self.get_my_pos(), 1000)
