"""The data that a replay keeps of a game, and the wire's form of the special rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from games.generals.board import clamp
from games.generals.orders import Modifiers, Order
from games.generals.structures import (
    GameInfo,
    InitInfo,
    Modifier,
    PlayerMove,
    PlayerRanking,
    Replay,
    ReplayStep,
    TeamRanking,
)
from games.generals.tally import HALF_TURNS_A_TURN, TeamRank


class Rule(IntEnum):
    """The special rules of `Modifiers` by their keys on the wire.  Only Misty Veil uses its key's
    value."""

    LEAPFROG = 1
    CITY_STATE = 2
    MISTY_VEIL = 3
    CRYSTAL_CLEAR = 4
    SILENT_WAR = 5


def rules_of(modifiers: Iterable[Modifier]) -> tuple[Modifiers, list[int]]:
    """The special rules of a list, and its unknown keys in order.

    If a key occurs several times, its last value counts.
    """
    values = {modifier.key: modifier.value for modifier in modifiers}
    rules = Modifiers(
        leapfrog=Rule.LEAPFROG in values,
        city_state=Rule.CITY_STATE in values,
        misty_veil=values.get(Rule.MISTY_VEIL),
        crystal_clear=Rule.CRYSTAL_CLEAR in values,
        silent_war=Rule.SILENT_WAR in values,
    )
    return rules, [key for key in values if key not in set(Rule)]


def listed(rules: Modifiers) -> tuple[Modifier, ...]:
    """Inverse of `rules_of`, keys ascending."""
    given = rules.to_json()
    values = ((rule, given[rule.name.lower()]) for rule in Rule)
    return tuple(
        Modifier(rule, 0 if value is True else value)
        for rule, value in values
        if value is not None and value is not False
    )


def rankings(rows: Sequence[TeamRank]) -> tuple[TeamRanking, ...]:
    """The leaderboard as structures; units are clamped to 32 bits."""
    return tuple(
        TeamRanking(
            row.team,
            row.land,
            clamp(row.units),
            tuple(
                PlayerRanking(one.player, one.defeated, one.land, clamp(one.units))
                for one in row.players
            ),
        )
        for row in rows
    )


@dataclass(slots=True)
class Record:
    """A game so far: how it began, and a step for every half-turn played.

    ``timestamp`` is in Unix seconds, ``terrain`` a Tile[] of the board before half-turn 0.
    """

    info: InitInfo
    timestamp: int
    terrain: NDArray[np.void]
    steps: list[ReplayStep] = field(default_factory=list)

    def add(self, collected: Iterable[tuple[int, Order]], left: Iterable[int]) -> None:
        """Add a half-turn: its orders in priority order, and the players who left in it."""
        moves = tuple(PlayerMove(player, *order) for player, order in collected)
        self.steps.append(ReplayStep(len(self.steps), moves, tuple(left)))

    def replay(self, game: GameInfo, winner: int) -> Replay:
        return Replay(
            rid=game.rid,
            timestamp=self.timestamp,
            speed=game.speed,
            init_info=self.info,
            length=-(-len(self.steps) // HALF_TURNS_A_TURN),
            player_num=self.info.n,
            players=game.players,
            winner=winner,
            terrain=self.terrain,
            steps=tuple(self.steps),
        )
