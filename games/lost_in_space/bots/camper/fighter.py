"""Attacks, boxes and kits: the code that fighting house bots share."""

from __future__ import annotations

from definition import FULL, HIT, KIT_HEALS, NOWHERE, Player, Pos
from station import is_open, passages
from walker import Walker


class Fighter(Walker):
    def foes(self) -> list[Player]:
        """The visible players."""
        return [other for other in self.others if other.up and other.pos != NOWHERE]

    def must_leave(self) -> bool:
        """Whether this place closes at the end of the round."""
        return not is_open(self.get_my_pos(), self.get_round() + 1)

    def within_reach(self, pos: Pos) -> list[Player]:
        """The visible players who can attack a player at ``pos``, and be attacked from there."""
        near = {pos, *passages(pos, self.get_round())}
        return [foe for foe in self.foes() if foe.pos in near]

    def strike(self) -> bool:
        """Attack the player who needs the fewest hits; among equals, the one with most keys."""
        near = self.within_reach(self.get_my_pos())
        if not near:
            return False
        foe = min(near, key=lambda foe: (hits(foe.hp), -len(foe.keys)))
        return bool(self.attack(foe.pos, foe.id)["success"])

    def take_box(self, reach: int) -> bool:
        """Take a box, or go to one that is at most ``reach`` moves away."""
        here, boxes = self.get_my_pos(), self.get_boxes()
        if here in boxes:
            return bool(self.view_box("Box")["success"])
        return self.away(boxes) <= reach and self.step(boxes)

    def heal(self) -> bool:
        """Use a kit, if the player gets all its hit points."""
        if self.get_tools().kit and self.get_my_hp() <= FULL - KIT_HEALS:
            return bool(self.use_tool("Kit")["success"])
        return False


def hits(hp: int) -> int:
    """The number of attacks that take these hit points."""
    return -(-hp // HIT)
