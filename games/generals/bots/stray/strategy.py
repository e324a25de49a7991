"""Stray: moves some army of its own to some tile beside it."""

from __future__ import annotations

from random import Random

from state import Operations, State

TRIES = 20


class Strategy:
    """Draws its moves; every game of the same start draws the same ones."""

    def __init__(self, state: State):
        self.state = state
        self.random = Random(f"{state.capital} {state.player}")

    def choose(self, operations: Operations) -> None:
        state = self.state
        places = sorted(state.own())
        for _ in range(min(TRIES, len(places))):
            source = self.random.choice(places)
            if state.units[source] > 1:
                near = [target for target in state.neighbours(source) if state.open[target]]
                if near:
                    half = self.random.random() < 0.5
                    operations.move(source, self.random.choice(near), half)
                return
