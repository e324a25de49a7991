"""Arithmetic of tables: places, win rates, trends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def places(values: Sequence[Any]) -> list[int]:
    """The place of each value, the largest first; equal values share the better place: 1 2 2 4."""
    first: dict[Any, int] = {}
    for place, value in enumerate(sorted(values, reverse=True), 1):
        first.setdefault(value, place)
    return [first[value] for value in values]


def win_rate(wins: int, draws: int, losses: int) -> float | None:
    """The share of points won, from 0 to 1, where a draw is half a win; None before any match."""
    played = wins + draws + losses
    return (wins + draws / 2) / played if played else None


def trend(earlier: float | None, now: float) -> float:
    """How far a value has moved; 0 where there is nothing to compare it with."""
    return 0.0 if earlier is None else now - earlier
