"""Stalker: attacks players whom it can beat on its way to the keys, and avoids campers."""

from __future__ import annotations

from definition import Player, Pos
from fighter import Fighter, hits
from protocol import Connection
from station import MACHINES, passages

MEMORY = 12
"""Rounds for which it avoids a machine after it has seen a player there."""
NEAR = 4
"""Maximum distance of a box that it fetches, in moves."""
CLOSE = 3
"""Maximum distance of an approaching player for whom it waits, in moves."""


class AI(Fighter):
    def __init__(self, connection: Connection):
        super().__init__(connection)
        self.guarded: dict[Pos, int] = {}
        """For each machine, the round in which a player was last seen there."""
        self.before: dict[int, int] = {}
        """For each visible player, the distance in the turn before."""

    def play(self) -> None:
        self.watch()
        if self.must_leave() or not self.fight():
            self.hurry()
        self.before = {foe.id: self.away([foe.pos]) for foe in self.foes()}

    def fight(self) -> bool:
        """Take a box, attack, heal or wait in ambush.  False if none of these is useful."""
        spoils = self.take_box(0) or self.strike() or self.heal() or self.take_box(NEAR)
        return spoils or self.ambush()

    def watch(self) -> None:
        for foe in self.foes():
            if foe.pos in MACHINES:
                self.guarded[foe.pos] = self.get_round()

    def ambush(self) -> bool:
        """Whether to wait for an approaching player, because the first attacker wins."""
        return any(self.comes(foe) and self.beats(foe) for foe in self.foes())

    def comes(self, foe: Player) -> bool:
        return self.away([foe.pos]) <= min(CLOSE, self.before.get(foe.id, 0) - 1)

    def beats(self, foe: Player) -> bool:
        return hits(foe.hp) <= hits(self.get_my_hp())

    def hurry(self) -> None:
        """Go to the next key or the capsule, and avoid players who can attack, and traps."""
        goals = self.errands()
        here, now = self.get_my_pos(), self.get_round()
        if here in goals:
            self.errand()
            return
        free = [goal for goal in goals if now >= self.guarded.get(goal, -MEMORY) + MEMORY] or goals
        foes = [foe.pos for foe in self.foes()]
        reach = {near for pos in foes for near in (pos, *passages(pos, now))} - {here}
        to = self.next_step(free, reach) or self.next_step(free)
        if to is None:
            return
        if self.doorstep(to) and not self.get_check_cd() and to[2] == here[2]:
            self.detect(to)
        self.move(to)

    def doorstep(self, pos: Pos) -> bool:
        """Whether campers place traps here."""
        return any(near in MACHINES for near in passages(pos, self.get_round()))
