"""The result of each seat of a match."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.engine import JSON, Fault
from sandbox.judger.turns import TurnTimes

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
