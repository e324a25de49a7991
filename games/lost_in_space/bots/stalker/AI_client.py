"""Stalker: strikes whom it can beat on its way to the keys, and shuns who lies in wait."""

from __future__ import annotations

from definition import Player, Pos
from fighter import Fighter, hits
from protocol import Connection
from station import MACHINES, passages

MEMORY = 12
"""Rounds for which it shuns a machine at which it has seen somebody."""
NEAR = 4
"""Moves that it goes for a box."""
CLOSE = 3
"""Moves within which it waits for who comes nearer."""


class AI(Fighter):
    def __init__(self, connection: Connection):
        super().__init__(connection)
        self.guarded: dict[Pos, int] = {}
        """When somebody was last seen at a machine."""
        self.before: dict[int, int] = {}
        """How far those in sight were in the turn before."""

    def play(self) -> None:
        self.watch()
        if self.must_leave() or not self.fight():
            self.hurry()
        self.before = {foe.id: self.away([foe.pos]) for foe in self.foes()}

    def fight(self) -> bool:
        """Whether there is something better to do than to hurry on."""
        spoils = self.take_box(0) or self.strike() or self.heal() or self.take_box(NEAR)
        return spoils or self.ambush()

    def watch(self) -> None:
        for foe in self.foes():
            if foe.pos in MACHINES:
                self.guarded[foe.pos] = self.get_round()

    def ambush(self) -> bool:
        """Who comes nearer by himself is waited for: who strikes first wins."""
        return any(self.comes(foe) and self.beats(foe) for foe in self.foes())

    def comes(self, foe: Player) -> bool:
        return self.away([foe.pos]) <= min(CLOSE, self.before.get(foe.id, 0) - 1)

    def beats(self, foe: Player) -> bool:
        return hits(foe.hp) <= hits(self.get_my_hp())

    def hurry(self) -> None:
        """To the next key or out, around whoever could strike, and not into traps."""
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
        """Where campers lay their traps."""
        return any(near in MACHINES for near in passages(pos, self.get_round()))
