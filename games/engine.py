"""The engine interface: how one game is played.

Every game repeats one step: the judger asks a set of seats, each seat answers or fails, and the
engine returns events, each with the seats that learn of it.  An `Engine` plays one game.

Engines do no I/O and read no clock.  The same `Setup` and the same replies give the same events,
bit for bit: an engine draws only from generators seeded by its setup.  Everything that crosses
this interface as ``JSON`` is made of dict, list, str, int, float, bool and None.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import Enum, StrEnum
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


JSON = Any
Action = JSON
Seat = int
"""Index of a seat within one game, from 0."""


class IllegalAction(ValueError):
    """A well-formed action that the rules forbid now; the message is for the bot's author."""


@dataclass(frozen=True, slots=True)
class TurnLimits:
    """The limits of one turn.  The rules charge CPU time; the wall time limit is a backstop."""

    cpu_ms: int = 3000
    wall_ms: int = 10000


class Wants(Enum):
    """The kind of reply that an ask waits for."""

    ANSWER = "answer"
    WORD = "word"
    """A voluntary answer: a seat that is silent until its time is over has answered None."""
    REST = "rest"
    """The same, for a program whose turn is over and that may not have noticed.  A program that is
    idle is done, and so is a person."""
    NOTHING = "nothing"
    """No answer: the reply is None at once, or the fault of a program that has failed for good."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One seat must answer now.

    ``turn`` numbers the clock periods of that seat: its clock restarts when ``turn`` changes, so
    that several asks may share one time limit.  ``limits`` of None means those of the ruleset.  The
    clock also restarts within a turn where ``limits`` differ from those of the ask before.
    """

    turn: int
    prompt: JSON = None
    limits: TurnLimits | None = None
    wants: Wants = Wants.ANSWER


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, and the seats that learn of it.

    ``to`` of None means every seat; an empty tuple means the record alone.  Spectators and the
    replay get every event.  ``remarks`` are lines for the logs of single seats, which only those
    who own the bot can read: why a rule refused something, say.
    """

    data: JSON
    to: tuple[Seat, ...] | None = None
    remarks: Mapping[Seat, str] = field(default_factory=dict)

    def told_to(self, seat: Seat) -> bool:
        return self.to is None or seat in self.to


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """The player on a seat.  ``index`` is the seat's number in the match; games may permute seats.

    Seats of one ``team`` win and lose together.  A seat of team 0 plays alone.
    """

    index: int
    name: str = ""
    team: int = 0
    rating: float | None = None
    handicap: float = 1.0


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything an engine starts from.  ``number`` counts the games of a match from 0."""

    seats: tuple[SeatSetup, ...]
    seed: int
    ruleset: str
    params: Mapping[str, JSON] = field(default_factory=dict)
    map: JSON = None
    number: int = 0

    def number_of(self, name: str, default: int, most: int) -> int:
        """A parameter that is a number from 1 to ``most``.  ValueError where it is none."""
        value = self.params.get(name, default)
        if type(value) is not int or not 1 <= value <= most:
            raise ValueError(f"{name} must be a whole number from 1 to {most}, not {value!r:.40}")
        return value

    def to_json(self) -> dict[str, JSON]:
        return {
            "seats": [asdict(seat) for seat in self.seats],
            "seed": self.seed,
            "ruleset": self.ruleset,
            "params": dict(self.params),
            "map": self.map,
            "number": self.number,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, JSON]) -> Setup:
        """Inverse of `to_json`.  KeyError or TypeError where a field is missing or unknown."""
        seats = tuple(SeatSetup(**s) for s in data["seats"])
        return cls(**{**data, "seats": seats})


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """A seat's end: ``rank`` from 1, ties share the better rank; ``data`` is the game's own.

    ``facts`` are those from which the game makes its sentences about the end (`Game.ending`), as
    JSON.  They are no part of `Outcome.to_json`: frames of replays and verifications do not have
    them, and the last line of a replay has them beside the outcome.
    """

    rank: int
    score: float
    end: EndState = EndState.OK
    reason: str = ""
    data: Mapping[str, JSON] = field(default_factory=dict)
    facts: Mapping[str, JSON] = field(default_factory=dict, compare=False)

    @classmethod
    def after(
        cls,
        fault: Fault | None,
        *,
        rank: int,
        score: float,
        data: Mapping[str, JSON],
        facts: Mapping[str, JSON] | None = None,
    ) -> SeatOutcome:
        """The end of a seat that failed by this fault, or played to the end where it is None."""
        if fault is None:
            return cls(rank, score, data=data, facts=facts or {})
        return cls(rank, score, fault.kind, fault.detail, data, facts or {})


def ranks_of(standings: Sequence[Any]) -> list[int]:
    """Every seat's rank by its standing: larger is better, and ties share the better rank."""
    return [1 + sum(other > own for other in standings) for own in standings]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game (seats in the game's order) or of a match (in the match's order).

    ``reason`` tells people why it ended so; it follows the winner's name and names no seat.
    """

    seats: tuple[SeatOutcome, ...]
    reason: str = ""

    def in_match_order(self, setup: Setup) -> Outcome:
        """The outcome of a game, reordered so that element i is the match's seat i."""
        by_index = {s.index: o for s, o in zip(setup.seats, self.seats, strict=True)}
        return replace(self, seats=tuple(by_index[i] for i in range(len(self.seats))))

    def to_json(self) -> dict[str, JSON]:
        return {
            "reason": self.reason,
            "seats": [
                {
                    "rank": s.rank,
                    "score": s.score,
                    "end": s.end.value,
                    "reason": s.reason,
                    "data": dict(s.data),
                }
                for s in self.seats
            ],
        }

    def facts(self) -> list[JSON]:
        """`SeatOutcome.facts` of each seat."""
        return [dict(seat.facts) for seat in self.seats]

    @classmethod
    def from_json(cls, data: Mapping[str, JSON]) -> Outcome:
        """Inverse of `to_json`; each seat may also have ``facts``."""
        seats = tuple(SeatOutcome(**{**s, "end": EndState(s["end"])}) for s in data["seats"])
        return cls(seats, data["reason"])


def with_facts(result: Mapping[str, JSON]) -> dict[str, JSON]:
    """The outcome in a judger's result, as JSON, with the facts of its seats."""
    outcome = result["outcome"]
    facts = result.get("facts") or [{}] * len(outcome["seats"])
    told = zip(outcome["seats"], facts, strict=True)
    return {**outcome, "seats": [{**seat, "facts": own} for seat, own in told]}


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a game stands, in the words of its players: turn ``turn`` of at most ``of``."""

    turn: int
    of: int


class Engine(ABC):
    """One game being played.  A state machine: it can be deep-copied, inspected and resumed."""

    wait_ms: int | None = None
    """Wall time in ms that the game waits for one seat, in all its turns together, before the seat
    fails as silent.  None: only the limit of each turn counts."""
    _outcome: Outcome | None = None

    @abstractmethod
    def __init__(self, setup: Setup) -> None:
        """Raise ValueError with a reason where this setup is invalid."""

    @abstractmethod
    def pending(self) -> Mapping[Seat, Ask]:
        """The asks of the seats that must answer now; empty exactly when the game is over."""

    @abstractmethod
    def check(self, seat: Seat, action: Action) -> None:
        """Raise `IllegalAction` with a reason unless ``seat``, a pending seat, may do this."""

    @abstractmethod
    def submit(self, replies: Mapping[Seat, Action | Fault]) -> Sequence[Event]:
        """Play one step.

        ``replies`` holds exactly the pending seats; actions have passed `check`.  A seat that
        failed has a `Fault`, which the game's rules judge.
        """

    @abstractmethod
    def scene(self) -> JSON:
        """The facts that never change during the game (board size, item list ...); sent once."""

    @abstractmethod
    def view(self, seat: Seat | None = None) -> JSON:
        """The state that a seat may see now; None: everything, for spectators and key frames."""

    def outcome(self) -> Outcome | None:
        """How the game ended, in the game's seat order; None while it runs."""
        return self._outcome

    @abstractmethod
    def progress(self) -> Progress:
        """The turn in play (or the last one played), for people."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A named way to play a game.  ``params`` go into every Setup; ``seats`` is their number.

    ``limits`` bound one turn, ``bank_ms`` the CPU time of a whole game (None: no such limit).
    Where ``turn_cpu_bound`` is false, a turn has a limit on wall time alone.
    Where ``pondering`` is true, a bot may go on thinking outside its turns.  ``teams`` has the
    team of every seat, from 1; it is empty where every seat plays alone.  Matches take the maps
    that ``pool`` names by turns.  Where ``generated`` is true, matches may also have no map: the
    engine makes one from the seed.
    """

    name: str
    title: str
    summary: str
    seats: int
    params: Mapping[str, JSON] = field(default_factory=dict)
    limits: TurnLimits = field(default_factory=TurnLimits)
    bank_ms: int | None = None
    pondering: bool = False
    memory_mb: int = 1024
    teams: tuple[int, ...] = ()
    pool: tuple[str, ...] = ()
    generated: bool = True
    turn_cpu_bound: bool = True

    def seated(self, names: Sequence[str]) -> tuple[SeatSetup, ...]:
        """The seats of a match, with bots of these names in order.

        ValueError where the number of names is not that of the seats.
        """
        if len(names) != self.seats:
            raise ValueError(f"{self.title} is played by {self.seats} bots, not {len(names)}")
        teams = self.teams or (0,) * self.seats
        return tuple(
            SeatSetup(index, name, team)
            for index, (name, team) in enumerate(zip(names, teams, strict=True))
        )
