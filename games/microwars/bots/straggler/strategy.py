"""The straggler: every unit for itself.  It strays about and shoots at the nearest enemy it can."""

from __future__ import annotations

import random

from rules import BLAST, Field, Order, Unit, distance
from state import State

SEED = 5
STRAYING = 0.55
"""How often a unit goes anywhere instead of towards an enemy."""


class Strategy:
    """Knows no plan, and looks at no friend."""

    def __init__(self, state: State):
        self.state = state
        self.random = random.Random(SEED)

    def choose(self) -> list[Order]:
        if self.state.late():
            return []
        return [unit.order(self.shot(unit), self.step(unit)) for unit in self.state.mine]

    def nearest(self, unit: Unit) -> Unit | None:
        return min(
            self.state.enemies,
            key=lambda enemy: distance(unit.field, enemy.field),
            default=None,
        )

    def shot(self, unit: Unit) -> Field | None:
        """The nearest enemy in range, unless the unit would hit itself."""
        enemy = self.nearest(unit)
        if enemy is None or distance(unit.field, enemy.field) <= BLAST[unit.kind]:
            return None
        return enemy.field if unit.reaches(enemy.field) else None

    def step(self, unit: Unit) -> Field | None:
        steps = self.state.steps(unit)
        enemy = self.nearest(unit)
        if not steps or enemy is None:
            return None
        if self.random.random() < STRAYING:
            return self.random.choice(steps)
        return min(steps, key=lambda field: distance(field, enemy.field))
