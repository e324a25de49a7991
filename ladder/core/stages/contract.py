"""The contract of stage formats: one function from the played games to the plan.

A stage has *entrants*, numbered from 0 in the order of their seeding, the strongest first.  They
meet in *encounters*, which consist of *games* on *sides* (a side of a duel is a seat, of a game of
teams a team).  `Format.progress` gets all encounters that were made so far, with their games, and
says which are wanted now, how everybody stands, and whether the stage is over.  It has no state:
the same arguments give the same result.  The caller may stop at any moment, keep only the games,
and continue later.

Void games are left out of the arguments, so their encounter wants one more game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from ladder.core.points import Worth
from ladder.core.standings import Left


class TieBreak(StrEnum):
    """Tie-breaks of entrants with equal points, in the order that a stage names.

    BUCHHOLZ: the sum of the points of all opponents; BERGER (Sonneborn-Berger): the points of each
    opponent times the share won against it; HEAD_TO_HEAD: points in encounters among those who are
    equal; WINS: encounters won; SEED: the better seed.
    """

    HEAD_TO_HEAD = "head-to-head"
    BUCHHOLZ = "buchholz"
    BERGER = "berger"
    WINS = "wins"
    SEED = "seed"


class HillBreak(StrEnum):
    """Tie-breaks of a king of the hill alone, see `ladder.core.stages.hill`."""

    LONGEST = "longest-reign"
    REIGNS = "reigns"


HILL_BREAKS: tuple[TieBreak | HillBreak, ...] = (
    HillBreak.LONGEST,
    HillBreak.REIGNS,
    TieBreak.SEED,
)

TIE_BREAKS = (TieBreak.HEAD_TO_HEAD, TieBreak.BUCHHOLZ, TieBreak.BERGER, TieBreak.SEED)
"""The tie-breaks of a stage that names none."""


@dataclass(frozen=True, slots=True)
class StageSetup:
    """The setup of a stage; ValueError for one that cannot be played.

    ``sides`` meet in a game, at least two.  ``games`` is the number of games of an encounter; games
    of two sides are played with sides swapped by turns.  ``rounds`` is for formats that need it (0:
    as many as the format thinks right), ``cycles`` for round robins: how often everybody meets.
    ``out`` has the entrants that play no more, of whom the ``disqualified`` ones are last: see
    `ladder.core.standings.order`.  Their opponents win the games that are not played.  ``extra`` is
    the most games that are added to an encounter that has to have a winner and has none; after
    those the better seed has won.  ``seed`` is for random decisions, where a format needs any.  In
    a bracket, ``last_games`` has the games of an encounter in the last rounds, the final first,
    instead of ``games``; with ``early`` an encounter ends when the games that are left cannot
    change its winner.  ``cut`` is a place that is decided by a play-off where points are equal, see
    `ladder.core.stages.playoff` (0: none).  ``accelerated`` is for a Swiss system.  ``worth`` has
    the points of a game of two sides where its rules give them; None: 1 for a win, ½ for a draw.
    ``place_points`` are the points of a game by place, the first place first, instead of both: 0
    for places after the last one.  ``start_points`` are those that entrants begin with; empty: 0
    each.  Without ``draws`` the next round of a Swiss system is not drawn: where it is missing, the
    stage is not over, and wants nothing.
    """

    entrants: int
    sides: int = 2
    games: int = 2
    rounds: int = 0
    cycles: int = 1
    third_place: bool = False
    reset: bool = True
    extra: int = 4
    last_games: tuple[int, ...] = ()
    early: bool = False
    cut: int = 0
    accelerated: bool = False
    tie_breaks: tuple[TieBreak, ...] = TIE_BREAKS
    out: frozenset[int] = frozenset()
    disqualified: frozenset[int] = frozenset()
    seed: int = 0
    worth: Worth | None = None
    place_points: tuple[int, ...] = ()
    start_points: tuple[int, ...] = ()
    draws: bool = True

    def __post_init__(self) -> None:
        if self.entrants < 2:
            raise ValueError(f"a stage needs two entrants, not {self.entrants}")
        if self.sides < 2 or self.games < 1 or self.cycles < 1:
            raise ValueError("a game has two sides or more, an encounter one game or more")
        if min(self.rounds, self.extra, self.cut) < 0:
            raise ValueError("there are no negative numbers of rounds, games and places")
        if self.start_points and len(self.start_points) != self.entrants:
            raise ValueError(f"{self.entrants} entrants, but {len(self.start_points)} begin")
        if any(games < 1 for games in self.last_games):
            raise ValueError("an encounter has one game or more")
        if not all(0 <= number < self.entrants for number in self.out):
            raise ValueError(f"{sorted(self.out)} are not all entrants")
        if not self.disqualified <= self.out:
            raise ValueError(f"{sorted(self.disqualified)} are disqualified, so they are out")

    def left(self, entrant: int) -> Left:
        """How an entrant left the stage."""
        if entrant in self.disqualified:
            return Left.DISQUALIFIED
        return Left.WITHDREW if entrant in self.out else Left.STAYED


class Played(Protocol):
    """A game as the core reads it, see `Game`."""

    @property
    def sides(self) -> tuple[int | None, ...]: ...

    @property
    def ranks(self) -> tuple[int, ...]: ...

    @property
    def points(self) -> tuple[float, ...] | None: ...


class Game(NamedTuple):
    """A game that was played.  ``sides`` has the entrant of each side, None for a guest, who takes
    a side that is empty and never counts; ``ranks`` are from 1, ties share the better one;
    ``points`` are those of the game's rules, by side, where they do not follow from the ranks."""

    sides: tuple[int | None, ...]
    ranks: tuple[int, ...]
    points: tuple[float, ...] | None = None


class Encounter(NamedTuple):
    """Entrants who meet; ``entrants`` may be fewer than there are sides.

    ``key`` is unique in its stage and never changes its meaning; ``name`` is for people
    ("Semi-final 2", "Round 3, table 1").  ``of`` tells for a bracket what it is fed by: for each
    entrant the key of an encounter and whether it was its winner; empty for all else.  ``awarded``
    is the entrant that has won it by decision: it has won all games, whatever was played.  Such a
    decision may have the ``ranks`` of all ``entrants``, which all games then have; ties share one.
    """

    key: str
    round: int
    entrants: tuple[int, ...]
    name: str = ""
    games: tuple[Played, ...] = ()
    of: tuple[tuple[str, bool] | None, ...] = ()
    awarded: int | None = None
    ranks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a bracket: an encounter that is known to come, if not yet who plays it.

    ``entrants`` has None for an unknown entrant and `BYE` for none; ``games`` is the number of
    games of its encounter.
    """

    key: str
    round: int
    name: str
    entrants: tuple[int | None, ...]
    winner: int | None
    bracket: str
    """"winners", "losers" or "final"."""
    games: int = 0
    by_seed: bool = False
    """Whether its encounter stayed equal after all extra games, so that the better seed has won."""


BYE = -1


@dataclass(frozen=True, slots=True)
class Wanted:
    """An encounter that is to be played, now: ``games`` more games are wanted, and may be played
    side by side.  Each is given by the entrants (None: a guest) on its sides."""

    encounter: Encounter
    games: tuple[tuple[int | None, ...], ...]


class Standing(NamedTuple):
    """One line of a table; ``place`` is shared by equals.  ``breaks`` are the values of the
    stage's tie-breaks, in their order.  ``played``, ``won``, ``drawn``, ``lost`` count encounters.
    ``tied`` has the entrants with the same points and the same value of every tie-break before the
    seed, this one among them and the better seed first: the seed alone decided their places.  It is
    empty where there is no other, and one tuple for all of them.
    """

    place: int
    entrant: int
    points: float
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    breaks: tuple[float, ...] = ()
    left: Left = Left.STAYED
    tied: tuple[int, ...] = ()

    @property
    def out(self) -> bool:
        """Whether the entrant plays no more."""
        return self.left is not Left.STAYED


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a stage stands.

    ``wanted`` has the encounters to play now; ``obsolete`` the keys of encounters that were made
    and that cannot stand any more, as the result that led to them has changed: they and their games
    count for nothing, and encounters of the same key may be wanted again.  ``round`` is the one
    being played, from 1, ``rounds`` their number, if it is known.
    """

    wanted: tuple[Wanted, ...]
    standings: tuple[Standing, ...]
    over: bool
    round: int
    rounds: int | None = None
    obsolete: frozenset[str] = frozenset()
    slots: tuple[Slot, ...] = ()


class Format(ABC):
    """A way to play a stage.  ``name`` is kept in databases, ``title`` is for people."""

    name: str
    title: str
    bracket: bool = False
    two_sides: bool = False
    """Whether it can be played by games of two sides alone."""
    in_rounds: bool = False
    """Whether new encounters come only when all that were made are over, and what each of these
    wants, `encounters.wanted` says without the others; a play-off is apart."""

    @abstractmethod
    def progress(self, terms: StageSetup, played: Sequence[Encounter]) -> Progress:
        """Where a stage stands after these encounters, each with the games that count.

        The order of ``played`` does not matter.  ValueError where they are not of such a stage.
        """

    def played_through(
        self, terms: StageSetup, play: Callable[[Wanted], Encounter]
    ) -> list[Encounter]:
        """All encounters of a stage from its beginning, of which ``play`` returns each with the
        games that it wants; empty for a format that answers by `progress` alone."""
        return []

    @abstractmethod
    def most_games(self, terms: StageSetup) -> int:
        """How many games it has at most, decisive extra games left out."""
