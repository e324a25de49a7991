"""Settler: takes tile after tile, the nearest ones first, and cities once it can afford them."""

from __future__ import annotations

from state import Kind, Operations, State

PATIENCE = 22
"""Half-turns in which the capital gathers before the first army leaves."""
LONGEST = 16
"""Orders of one march."""
CROWDED = 400
"""Own places for each order that it plans at a time.  It searches a large land less often."""


class Strategy:
    """Has no memory: everything follows from the board."""

    def __init__(self, state: State):
        self.state = state

    def choose(self, operations: Operations) -> None:
        if self.state.half < PATIENCE or self.state.queue:
            return
        steps = self.steps()
        for source, target in steps[: 1 + len(self.state.own()) // CROWDED]:
            operations.move(source, target)
        if not steps:
            operations.walk(self.march()[: LONGEST + 1])

    def steps(self) -> list[tuple[int, int]]:
        """Tiles that one move takes, sorted from best to worst, at most one for each army."""
        state = self.state
        found = [
            (self.worth(source, target), source, target)
            for source in state.frontier()
            for target in state.neighbours(source)
            if state.units[source] > state.cost(target) and self.wanted(target)
        ]
        found.sort(reverse=True)
        best: dict[int, int] = {}
        for _, source, target in found:
            best.setdefault(source, target)
        return list(best.items())

    def wanted(self, place: int) -> bool:
        state = self.state
        if not state.open[place] or state.kinds[place] == Kind.SWAMP:
            return False
        return not state.friendly(state.owners[place])

    def worth(self, source: int, target: int) -> float:
        """Cheap tiles with room behind them; a city is worth a long wait."""
        state = self.state
        room = sum(self.wanted(near) for near in state.neighbours(target))
        kind = {Kind.CAPITAL: 1000, Kind.CITY: 40}.get(Kind(state.kinds[target]), 0)
        taken = 3 if state.owners[target] else 0
        return kind + taken + room - 0.5 * state.cost(target) + 0.01 * state.units[source]

    def march(self) -> list[int]:
        """The largest army goes to the nearest tile that it can take."""
        state = self.state
        for source in state.armies()[:3]:
            army = state.units[source]
            path = state.path(
                source, lambda place, army=army: self.wanted(place) and state.cost(place) < army
            )
            if path:
                return path
        return []
