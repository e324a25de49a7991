"""The relay's state of each player."""

from __future__ import annotations

from dataclasses import dataclass, field

from sandbox.foreign.wire.effects import End, PlayerError, SeatKind
from sandbox.foreign.wire.packets import AiDecoder

DEFAULT_TIME_S = 3.0
"""Of a period of the clock, until the logic says otherwise."""

DEFAULT_LENGTH = 2048
"""Bytes of one message of a player, until the logic says otherwise."""

BACKLOG = 16 << 20
"""Bytes that may wait for a player which does not read."""

EARLY_BYTES = 1 << 20
"""Bytes that may wait for the logic from a player which is not listened to."""


@dataclass(frozen=True, slots=True)
class RelayLimits:
    """Limits of the judger's own, in seconds.

    ``silent_s``: how long a logic may say nothing while no player's clock runs.  ``match_s``: how
    long the match may take from `Relay.start` on.
    """

    silent_s: float = 60.0
    match_s: float = 3600.0


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
    dropped: int = 0
    """Messages from before the listening that the logic did not get."""
    _said: bytearray = field(default_factory=bytearray)
    _owed: int = 0  # late answers that are still to come
    _doubtful: bool = False  # whether a late answer in this period may have been the one due

    def __post_init__(self) -> None:
        if self.kind is SeatKind.ABSENT:
            self.end, self.dead, self.log = End.RE, PlayerError.RUN, "was not started"

    def say(self, data: bytes) -> bool:
        """Keep bytes of its output unread; whether they are more than may wait."""
        self._said += data
        return len(self._said) > EARLY_BYTES

    def read(self) -> list[bytes]:
        """The messages that it has said by now, for a logic that listens."""
        said, self._said = self._said, bytearray()
        messages = self.decoder.feed(bytes(said))
        self._owed = max(0, self._owed - len(messages))
        return messages

    def read_early(self, *, asked: bool) -> list[bytes]:
        """Those of the messages from before the listening that may answer what the logic listens
        for.

        Late answers do not, and nothing does where the seat is ``asked`` only now.
        """
        late = self._owed
        messages = self.read()
        dropped = len(messages) if asked else min(late, len(messages))
        self._doubtful = not asked and 0 < dropped == len(messages)
        self.dropped += dropped
        return messages[dropped:]

    def time_out(self) -> None:
        """It was too late: the next message is the answer that was due.

        Unless that was dropped as a late one: who once says nothing is not too late for ever.
        """
        self._owed += not self._doubtful
        self._doubtful = False
        self.mark(End.TLE)

    @property
    def thinking(self) -> bool:
        """Whether an answer may come: it lives, and was not too late in this period."""
        return self.dead is None and PlayerError.TIME_OUT not in self.told

    def mark(self, end: End) -> None:
        """The first fault stays, but one that ended the program outweighs a late answer."""
        if self.end is End.OK or (self.end is End.TLE and end in _FINAL):
            self.end = end
