"""Camper: waits at its own machine behind traps, and takes the keys of players who die there."""

from __future__ import annotations

from definition import Pos
from fighter import Fighter
from protocol import Connection
from station import CAPSULE, MATERIALS, distances, passages

PATIENCE = 45
"""After this round it fetches the missing keys from the machines."""
NEAR = 4
"""Maximum distance of a box that it fetches, in moves."""
QUIET = 5
"""It fetches a trap only if all visible players are at least this many moves from its machine."""
REFILL = 8
"""Rounds for which it does not come back to an empty material point."""
TRAPS = ("Sticky", "LandMine")


class AI(Fighter):
    def __init__(self, connection: Connection):
        super().__init__(connection)
        self.empty: dict[Pos, int] = {}
        """For each material point that was empty, the round until which it avoids the point."""

    def play(self) -> None:
        if self.must_leave():
            self.errand()
            return
        self.lay()
        _ = self.take_box(0) or self.strike() or self.heal() or self.take_box(NEAR) or self.camp()

    def camp(self) -> bool:
        if self.errands() == [CAPSULE] or self.get_round() > PATIENCE:
            return self.errand()
        return self.fetch() or self.step([self.post()])

    def post(self) -> Pos:
        """The own machine, which all other players need."""
        return self.get_spawn_pos(self.get_my_num())

    def bare(self) -> list[Pos]:
        """The places next to the machine that have no trap of ours."""
        trapped = {*self.get_landmine_pos(), *self.get_sticky_pos()}
        return [pos for pos in passages(self.post(), self.get_round()) if pos not in trapped]

    def lay(self) -> None:
        """Place a trap, if this place is next to the machine."""
        if self.get_my_pos() in self.bare():
            for kind in TRAPS:
                if self.get_tools().count(kind) and self.put_trap(kind)["success"]:
                    return

    def fetch(self) -> bool:
        """Fetch missing traps while nobody is near, and carry them to the machine."""
        bag, here, bare = self.get_tools(), self.get_my_pos(), self.bare()
        far = distances([self.post()], self.get_round())
        if not bare or any(far.get(foe.pos, QUIET) < QUIET for foe in self.foes()):
            return False
        carried = sum(map(bag.count, TRAPS))
        if carried >= len(bare):
            return self.step(bare)
        if here in self.points():
            return self.collect(min(TRAPS, key=bag.count))
        return self.step([pos for pos in self.points() if pos in far and far[pos] < QUIET])

    def points(self) -> list[Pos]:
        """Material points of this layer that are not known to be empty."""
        here, now = self.get_my_pos(), self.get_round()
        return [pos for pos in MATERIALS if pos[2] == here[2] and self.empty.get(pos, 0) <= now]

    def collect(self, kind: str) -> bool:
        if not self.view_box("Materials", kind)["success"]:
            self.empty[self.get_my_pos()] = self.get_round() + REFILL
        return True
