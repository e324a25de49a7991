"""Your bot.  Change `Strategy.choose`; it is called once for every turn.

This sample walks to the nearest enemy and shoots where it hits most.
"""

from __future__ import annotations

from rules import Field, Order, Unit
from state import State


class Strategy:
    """Keep here what you want to remember between turns."""

    def __init__(self, state: State):
        """``state`` is that of the first turn, and stays up to date."""
        self.state = state

    def choose(self) -> list[Order]:
        """Orders for your units; those without one stay and do not shoot."""
        state = self.state
        if state.late():
            return []
        ways = state.distances(enemy.field for enemy in state.enemies)
        return [unit.order(self.shot(unit), self.step(unit, ways)) for unit in state.mine]

    def shot(self, unit: Unit) -> Field | None:
        """The target with the most enemies in its blast, and none of your units."""
        near = [enemy.field for enemy in self.state.enemies if unit.reaches(enemy.field)]
        best = max(near, key=lambda target: self.worth(unit, target), default=None)
        return best if best and self.worth(unit, best) > 0 else None

    def worth(self, unit: Unit, target: Field) -> int:
        """How many enemies a shot hits; below 0 where it hits a unit of yours."""
        return sum(-9 if hit.mine else 1 for hit in self.state.struck(unit, target))

    def step(self, unit: Unit, ways: dict[Field, int]) -> Field | None:
        """One field nearer to the enemy, unless it is within range already."""
        here = ways.get(unit.field, 0)
        if here <= 1 or any(unit.reaches(enemy.field) for enemy in self.state.enemies):
            return None
        nearer = [field for field in self.state.steps(unit) if ways.get(field, here) < here]
        return min(nearer, key=lambda field: ways[field], default=None)
