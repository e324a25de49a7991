"""The gunner: its army advances in line, keeps its distance, and adds its shots up to kills."""

from __future__ import annotations

from collections import Counter

from fire import aim
from rules import Field, Kind, Order, Unit, around, distance
from state import State

LINE = 2
"""Fields by which a unit may be ahead of the middle of its army."""
PATIENCE = 30
"""Turns without a hit after which the line loosens: in narrow ways it may stand in its own way."""
CROWD = 2
"""So near to each other one blast hits two."""
THREAT = {Kind.TANK: 2, Kind.CANNON: 5}
"""How far away an enemy is to be feared."""
ARM = 4
"""So far from the nearest enemy a cannon likes to stand."""
NEAR = ARM + 2
"""From here on it looks at that distance, and not at the way."""


class Strategy:
    def __init__(self, state: State):
        self.state = state
        self.ways: dict[Field, int] = {}
        self.dangers: Counter[Field] = Counter()
        self.goals: set[Field] = set()
        self.front = 0
        self.points = 0
        self.idle = 0

    def choose(self) -> list[Order]:
        state = self.state
        if state.late():
            return []
        shots = aim(state)
        self.look()
        return [unit.order(shots.get(unit.field), self.goal(unit)) for unit in self.foremost()]

    def look(self) -> None:
        """Ways to the enemy, where he may shoot, and how far ahead a unit may be."""
        state = self.state
        self.ways = state.distances(enemy.field for enemy in state.enemies)
        self.dangers = Counter()
        for enemy in state.enemies:
            self.dangers.update(around(enemy.field, THREAT[enemy.kind]))
        self.goals = {unit.field for unit in state.mine}
        points = sum(unit.hp for unit in state.units.values())
        self.idle = self.idle + 1 if points == self.points else 0
        self.points = points
        far = sorted(map(self.way, self.goals))
        slack = LINE + max(0, self.idle - PATIENCE) // 4
        self.front = far[len(far) // 2] - slack if far else 0

    def way(self, field: Field) -> int:
        return self.ways.get(field, 0)

    def foremost(self) -> list[Unit]:
        return sorted(self.state.mine, key=lambda unit: self.way(unit.field))

    def goal(self, unit: Unit) -> Field:
        """The best field that no unit before this one has chosen."""
        self.goals.discard(unit.field)
        steps = [step for step in self.state.steps(unit) if step not in self.goals]
        best = min([unit.field, *steps], key=lambda field: self.cost(unit, field))
        self.goals.add(best)
        return best

    def cost(self, unit: Unit, field: Field) -> float:
        """How bad it is to stand there in the next turn."""
        way = self.way(field)
        cost = float(way)
        if unit.kind is Kind.CANNON:
            near = min((distance(field, enemy.field) for enemy in self.state.enemies), default=0)
            cost = 3.0 * abs(near - ARM) if near <= NEAR else 2.0 * way
        if 1 < way < self.front:
            cost += 4.0 * (self.front - way)
        if self.dangers[field]:
            cost += 0.4 * sum(near in self.goals for near in around(field, CROWD))
            cost += 2.0 * self.dangers[field] / unit.hp
        return cost
