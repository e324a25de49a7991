"""Your AI.  Change ``play``.

This sample fetches missing keys from the machines, attacks players in its way, and escapes in the
capsule.
"""

from __future__ import annotations

from client import Client
from definition import Pos
from station import MACHINES, distances


class AI(Client):
    def play(self) -> None:
        """One turn: one major action, and any number of minor ones."""
        here = self.get_my_pos()
        if self.strike_near(here):
            return
        if here in self.get_boxes():
            self.view_box("Box", "Key")
            return
        goals = self.goals()
        if here not in goals:
            self.walk(here, goals)
        elif here == self.get_escape_pos():
            self.interact("EscapeCapsule", 1)
        else:
            self.interact("KeyMachine")

    def goals(self) -> list[Pos]:
        """The capsule if no key is missing, else the machines of the missing keys."""
        keys = self.get_keys()
        if len(keys) == 4:
            return [self.get_escape_pos()]
        return [pos for pos, key in MACHINES.items() if key not in keys]

    def strike_near(self, here: Pos) -> bool:
        for number in range(4):
            if number != self.get_my_num():
                pos = self.get_other_pos(number)
                near = pos == here or pos in self.get_neighbors(here)
                if near and pos[2] == here[2]:
                    return bool(self.attack(pos, number)["success"])
        return False

    def walk(self, here: Pos, goals: list[Pos]) -> None:
        """One step along a shortest path."""
        far = distances(goals, self.get_round())
        steps = [pos for pos in self.get_neighbors(here) if pos in far]
        if steps:
            self.move(min(steps, key=lambda pos: far[pos]))
