"""Your bot.  Change `Strategy.choose`; it is called once for every half-turn.

This sample takes the tiles that cost least.  When there are none, it leads its largest army to
the nearest enemy that it knows.
"""

from __future__ import annotations

from state import Kind, Operations, State

MARCH = 8
"""Units that make an army worth leading against an enemy."""
FAR = 12
"""Orders of one march; then it looks around again."""


class Strategy:
    """Keeps what you want to remember between half-turns."""

    def __init__(self, state: State):
        self.state = state

    def choose(self, operations: Operations) -> None:
        """Plan when no order waits; the game plays one order per half-turn."""
        if self.state.queue:
            return
        step = self.cheapest_step()
        if step:
            operations.move(*step)
            return
        path = self.march()
        operations.walk(path[: FAR + 1])

    def cheapest_step(self) -> tuple[int, int] | None:
        """The move that takes the most worth per unit: capitals above all, then cities, then enemies."""
        state = self.state
        best, best_worth = None, 0.0
        for source in sorted(state.frontier()):
            for target in state.neighbours(source):
                if not state.open[target] or state.friendly(state.owners[target]):
                    continue
                cost = state.cost(target)
                if state.units[source] - 1 < max(cost, 1) or state.kinds[target] == Kind.SWAMP:
                    continue
                worth = self.worth(target) / (cost + 2)
                if worth > best_worth:
                    best, best_worth = (source, target), worth
        return best

    def worth(self, target: int) -> float:
        state = self.state
        if state.kinds[target] == Kind.CAPITAL:
            return 1000.0
        kind = 10.0 if state.kinds[target] == Kind.CITY else 1.0
        return kind * (2.0 if state.owners[target] else 1.0)

    def march(self) -> list[int]:
        """The path of the largest army to an enemy, or else to any tile that is not ours."""
        state = self.state
        armies = state.armies()
        if not armies:
            return []
        source = armies[0]
        if state.units[source] >= MARCH:
            path = state.path(source, lambda place: self.hostile(place, state.units[source]))
            if path:
                return path
        reach = state.units[source]
        return state.path(
            source,
            lambda place: (
                not state.friendly(state.owners[place])
                and state.kinds[place] != Kind.SWAMP
                and state.cost(place) < reach
            ),
        )

    def hostile(self, place: int, army: int) -> bool:
        seen = self.state.sight(place)
        return seen.owner != 0 and not self.state.friendly(seen.owner) and seen.units < army
