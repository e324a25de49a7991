"""The relay's state of each player."""

from __future__ import annotations

from dataclasses import dataclass, field

from sandbox.foreign.wire.effects import End, PlayerError, SeatKind
from sandbox.foreign.wire.packets import AiDecoder

DEFAULT_LENGTH = 2048
"""Bytes of one message of a player, until the logic says otherwise."""

_FINAL = (End.RE, End.OLE, End.MLE)


@dataclass(slots=True)
class Player:
    kind: SeatKind
    decoder: AiDecoder = field(default_factory=lambda: AiDecoder(DEFAULT_LENGTH))
    end: End = End.OK
    dead: PlayerError | None = None
    """The error that ended it, told again in each later period in which it is listened to."""
    log: str = ""
    told: set[PlayerError] = field(default_factory=set)
    """Errors of this period that the logic knows of."""
    ends: int = 0
    """When its clock ends in this period, in ns."""

    def __post_init__(self) -> None:
        if self.kind is SeatKind.ABSENT:
            self.end, self.dead, self.log = End.RE, PlayerError.RUN, "was not started"

    def new_period(self, ends: int) -> None:
        self.told.clear()
        self.ends = ends

    @property
    def thinking(self) -> bool:
        """Whether an answer may come: it lives, and was not too late in this period."""
        return self.dead is None and PlayerError.TIME_OUT not in self.told

    def mark(self, end: End) -> None:
        """The first fault stays, but one that ended the program outweighs a late answer."""
        if self.end is End.OK or (self.end is End.TLE and end in _FINAL):
            self.end = end
