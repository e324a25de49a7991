"""Camper: lies in wait at its own machine behind traps, and lives on what the dead leave."""

from __future__ import annotations

from definition import Pos
from fighter import Fighter
from protocol import Connection
from station import CAPSULE, MATERIALS, distances, passages

PATIENCE = 45
"""After this round it fetches the keys itself that it has not got by then."""
NEAR = 4
"""Moves that it goes for a box."""
QUIET = 5
"""While nobody in sight is so near to its machine it has the time to fetch a trap."""
REFILL = 8
"""Rounds for which it does not come back to an empty material point."""
TRAPS = ("Sticky", "LandMine")


class AI(Fighter):
    def __init__(self, connection: Connection):
        super().__init__(connection)
        self.empty: dict[Pos, int] = {}
        """Until when there is nothing at a material point."""

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
        """The own machine, to which everybody has to come."""
        return self.get_spawn_pos(self.get_my_num())

    def bare(self) -> list[Pos]:
        """The doorsteps of the machine that have no trap of ours."""
        trapped = {*self.get_landmine_pos(), *self.get_sticky_pos()}
        return [pos for pos in passages(self.post(), self.get_round()) if pos not in trapped]

    def lay(self) -> None:
        """A trap on the doorstep."""
        if self.get_my_pos() in self.bare():
            for kind in TRAPS:
                if self.get_tools().count(kind) and self.put_trap(kind)["success"]:
                    return

    def fetch(self) -> bool:
        """What is missing, slime first, while nobody comes; then to the doorstep with it."""
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
