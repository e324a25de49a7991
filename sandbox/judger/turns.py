"""How much CPU time the single turns of a seat took: a histogram by powers of two, and the slowest.

Bin k counts turns of less than 2^k µs and of at least half as many; bin 0 those below 1 µs.
"""

from __future__ import annotations

from games.engine import JSON

BINS = 40
"""The last one holds what is longer than four days."""


class TurnTimes:
    """Counts turns, at little more than the cost of a list's element each."""

    __slots__ = ("_bins", "_game", "_slowest", "_turn")

    def __init__(self) -> None:
        self._bins = [0] * BINS
        self._slowest = -1
        self._game = self._turn = 0

    def add(self, cpu_ns: int, turn: int) -> None:
        """A turn has been answered, or was given up; ``turn`` counts the seat's own from 1."""
        self._bins[(cpu_ns // 1000).bit_length()] += 1
        if cpu_ns > self._slowest:
            self._slowest, self._turn = cpu_ns, turn

    def take(self, other: TurnTimes, game: int) -> None:
        """Count in those of one game."""
        self._bins = [mine + more for mine, more in zip(self._bins, other._bins, strict=True)]
        if other._slowest > self._slowest:
            self._slowest, self._turn, self._game = other._slowest, other._turn, game

    def to_json(self) -> JSON:
        """None without turns; ``bins`` by their numbers, without empty ones."""
        if self._slowest < 0:
            return None
        bins = {str(number): count for number, count in enumerate(self._bins) if count}
        slowest = {"us": self._slowest // 1000, "game": self._game, "turn": self._turn}
        return {"bins": bins, "slowest": slowest}
