"""The result of each seat of a match, with the CPU time that its single turns took.

Turns are a histogram by powers of two, and the slowest: bin k counts turns of less than 2^k µs and
of at least half as many; bin 0 those below 1 µs.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from games.engine import JSON, Fault

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


MOST = 20
"""Faults of a seat, and disturbed turns of a match, that are listed with their numbers, at most."""


@dataclass(slots=True)
class SeatRecord:
    """The usage and faults of one seat of the match over all games, in ns and bytes.

    ``stolen_ns`` is CPU time that it used outside its turns, ``output_bytes`` all that came
    on its standard output.
    """

    cpu_ns: int = 0
    process_cpu_ns: int = 0
    stolen_ns: int = 0
    wall_ns: int = 0
    peak_memory: int | None = None
    turns: int = 0
    turn_times: TurnTimes = field(default_factory=TurnTimes)
    late: int = 0
    early: int = 0
    output_bytes: int = 0
    faults: list[JSON] = field(default_factory=list)

    def note(self, fault: Fault, game: int, turn: int) -> None:
        """The seat's program was found at fault."""
        if len(self.faults) < MOST:
            excess = fault.excess.to_json() if fault.excess else None
            what = {"kind": fault.kind.value, "detail": fault.detail, "excess": excess}
            self.faults.append({"game": game, "turn": turn, **what})

    def saw_memory(self, peak: int | None) -> None:
        if peak is not None:
            self.peak_memory = max(self.peak_memory or 0, peak)

    def to_json(self) -> dict[str, JSON]:
        return {
            "cpu_ms": self.cpu_ns // 1_000_000,
            "process_cpu_ms": self.process_cpu_ns // 1_000_000,
            "stolen_ms": self.stolen_ns // 1_000_000,
            "wall_ms": self.wall_ns // 1_000_000,
            "peak_memory": self.peak_memory,
            "turns": self.turns,
            "turn_times": self.turn_times.to_json(),
            "late": self.late,
            "early": self.early,
            "output_bytes": self.output_bytes,
            "faults": self.faults,
        }
