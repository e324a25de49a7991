"""From the words of the game logic protocol to outcomes: ends, faults, ranks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.engine import JSON, EndState, Fault, Outcome, SeatOutcome, Setup, ranks_of
from games.foreign.game import by_side
from games.foreign.manifest import LogicLimits, Manifest
from sandbox.errors import LogicError
from sandbox.foreign.wire.effects import End
from sandbox.foreign.wire.players import RelayLimits
from sandbox.judger.turns import faults
from sandbox.limits import Limits


def logic_limits(limits: LogicLimits) -> Limits:
    """The limits of the sandbox of a game's program."""
    return Limits(
        memory_mb=limits.memory_mb,
        processes=limits.processes,
        cpu_s=limits.cpu_s,
        scratch_mb=256,
        file_mb=64,
    )


@dataclass(frozen=True, slots=True)
class ForeignRules:
    manifest: Manifest
    setup: Setup
    limits: Limits
    """Of each bot."""
    pondering: bool
    wall_s: float

    def config(self) -> JSON:
        config = self.setup.params.get("config", {})
        name = self.manifest.seed_field
        return {**config, name: self.setup.seed} if name and isinstance(config, dict) else config

    def relay_limits(self) -> RelayLimits:
        limits = self.manifest.limits
        return RelayLimits(limits.silent_s, min(limits.match_s, self.wall_s))


_MS = 1_000_000
_DETAIL = 500
_COMPUTING = 10
_STATES = {
    End.OK: EndState.OK,
    End.RE: EndState.CRASH,
    End.TLE: EndState.TIMEOUT,
    End.MLE: EndState.MEMORY,
    End.OLE: EndState.OUTPUT,
    End.STLE: EndState.SILENT,
    End.EXIT: EndState.EXIT,
    End.UE: EndState.CRASH,
    End.CANCEL: EndState.LEFT,
    End.IA: EndState.ILLEGAL,
}
_WORDS = {
    End.IA: "the game judged a move illegal",
    End.EXIT: "ended by itself before the match was over",
    End.UE: "ended in a way that is not known",
}


def too_late(wall_ns: int, limit_ms: int, cpu_ns: int, excused_ns: int) -> Fault:
    """A seat that let its clock run out after ``wall_ns``: by computing, or by sleeping.

    The machine kept it from running for ``excused_ns``, which are not charged.
    """
    found = faults.silent(wall_ns, limit_ms * _MS, cpu_ns, excused_ns)
    if _COMPUTING * cpu_ns < limit_ms * _MS:
        return found
    return Fault(EndState.TIMEOUT, found.detail, found.excess)


def mute(wall_ns: int) -> Fault:
    """A seat that had answered nothing when its match was ended early."""
    return Fault(EndState.SILENT, f"no answer after {wall_ns // _MS} ms, when the match was ended")


def decide(
    scores: Mapping[int, float],
    ends: Sequence[End],
    faults: Sequence[Mapping[End, Fault]],
    unasked: Sequence[bool],
    teams: Sequence[int] = (),
) -> Outcome:
    """The outcome of a match that its logic has ended.

    ``faults`` are, for each seat, those that the judger saw, by the word that the logic received;
    ``unasked`` says who was listened to no more after leaving in order: that is no fault;
    ``teams`` has the team of every seat, 0 for who plays alone.
    `LogicError` where the logic does not give every seat its points.
    """
    if missing := sorted(set(range(len(ends))) - set(scores)):
        raise LogicError(f"the game's program gave no score to seat {missing[0] + 1}")
    points = [scores[seat] for seat in range(len(ends))]
    seats, places = [], ranks_of(by_side(points, teams))
    for seat, (rank, end) in enumerate(zip(places, ends, strict=True)):
        if end is End.EXIT and unasked[seat]:
            end = End.OK
        fault = faults[seat].get(end)
        state = fault.kind if fault else _STATES[end]
        reason = fault.detail if fault else _WORDS.get(end, "")
        seats.append(SeatOutcome(rank, points[seat], state, reason[:_DETAIL]))
    return Outcome(tuple(seats), _reason(points, teams))


def _reason(points: Sequence[float], teams: Sequence[int]) -> str:
    sides: dict[tuple[int, int], float] = {}
    for seat, score in enumerate(by_side(points, teams)):
        team = teams[seat] if teams else 0
        sides[team, 0 if team else seat] = score
    if len(sides) < 2:
        return ""
    return " to ".join(f"{p:g}" for p in sorted(sides.values(), reverse=True)) + " in points"
