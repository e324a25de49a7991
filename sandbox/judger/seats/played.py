"""The interface of a seat to a game, whether a program or a person plays it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from games.engine import Action, Engine, Fault, Outcome, SeatOutcome, TurnLimits, Wants
from games.wire import Wire
from sandbox.isolation.base import Process
from sandbox.judger.output import SeatLog
from sandbox.judger.turns.record import SeatRecord
from sandbox.judger.turns.turn_watch import TurnClock

WAITING: Final = object()
"""What `PlayedSeat.reply` gives while the seat has neither answered nor failed."""
MAX_NS = 2**63
"""Later than every time of the monotonic clock."""


def ended_early(noted: Sequence[Fault | None], turn: int) -> Outcome:
    """The outcome of a match that the judger ends since it has shown enough: nobody has won.

    ``noted`` has the first fault of each seat, None for a seat without one.
    """
    ends = [SeatOutcome.after(fault, rank=1, score=0, data={}) for fault in noted]
    words = "ended early" if any(noted) else "ended early: all spoke the protocol"
    return Outcome(tuple(ends), f"{words} until turn {turn}")


class SeatClock(TurnClock, Protocol):
    """The clock of a seat; times are in ns, as `time.monotonic_ns` has them."""

    @property
    def due(self) -> int:
        """The time before which the turn cannot have become too long."""


class PlayedSeat(Protocol):
    """One seat of one game.  Nothing that happens on it raises: it shows in `reply`."""

    @property
    def process(self) -> Process: ...

    @property
    def wire(self) -> Wire: ...

    @property
    def clock(self) -> SeatClock: ...

    @property
    def log(self) -> SeatLog: ...

    @property
    def record(self) -> SeatRecord: ...

    @property
    def spent(self) -> int:
        """CPU time, in ns, that the last reply has cost."""

    @property
    def said(self) -> bytes:
        """The last reply as JSON, as frames hold it."""

    @property
    def ready(self) -> bool:
        """Whether `reply` has something besides the clock to go by."""

    def begin(self, message: bytes) -> None:
        """Send the first message, with the first question if there is one; the clock waits."""

    def gets_going(self, free_ns: int) -> bool:
        """Whether the clocks need not wait for it; to be asked until it is so."""

    def open(self, turn: int, limits: TurnLimits, wants: Wants) -> None:
        """Run the clock for the question that came with the first message."""

    def ask(self, turn: int, limits: TurnLimits, message: bytes, heard: int, wants: Wants) -> None:
        """Send ``message``, which ends with the question, and run the clock from here."""

    def send(self, message: bytes) -> None:
        """Send without waiting."""

    def reply(self, engine: Engine, now: int) -> Action | Fault:
        """The answer to the ask, or what went wrong with it, or `WAITING`."""

    def pause(self) -> None:
        """The seat is not asked, and is kept from thinking until it is."""

    def look_for_exit(self) -> None:
        """Notice a program that has ended."""

    def finish(self, message: bytes) -> None:
        """The game is over: tell the seat, and end what plays it."""
