"""Strikes, boxes and kits: what the house bots share that fight."""

from __future__ import annotations

from definition import FULL, HIT, KIT_HEALS, NOWHERE, Player, Pos
from station import is_open, passages
from walker import Walker


class Fighter(Walker):
    def foes(self) -> list[Player]:
        """Whom one sees."""
        return [other for other in self.others if other.up and other.pos != NOWHERE]

    def must_leave(self) -> bool:
        """Whether this place closes at the end of the round."""
        return not is_open(self.get_my_pos(), self.get_round() + 1)

    def within_reach(self, pos: Pos) -> list[Player]:
        """Who could strike somebody at a place, and be struck from there."""
        near = {pos, *passages(pos, self.get_round())}
        return [foe for foe in self.foes() if foe.pos in near]

    def strike(self) -> bool:
        """The one that dies first; of equals, the one that has more keys."""
        near = self.within_reach(self.get_my_pos())
        if not near:
            return False
        foe = min(near, key=lambda foe: (hits(foe.hp), -len(foe.keys)))
        return bool(self.attack(foe.pos, foe.id)["success"])

    def take_box(self, reach: int) -> bool:
        """The keys of a box, if one is at most so many moves away."""
        here, boxes = self.get_my_pos(), self.get_boxes()
        if here in boxes:
            return bool(self.view_box("Box")["success"])
        return self.away(boxes) <= reach and self.step(boxes)

    def heal(self) -> bool:
        """Where no point is lost."""
        if self.get_tools().kit and self.get_my_hp() <= FULL - KIT_HEALS:
            return bool(self.use_tool("Kit")["success"])
        return False


def hits(hp: int) -> int:
    """How many strikes it takes."""
    return -(-hp // HIT)
