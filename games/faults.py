"""How a seat's program ends, and by which fault: values that cross the engine interface."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class EndState(StrEnum):
    """How a seat's program ended its game: normally, or by which fault."""

    OK = "ok"
    ILLEGAL = "illegal"
    MALFORMED = "malformed"
    TIMEOUT = "timeout"
    BANK = "bank"
    SILENT = "silent"
    CRASH = "crash"
    EXIT = "exit"
    CLOSED = "closed"
    OUTPUT = "output"
    UNREAD = "unread"
    MEMORY = "memory"
    PROCESSES = "processes"
    FILES = "files"
    DISK = "disk"
    LEFT = "left"

    @property
    def words(self) -> str:
        """The end as a predicate that follows the program's name: "timed out"."""
        return _END_WORDS[self]


_END_WORDS = {
    EndState.OK: "played to the end",
    EndState.ILLEGAL: "made an illegal move",
    EndState.MALFORMED: "sent something unreadable",
    EndState.TIMEOUT: "timed out",
    EndState.BANK: "used up its time for the game",
    EndState.SILENT: "gave no answer",
    EndState.CRASH: "crashed",
    EndState.EXIT: "ended by itself",
    EndState.CLOSED: "closed its standard output",
    EndState.OUTPUT: "said too much",
    EndState.UNREAD: "did not read its messages",
    EndState.MEMORY: "ran out of memory",
    EndState.PROCESSES: "started too many processes",
    EndState.FILES: "opened too many files",
    EndState.DISK: "wrote too much to its disk",
    EndState.LEFT: "left",
}


@dataclass(frozen=True, slots=True)
class Excess:
    """A limit that a program exceeded: ``what`` is limited; both numbers are in ``unit``."""

    what: str
    limit: float
    used: float
    unit: str

    def to_json(self) -> dict[str, Any]:
        return {"what": self.what, "limit": self.limit, "used": self.used, "unit": self.unit}


@dataclass(frozen=True, slots=True)
class Fault:
    """The failure of a seat to answer: a value that engines receive, never an exception.

    ``excess`` has the numbers where the seat exceeded a limit; no rule may depend on them.
    """

    kind: EndState
    detail: str = ""
    excess: Excess | None = None
