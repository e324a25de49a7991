"""The rows of the kit, and the ways in which a program that ran alone may have been held."""

from __future__ import annotations

import signal
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from games.engine import EndState
from sandbox.isolation.base import Usage, Wall
from sandbox.limits import Limits
from sandbox.tests.hostile.grounds import Ground

SUCCESS = "SUCCESS: "
REFUSED = "REFUSED: "
SMALL = Limits(memory_mb=128, processes=16, scratch_mb=16, file_mb=8, open_files=64)
ROOMY = Limits(memory_mb=512, processes=16, scratch_mb=512, scratch_files=2000, open_files=64)


class Broken(Exception):
    """A row does not hold what it says; the message is for the administrator."""


class Hostile(ABC):
    """One row of the kit.

    ``tries`` says in words what it wants.  ``walls`` are all parts of the sandbox that hold it, of
    which each one alone may do; empty where it is the judger, a limit, or the check of uploads.
    """

    name: str
    tries: str
    walls: frozenset[Wall] = frozenset()

    @abstractmethod
    def held(self, ground: Ground) -> str:
        """Run it with all walls; how it was held.  `Broken` where it was not."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The record of a program that has ended: its exit status (negative: a signal), what it
    said on both outputs, and what it used."""

    status: int
    out: str
    usage: Usage

    @property
    def said(self) -> str:
        """Its last words that count: a line with SUCCESS or REFUSED."""
        lines = [line for line in self.out.splitlines() if line.startswith((SUCCESS, REFUSED))]
        return lines[-1] if lines else ""

    @property
    def words(self) -> str:
        last = self.said or (self.out.strip().splitlines() or ["nothing said"])[-1]
        excess = self.usage.excess
        figures = f", excess {excess[0].value} {excess[1].to_json()}" if excess else ""
        return f"{last[:200]} (status {self.status}{figures})"


class Required(ABC):
    """How a program must have been held."""

    @abstractmethod
    def met(self, seen: Seen) -> bool: ...


@dataclass(frozen=True, slots=True)
class Refused(Required):
    """It was told so, with this error, and lived on to say it."""

    reason: str

    def met(self, seen: Seen) -> bool:
        return seen.said == REFUSED + self.reason

    def __str__(self) -> str:
        return f"refused with {self.reason}"


@dataclass(frozen=True, slots=True)
class Ended(Required):
    """The sandbox ended it, or a part of it, over this limit, and has the numbers."""

    state: EndState

    def met(self, seen: Seen) -> bool:
        excess = seen.usage.excess
        return not seen.said.startswith(SUCCESS) and excess is not None and excess[0] is self.state

    def __str__(self) -> str:
        return f"ended as {self.state.value}"


@dataclass(frozen=True, slots=True)
class Died(Required):
    """The kernel ended it by this signal."""

    signal: signal.Signals

    def met(self, seen: Seen) -> bool:
        return not seen.said and seen.status == -self.signal

    def __str__(self) -> str:
        return f"died of {self.signal.name}"


@dataclass(frozen=True, slots=True)
class Either(Required):
    """Two things held it, and which one came first is a matter of milliseconds."""

    one: Required
    other: Required

    def met(self, seen: Seen) -> bool:
        return self.one.met(seen) or self.other.met(seen)

    def __str__(self) -> str:
        return f"{self.one} or {self.other}"


Fact = Callable[[], str]
"""Why an attack can never succeed on this machine, whatever the walls; "" where it could."""


def possible() -> str:
    """The `Fact` of an attack that every kernel allows."""
    return ""
