"""Wires: how a seat's messages become bytes and its bytes become actions.

A wire is sans I/O and belongs to one seat of one game.  `JsonLines` serves every game whose
source does not specify a protocol of its own.  Rules never see bytes.
"""

from __future__ import annotations

import json
import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from games.engine import (
    JSON,
    Action,
    Ask,
    EndState,
    Event,
    Excess,
    Fault,
    Outcome,
    Seat,
    SeatOutcome,
    Setup,
)

MAX_MESSAGE = 65536
"""Bytes of one message from a bot, unless whoever made its wire says otherwise."""


_LETTERS = frozenset(b"\t\n\r" + bytes(range(32, 127)))


class Wire(ABC):
    """One seat's protocol.  The methods that return bytes return what is to be sent now.

    ``limit`` bounds one message from the bot, in bytes; whoever made the wire may set another.
    A protocol whose messages have one fixed length need not look at it.
    """

    limit: int = MAX_MESSAGE
    longest: ClassVar[int] = MAX_MESSAGE
    """Bytes of the longest message from a bot that the protocol knows."""
    ahead: bool = False
    """Whether what a bot says before it is asked answers its next asks instead of being dropped."""
    whole: ClassVar[bool] = False
    """Whether each question holds the whole position: a bot may begin with any of them."""

    def __init__(self, setup: Setup, seat: Seat) -> None:
        self.setup = setup
        self.seat = seat

    @abstractmethod
    def begin(self, scene: JSON, view: JSON) -> bytes:
        """The start of the game; ``view`` is what the seat may see."""

    @abstractmethod
    def ask(self, ask: Ask) -> bytes:
        """The seat must answer now."""

    @abstractmethod
    def tell(self, events: Sequence[Event]) -> bytes:
        """Things that happened; the caller passes only events told to this seat."""

    @abstractmethod
    def end(self, outcome: Outcome) -> bytes:
        """The game is over; ``outcome`` is in the game's seat order."""

    def split(self, data: bytes) -> list[bytes]:
        """The bytes of `begin`, `ask` or `tell` as single messages, for transports with frames."""
        return [data] if data else []

    @abstractmethod
    def feed(self, data: bytes) -> list[Action | Fault]:
        """Take bytes in any fragmentation and return the messages they complete, in order.

        A message that cannot be read is a `Fault` of kind MALFORMED (or OUTPUT where it is too
        long), after which the wire ignores all further bytes: the stream cannot be trusted.
        Between calls a wire keeps at most as many bytes as the longest legal message has.
        """


def encode(message: JSON) -> bytes:
    """Compact JSON in one line, UTF-8, with its newline."""
    return _encode(message).encode() + b"\n"


# Messages have no cycles; to look for some takes a fifth of the time.
_encode = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":"), allow_nan=False, check_circular=False
).encode


def printed(head: bytes) -> str:
    """Advice for the end of a message where the bytes in the place of a length are letters; ""
    where they are not."""
    if not all(byte in _LETTERS for byte in head):
        return ""
    return (
        f". These bytes are the text {head.decode()!r}: did the program print to standard output? "
        "Only answers belong there; print everything else to standard error"
    )


class BufferedWire(Wire):
    """A wire that keeps the bytes of an incomplete message, and stops at the first broken one."""

    def __init__(self, setup: Setup, seat: Seat) -> None:
        super().__init__(setup, seat)
        self._buffer = bytearray()
        self._broken = False

    def _break(self, fault: Fault) -> Fault:
        self._broken = True
        self._buffer.clear()
        return fault


class JsonLines(BufferedWire):
    """One JSON object a line in both directions.

    To the bot: ``{"type":"start","seat":..,"seats":..,"scene":..,"view":..}``, then
    ``{"type":"events","events":[..]}``, ``{"type":"ask","turn":..,"prompt":..}`` and
    ``{"type":"end","outcome":..}``.  From the bot: one JSON value a line, the action itself.
    """

    def begin(self, scene: JSON, view: JSON) -> bytes:
        seats = [{"name": s.name, "team": s.team} for s in self.setup.seats]
        message = {"type": "start", "seat": self.seat, "seats": seats, "scene": scene}
        return encode({**message, "view": view})

    def ask(self, ask: Ask) -> bytes:
        return encode({"type": "ask", "turn": ask.turn, "prompt": ask.prompt})

    def tell(self, events: Sequence[Event]) -> bytes:
        return encode({"type": "events", "events": [e.data for e in events]}) if events else b""

    def end(self, outcome: Outcome) -> bytes:
        return encode({"type": "end", "outcome": outcome.to_json()})

    def feed(self, data: bytes) -> list[Action | Fault]:
        if self._broken:
            return []
        self._buffer += data
        lines: list[bytearray] = []
        if b"\n" in data:  # a long line in small parts is not searched again with each of them
            *lines, self._buffer = self._buffer.split(b"\n")
        messages: list[Action | Fault] = []
        for line in lines:
            messages.append(self._parse(bytes(line)))
            if self._broken:
                return messages
        if len(self._buffer) > self.limit:
            messages.append(self._too_long())
        return messages

    def _parse(self, line: bytes) -> Action | Fault:
        if len(line) > self.limit:
            return self._too_long()
        try:
            value = json.loads(line.decode(), parse_constant=refuse, parse_float=_finite)
            if b"\\u" in line:
                _encode(value).encode()  # half a surrogate pair is no text
            return value
        except (ValueError, RecursionError) as error:
            return self._break(Fault(EndState.MALFORMED, f"not a line of JSON: {error}"))

    def _too_long(self) -> Fault:
        # Counts up to the first byte over the limit: the rest depends on the fragmentation.
        size = self.limit + 1
        detail = f"a line of at least {size} bytes; the limit is {self.limit} bytes"
        excess = Excess("one message", self.limit, size, "bytes")
        return self._break(Fault(EndState.OUTPUT, detail, excess))


class QuestionLines(JsonLines):
    """Lines of a game whose questions contain everything a bot may know; it sends no events.

    The end is ``{"type":"end","rank":..,"ranks":[..],..,"words":..}`` with the ranks of all seats
    and the members of `result`.
    """

    def tell(self, events: Sequence[Event]) -> bytes:
        return b""

    def end(self, outcome: Outcome) -> bytes:
        own = outcome.seats[self.seat]
        ranks = [seat.rank for seat in outcome.seats]
        head = {"type": "end", "rank": own.rank, "ranks": ranks}
        return encode({**head, **self.result(own), "words": outcome.reason})

    def result(self, own: SeatOutcome) -> dict[str, JSON]:
        """Further members of the message at the end."""
        return {}


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(f"{digits} is too large a number")
    return number


def refuse(constant: str) -> JSON:
    raise ValueError(f"{constant} is not JSON")
