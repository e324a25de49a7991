"""The ranking: by goal, rounds survived, land and savings, in this order."""

from __future__ import annotations

from games.engine import ranks_of
from games.xghj.state import State


def standing(state: State, player: int) -> tuple[int, int, int, int]:
    """The values by which a country is ranked; larger is better."""
    fell = state.fell[player]
    survived = state.round - 1 if fell is None else fell - 1
    return player in state.reached, survived, state.area(player), state.saving[player]


def ranks(state: State) -> list[int]:
    """The rank of every country, from 1; equal countries share the better rank."""
    return ranks_of([standing(state, player) for player in state.players])
