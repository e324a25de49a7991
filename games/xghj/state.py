"""The state of a game between two rounds: owners, savings, relations, capitals."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.xghj.orders import Relation

NOBODY = -1
"""Stands for "none": the owner of free land, and the capital of a country without one."""

Owners = NDArray[np.int8]


@dataclass
class State:
    """The state before the round with the number ``round``; round 0 has the bids and places.

    Lists are by player from 0.  ``justify[i][j]`` counts the rounds in a row in which i has
    justified a war against j.  ``fell[i]`` is the round in which i was eliminated, None before.
    ``reached`` are the players who have reached the scenario's goal.
    """

    owner: Owners
    saving: list[int]
    relation: list[list[Relation]]
    justify: list[list[int]]
    round: int = 0
    income: list[int] = field(default_factory=list)
    capital: list[int] = field(default_factory=list)
    betrayed: list[bool] = field(default_factory=list)
    fell: list[int | None] = field(default_factory=list)
    reached: list[int] = field(default_factory=list)
    sieged: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, np.bool_))
    memory: dict[str, Any] = field(default_factory=dict)
    """JSON that the parts of a scenario keep from round to round."""

    @classmethod
    def start(cls, size: int, money: list[int]) -> State:
        players = len(money)
        unknown = Relation.UNDISCOVERED
        return cls(
            owner=np.full(size, NOBODY, np.int8),
            saving=list(money),
            relation=[[unknown] * players for _ in range(players)],
            justify=[[0] * players for _ in range(players)],
            income=[0] * players,
            capital=[NOBODY] * players,
            betrayed=[False] * players,
            fell=[None] * players,
            sieged=np.zeros(size, np.bool_),
        )

    @property
    def players(self) -> range:
        return range(len(self.saving))

    def alive(self, player: int) -> bool:
        return self.fell[player] is None

    @property
    def living(self) -> list[int]:
        return [player for player in self.players if self.fell[player] is None]

    def allied(self, one: int, other: int) -> bool:
        """Whether the two are allied; a player counts as an ally of itself."""
        return one == other or self.relation[one][other] is Relation.ALLIED

    def friendly(self) -> list[list[bool]]:
        """`allied` for all pairs."""
        ally = Relation.ALLIED
        return [
            [relation is ally or one == other for other, relation in enumerate(row)]
            for one, row in enumerate(self.relation)
        ]

    def area(self, player: int) -> int:
        return self.areas()[player]

    def areas(self) -> list[int]:
        """Each player's number of cells."""
        areas: list[int] = np.bincount(self.owner + 1, minlength=len(self.saving) + 1).tolist()
        return areas[1:]
