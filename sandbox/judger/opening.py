"""The wait before a match's first question, so that people see the board before their time runs.

It ends when the page of each person has shown the board, or after a time, and then counts down.
Programs rest meanwhile, and no clock runs.  Times are in ns, ``now`` is `time.monotonic_ns`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Protocol

from games.engine import JSON

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
