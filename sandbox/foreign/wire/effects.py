"""The effects that the relay asks of its driver, the protocol's words, and words for people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from games.engine import JSON
from sandbox.errors import ended
from sandbox.foreign.wire.packets import to_logic


class SeatKind(IntEnum):
    """The kind of player of a seat, as the first packet names it in ``player_list``."""

    ABSENT = 0
    PROGRAM = 1
    HUMAN = 2


class PlayerError(IntEnum):
    """A player's fault, as it is sent to the logic."""

    RUN = 0
    TIME_OUT = 1
    OUTPUT_LIMIT = 2


class End(StrEnum):
    """How a player's program ended, in the protocol's words.

    A judger gives OK, RE, TLE, MLE, OLE, EXIT, UE and CANCEL; IA only a logic can tell.
    """

    OK = "OK"
    RE = "RE"
    TLE = "TLE"
    MLE = "MLE"
    OLE = "OLE"
    STLE = "STLE"
    EXIT = "EXIT"
    UE = "UE"
    CANCEL = "CANCEL"
    IA = "IA"


@dataclass(frozen=True, slots=True)
class ToLogic:
    """Write ``data``, which is framed, to the logic's standard input; ``seat``: it is a message of
    that player."""

    data: bytes
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class ToPlayer:
    """Give ``data`` to the player as it is: the very bytes the logic meant for it."""

    seat: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Watch:
    """A message for everybody who watches, now and later."""

    text: str


@dataclass(frozen=True, slots=True)
class Kill:
    """End this seat's program and read no more of it.  The logic already knows."""

    seat: int
    end: End
    why: str


@dataclass(frozen=True, slots=True)
class StopPlayers:
    """The match is decided, the logic wants the end states.

    Report every program that has ended by itself with `Relay.player_ended`, end the others without
    a report, then call `Relay.players_stopped`.
    """


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over: end everything, the logic after a short grace.

    ``scores`` by seat, ascending, more is better; None where the match came to no result, which is
    no player's fault, and ``why`` says whose.  ``ends`` has one for each seat.  ``endless``: a
    limit on time has ended it.
    """

    scores: Mapping[int, float] | None
    ends: tuple[End, ...]
    why: str = ""
    endless: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """A line for people who look for a fault; ``data`` has ``type`` and ``success`` (0 or 1)."""

    data: Mapping[str, JSON]


Effect = ToLogic | ToPlayer | Watch | Kill | StopPlayers | Ended | Note


class Effects:
    """Collects the effects of one input.  ``notes``: whether there is a `Note` for all that
    happens."""

    def __init__(self, *, notes: bool) -> None:
        self._notes = notes
        self._found: list[Effect] = []

    def add(self, effect: Effect) -> None:
        self._found.append(effect)

    def send(self, message: JSON, seat: int | None = None) -> None:
        """Write ``message``, of this player or of the judger's own, to the logic."""
        self.add(ToLogic(to_logic(message), seat))

    def note(self, kind: str, *, success: int, **data: JSON) -> None:
        if self._notes:
            self.add(Note({"type": kind, "success": success, **data}))

    def flush(self) -> list[Effect]:
        """All that was collected since the last call."""
        found, self._found = self._found, []
        return found


SHORT = 200
"""Characters of a message that a debug line shows."""


def shortened(message: bytes | str) -> str:
    """The beginning of a message, and how long it is where that is not all."""
    text, unit = message, "characters"
    if isinstance(text, bytes):
        # A character has at most four bytes.
        text, unit = text[: 4 * SHORT].decode(errors="replace"), "bytes"
    if len(text) <= SHORT and len(message) <= 4 * SHORT:
        return text
    return f"{text[:SHORT]}… ({len(message)} {unit})"


def end_of(status: int | None) -> End:
    """The end state of a program that ended by itself before the match did."""
    return End.EXIT if status == 0 else End.RE


def exit_words(status: int | None) -> str:
    """How a program ended, after its name; None: it lives, but has closed its standard output."""
    words = ended(status)
    return f"was {words}" if status is not None and status < 0 else words
