"""Messages of people to a judger, and the wait for them before a match's first question.

The messages are lines on standard input, after the job:

``{"seat": index in the match, "ask": number, "action": text}``, the text being the JSON that the
person sent; ``{"seat": index, "ready": true}``: the person's page shows the board; or
``{"seat": index, "leave": true}``, with ``away`` where the platform says it for a person who was
absent for that many seconds.  The program that starts the judger writes these lines, so one that is
wrong is a mistake of the platform's; what is in an action's text is the person's.
The end of the input says that nobody is there any more.

The wait lets people see the board before their time runs.  It ends when the page of each person has
shown the board, or after a time, and then counts down.  Programs rest meanwhile, and no clock runs.
"""

from __future__ import annotations

import json
import os
import select
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from games.engine import JSON, EndState, Fault, Seat
from sandbox.errors import SandboxError
from sandbox.judger.seats.poller import Poller

_CHUNK = 65536
MAX_LINE = 1 << 20
"""Bytes; more than the longest action takes."""
LEFT = Fault(EndState.LEFT, "left the match")


class Taker(Protocol):
    """A seat that a person plays."""

    def take(self, ask: int, text: str) -> None:
        """An action, as JSON, for the ask of this number."""

    def arrive(self) -> None:
        """The person's page shows the board."""

    def leave(self, fault: Fault) -> None:
        """The person has gone for good, as ``fault`` says."""


def away(seconds: float) -> Fault:
    """The handling of the seat of an absent person."""
    return Fault(EndState.LEFT, f"was away for more than {seconds:g} seconds")


def first_line(fd: int) -> tuple[bytes, bytes]:
    """The first line of a descriptor, or all there is without a newline, and what was read of
    the lines after it."""
    data = bytearray()
    while b"\n" not in data:
        more = os.read(fd, _CHUNK)
        if not more:
            break
        data += more
    line, _, rest = bytes(data).partition(b"\n")
    return line, rest


class HumanInput:
    """Reads the people of one match, for the seats of one game after the other.

    ``rest`` is what was read of the descriptor before, ``first_ask`` the number of the match's
    first question to anybody.  ``announce`` is called once for each person who leaves, with
    the fault and the seconds of absence (None for a person who chose to leave).
    """

    def __init__(self, fd: int, rest: bytes = b"", first_ask: int = 1) -> None:
        self._fd = fd
        self._rest = rest
        self._asks = first_ask
        self._takers: dict[Seat, Taker] = {}
        self._gone: dict[Seat, Fault] = {}
        self._ended = False
        self._poller = Poller()
        self.announce: Callable[[Seat, Fault, float | None], None] = lambda *_: None
        os.set_blocking(fd, False)

    def next_ask(self) -> int:
        """A number that no other question of the match has."""
        self._asks += 1
        return self._asks - 1

    def seat(self, index: Seat, taker: Taker) -> None:
        """From now on ``taker`` has the match's seat ``index``."""
        self._takers[index] = taker
        if self._ended or index in self._gone:
            taker.leave(self._gone.get(index, LEFT))

    def listen(self, poller: Poller) -> None:
        """Have what people send read as it comes.  All seats of the game have their takers."""
        self._poller = poller
        if not self._ended:
            poller.add(self._fd, select.POLLIN, self.read)
            self._take_lines(b"")

    def read(self) -> bool:
        """Take one chunk; whether there may be more.  `SandboxError` for what is no such line."""
        if self._ended:
            return False
        try:
            data = os.read(self._fd, _CHUNK)
        except BlockingIOError:
            return False
        if not data:
            self._ended = True
            self._poller.remove(self._fd)
            for taker in self._takers.values():
                taker.leave(LEFT)
            return False
        self._take_lines(data)
        return len(data) == _CHUNK

    def _take_lines(self, data: bytes) -> None:
        *lines, self._rest = (self._rest + data).split(b"\n")
        if len(self._rest) > MAX_LINE:
            raise SandboxError("what people send holds a line without an end")
        for line in lines:
            self._take(line)

    def _take(self, line: bytes) -> None:
        try:
            message: JSON = json.loads(line)
            index = message["seat"]
            taker = self._takers[index]
            if message.get("leave") is True:
                self._leave(index, taker, message.get("away"))
                return
            if message.get("ready") is True:
                taker.arrive()
                return
            ask, text = message["ask"], message["action"]
            if type(ask) is not int or type(text) is not str:
                raise TypeError("an ask is a number and an action a text")
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            problem = f"{type(error).__name__}: {error}"
            raise SandboxError(f"a line of what people send is wrong: {problem}") from error
        taker.take(ask, text)

    def _leave(self, index: Seat, taker: Taker, seconds: float | None) -> None:
        if index in self._gone:
            return
        self._gone[index] = fault = LEFT if seconds is None else away(seconds)
        taker.leave(fault)
        self.announce(index, fault, seconds)


_S = 1_000_000_000
_MS = 1_000_000


class Person(Protocol):
    """A person's seat, as the opening of a match needs it."""

    @property
    def awaited(self) -> bool:
        """Whether the person may still be loading their page."""

    @property
    def left(self) -> bool:
        """Whether the person has left for good."""

    def say(self, kind: str, **members: JSON) -> None:
        """Send a message to the person."""


class Opening:
    """Waits at most ``ready_s`` for ``people``, then counts down for ``countdown_s``.

    A time of 0 leaves its part out.  The countdown is left out, too, if everybody has left.
    """

    def __init__(self, ready_s: float, countdown_s: float, people: Sequence[Person]) -> None:
        self._ready_s = ready_s
        self._countdown_s = countdown_s
        self._people = people
        self._ready_due = self._due = 0

    def step(self, now: int) -> int:
        """The time until something happens by itself; 0: the clocks may run."""
        if not self._ready_due:
            self._ready_due = now + round(self._ready_s * _S)
            if self._ready_s:
                self._say("waiting", self._ready_s)
        if not self._due:
            if now < self._ready_due and any(person.awaited for person in self._people):
                return self._ready_due - now
            here = not all(person.left for person in self._people)
            countdown = self._countdown_s if here else 0
            self._due = now + round(countdown * _S)
            if countdown:
                self._say("countdown", countdown)
        return max(0, self._due - now)

    def _say(self, kind: str, seconds: float) -> None:
        until = time.time_ns() // _MS + round(seconds * 1000)
        for person in self._people:
            person.say(kind, until=until, seconds=seconds)
