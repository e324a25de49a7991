"""The recorded past of a match that is played on from one of its turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.engine import JSON, Action, Fault, Seat
from games.replay import replies_from_json
from games.wire import encode

UNFIT = (AttributeError, LookupError, TypeError, ValueError, ArithmeticError)
"""Errors of an engine that gets a past of another version."""
CATCH_UP_S = 60.0
"""The time that bots have to catch up with their past."""


@dataclass(frozen=True, slots=True)
class PastStep:
    """One recorded step: ``replies`` as frames hold them, and their CPU times in µs, by seat."""

    replies: Mapping[Seat, JSON]
    cpu_us: Mapping[Seat, int]

    @property
    def played(self) -> dict[Seat, Action | Fault]:
        """The replies as an engine takes them."""
        return dict(replies_from_json({str(seat): each for seat, each in self.replies.items()}))

    @property
    def said(self) -> list[tuple[Seat, bytes, int]]:
        """The replies as `Frames.step` takes them."""
        return [
            (seat, encode(reply)[:-1], self.cpu_us.get(seat, 0))
            for seat, reply in sorted(self.replies.items())
        ]

    def to_json(self) -> JSON:
        return [
            {str(seat): reply for seat, reply in self.replies.items()},
            {str(seat): spent for seat, spent in self.cpu_us.items()},
        ]

    @classmethod
    def from_json(cls, data: JSON) -> PastStep:
        replies, cpu = data
        return cls(
            {int(seat): reply for seat, reply in replies.items()},
            {int(seat): int(spent) for seat, spent in cpu.items()},
        )


@dataclass(frozen=True, slots=True)
class Past:
    """Everything that was played before.

    ``origin`` says where it comes from, for the header of the new replay.  ``games`` are the steps
    of each game so far.  Bots take part in the last one, unless its steps end it.  Seats of the
    match in ``told`` get no question of the past: the first that they get holds the position.
    """

    origin: Mapping[str, JSON]
    games: tuple[tuple[PastStep, ...], ...]
    seconds: float = CATCH_UP_S
    told: frozenset[Seat] = frozenset()

    def to_json(self) -> JSON:
        games = [[step.to_json() for step in steps] for steps in self.games]
        return {
            "origin": dict(self.origin),
            "games": games,
            "seconds": self.seconds,
            "told": sorted(self.told),
        }

    @classmethod
    def from_json(cls, data: JSON) -> Past:
        """Inverse of `to_json`.  Other data raises LookupError, TypeError or the like."""
        games = tuple(tuple(map(PastStep.from_json, steps)) for steps in data["games"])
        told = frozenset(map(int, data["told"]))
        return cls(dict(data["origin"]), games, float(data["seconds"]), told)


def cpu_of(steps: Sequence[PastStep], seat: Seat) -> int:
    """CPU time of a seat in these steps, in ns."""
    return sum(step.cpu_us.get(seat, 0) for step in steps) * 1000
