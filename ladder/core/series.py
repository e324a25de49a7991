"""A series: a sequence of games in which each winner starts the next game with an advantage.

- All begin alike. An entrant that has won k games begins with 1.5^k times as much; k never falls.
- An entrant with `GOAL` wins has won the series, and leaves it from the next game on.
- The series continues until enough have left.  Guests take their seats and other empty ones.
- Entrants that are qualified for what follows already may win and leave like all others, but do not
  count towards the winners that are wanted.
- If there are more entrants than seats, those that have played least play next; among these, those
  that have met each other least.
- Guests never count: places are those among the entrants, so the best entrant wins the game,
  wherever guests finish.
- Entrants that share the first place have each won; if all entrants of the game share it, none has
  won.
- It also ends after `bound` games, after a set number of consecutive games without a winner, and
  when fewer than two entrants are left.  Its winners are then the first ones in the order that
  count, up to the number that is wanted.
- An entrant that left plays no more and is behind all others, see `order`; finished games count.

The order: entrants that left, by the game after which they did; then by wins; then by mean place.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from ladder.core.standings import Left, order

GROWTH = 1.5
GOAL = 5
"""Wins."""
LEAST_BOUND = 60
UNWON = 3
"""The bound of a series allows one game without a winner in this number of games."""
PATIENCE = 10

Seating = tuple[int | None, ...]
"""Entrants by seat, numbered from 0; None is a guest."""


@dataclass(frozen=True, slots=True)
class SeriesSetup:
    """The setup of a series; ValueError for one that could not be played to its end.

    ``winners`` are wanted; ``most_games`` is the bound, 0 for `bound`; ``patience`` is a number of
    games in a row that nobody won; ``out`` play no more, of whom some are ``disqualified``; the
    wins of the ``qualified`` do not count towards the winners.
    """

    entrants: int
    seats: int
    winners: int
    most_games: int = 0
    patience: int = PATIENCE
    out: frozenset[int] = frozenset()
    qualified: frozenset[int] = frozenset()
    disqualified: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if self.entrants < 2 or self.seats < 2:
            raise ValueError(f"{self.entrants} entrants at {self.seats} seats play no series")
        if not 1 <= self.winners < self.entrants:
            raise ValueError(f"of {self.entrants} not {self.winners} can win: one has to be left")
        if self.winners > self.entrants - len(self.qualified):
            raise ValueError(f"only {self.entrants - len(self.qualified)} of them count")
        if self.most_games < 0 or self.patience < 1:
            raise ValueError("a series has at least one game")

    @property
    def limit(self) -> int:
        """The most games that are played."""
        return self.most_games or bound(self.entrants, self.winners + len(self.qualified))

    def counts(self, entrant: int) -> bool:
        """Whether its win counts towards the winners."""
        return entrant not in self.out and entrant not in self.qualified

    def left(self, entrant: int) -> Left:
        """How an entrant left the series without winning it."""
        if entrant in self.disqualified:
            return Left.DISQUALIFIED
        return Left.WITHDREW if entrant in self.out else Left.STAYED


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game that was played; both by seat.  ``ranks`` are from 1, ties share the better one."""

    seating: Seating
    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EntrantGame:
    """An entrant's part in one game: the place among the entrants, and ``wins`` before it."""

    place: int
    won: bool
    wins: int

    @property
    def handicap(self) -> float:
        return handicap(self.wins)


@dataclass(frozen=True, slots=True)
class EntrantRecord:
    """The record of an entrant.

    ``parts`` has an item for each game until it left, None for games without a seat.  ``left`` is
    the number (from 1) of the game after which it left, or None.
    """

    parts: tuple[EntrantGame | None, ...] = ()
    wins: int = 0
    left: int | None = None

    @property
    def handicap(self) -> float:
        """The factors of the next game, also for entrants that have left."""
        return handicap(self.wins)

    @property
    def played(self) -> int:
        return sum(part is not None for part in self.parts)

    @property
    def sum_of_places(self) -> int:
        return sum(part.place for part in self.parts if part is not None)

    @property
    def mean_place(self) -> float:
        """The mean of its places; infinite before the first game."""
        return self.sum_of_places / self.played if self.played else math.inf


class End(StrEnum):
    """Why a series has ended."""

    WON = "won"
    BOUND = "bound"
    IDLE = "idle"
    ALONE = "alone"


@dataclass(frozen=True, slots=True)
class SeriesState:
    """``idle`` counts the newest games in a row without a winner; ``tables`` has the seatings."""

    terms: SeriesSetup
    lines: tuple[EntrantRecord, ...]
    played: int = 0
    idle: int = 0
    tables: tuple[frozenset[int], ...] = ()

    @property
    def left(self) -> int:
        """The number of winners that count."""
        won = (number for number, line in enumerate(self.lines) if line.left is not None)
        return sum(self.terms.counts(number) for number in won)

    @property
    def active(self) -> list[int]:
        """The entrants that may still play."""
        rows = enumerate(self.lines)
        return [n for n, line in rows if line.left is None and n not in self.terms.out]

    @property
    def end(self) -> End | None:
        """Why the series has ended; None while it continues."""
        if self.left >= self.terms.winners:
            return End.WON
        if self.played >= self.terms.limit:
            return End.BOUND
        if self.idle >= self.terms.patience:
            return End.IDLE
        return End.ALONE if len(self.active) < 2 else None


@dataclass(frozen=True, slots=True)
class SeriesStanding:
    """``place`` is shared by equals.  ``won`` says that the entrant has won the series, ``counts``
    that this counts towards the winners, ``left`` how it left the stage."""

    place: int
    entrant: int
    line: EntrantRecord
    won: bool
    left: Left = Left.STAYED
    counts: bool = True

    @property
    def out(self) -> bool:
        """Whether the entrant plays no more."""
        return self.left is not Left.STAYED


def handicap(wins: int) -> float:
    return float(GROWTH**wins)


def bound(entrants: int, winners: int) -> int:
    """The most games of a series whose terms state no number.

    As long as fewer than ``winners`` have `GOAL` wins, all together have at most
    (GOAL - 1) * entrants + winners - 1.  One more game that somebody wins ends the series, however
    strong the entrants are and however many seats there are.  The bound has room for one game in
    `UNWON` that nobody wins; a series with more of those ends by its bound or by patience.
    """
    won = (GOAL - 1) * entrants + winners
    return max(LEAST_BOUND, math.ceil(won * UNWON / (UNWON - 1)))


def begin(terms: SeriesSetup) -> SeriesState:
    return SeriesState(terms, (EntrantRecord(),) * terms.entrants)


def play(terms: SeriesSetup, games: Sequence[GameResult]) -> SeriesState:
    """The state after these games, all of which stand.

    An entrant that counts now may have been disqualified while some of them were played: then its
    seat was empty, or the series went on for another winner.  ValueError for games that cannot be
    of this series.
    """
    state = begin(terms)
    for game in games:
        if not _could_be(state, game):
            raise ValueError(f"{game.seating} are not the seats of game {state.played + 1}")
        state = _with(state, game)
    return state


def after(state: SeriesState, game: GameResult) -> SeriesState:
    """The state after one more game.

    ValueError where this is not a game of this series now: it has ended, or others should play.
    """
    # Later disqualifications may leave too few for games that were played.
    if state.end not in (None, End.ALONE):
        raise ValueError("the series has ended")
    seated = sum(entrant is not None for entrant in game.seating)
    if not _could_be(state, game) or seated < min(state.terms.seats, len(state.active)):
        raise ValueError(f"{game.seating} are not the seats of game {state.played + 1}")
    return _with(state, game)


def _could_be(state: SeriesState, game: GameResult) -> bool:
    """Whether each seat is empty or has an entrant that has not left, none twice."""
    seated = [entrant for entrant in game.seating if entrant is not None]
    may = {number for number, line in enumerate(state.lines) if line.left is None}
    sizes = {len(game.seating), len(game.ranks), state.terms.seats}
    return len(sizes) == 1 and len(set(seated)) == len(seated) >= 1 and may >= set(seated)


def _with(state: SeriesState, game: GameResult) -> SeriesState:
    places = places_of(game)
    first = {entrant for entrant, place in places.items() if place == 1}
    won = first if len(first) < len(places) else set()
    number = state.played + 1
    lines = tuple(
        _moved(line, places.get(entrant), entrant in won, number)
        for entrant, line in enumerate(state.lines)
    )
    tables = (*state.tables, frozenset(places))
    return SeriesState(state.terms, lines, number, 0 if won else state.idle + 1, tables)


def places_of(game: GameResult) -> dict[int, int]:
    """Places among the entrants of a game, by entrant; ties share the better one."""
    ranks = {e: r for e, r in zip(game.seating, game.ranks, strict=True) if e is not None}
    return {e: 1 + sum(other < mine for other in ranks.values()) for e, mine in ranks.items()}


def _moved(line: EntrantRecord, place: int | None, won: bool, number: int) -> EntrantRecord:
    if line.left is not None:
        return line
    if place is None:
        return EntrantRecord((*line.parts, None), line.wins)
    wins = line.wins + won
    parts = (*line.parts, EntrantGame(place, won, line.wins))
    return EntrantRecord(parts, wins, number if wins >= GOAL else None)


def next_seating(state: SeriesState) -> Seating | None:
    """The seats of the next game; None once the series has ended.

    All players, guests included, move on by one seat from game to game.
    """
    if state.end is not None:
        return None
    seats = state.terms.seats
    order: list[int | None] = [None] * seats
    for place, number in enumerate(_next(state)):
        order[number if state.terms.entrants <= seats else place] = number
    return tuple(order[(seat - state.played) % seats] for seat in range(seats))


def _next(state: SeriesState) -> list[int]:
    """The players of the next game. If there are more entrants than seats: those who have played
    least and met the chosen ones least, then by number.
    """
    left, chosen = set(state.active), list[int]()
    if len(left) <= state.terms.seats:
        return sorted(left)
    met = Counter((a, b) for table in state.tables for a in table for b in table)
    played = Counter(number for table in state.tables for number in table)
    while len(chosen) < state.terms.seats:
        best = min(
            left,
            key=lambda n: (played[n], sum(met[n, other] for other in chosen), n),
        )
        chosen.append(best)
        left.remove(best)
    return sorted(chosen)


def handicaps(state: SeriesState, seating: Seating) -> tuple[float, ...]:
    """The handicap of each seat; a guest has 1."""
    return tuple(1.0 if entrant is None else state.lines[entrant].handicap for entrant in seating)


def standings(state: SeriesState) -> list[SeriesStanding]:
    """All entrants, best first."""
    keys = [order(state.terms.left(n), *_key(line)) for n, line in enumerate(state.lines)]
    counted = [key for number, key in enumerate(keys) if state.terms.counts(number)]
    rows = []
    for entrant, line in enumerate(state.lines):
        own, left, counts = keys[entrant], state.terms.left(entrant), state.terms.counts(entrant)
        place = 1 + sum(other < own for other in keys)
        first = sum(other < own for other in counted) < state.terms.winners
        done = line.left is not None or (counts and first and state.end is not None)
        won = not left and done
        rows.append(SeriesStanding(place, entrant, line, won, left, counts or bool(left)))
    return sorted(rows, key=lambda each: (each.place, each.entrant))


def _key(line: EntrantRecord) -> tuple[bool, int, int, float]:
    return (line.left is None, line.left or 0, -line.wins, line.mean_place)


def games_to_come(state: SeriesState) -> tuple[int, int]:
    """The fewest and the most remaining games, if each game has one winner."""
    if state.end is not None:
        return 0, 0
    missing = {number: GOAL - state.lines[number].wins for number in state.active}
    counted = sorted(wins for number, wins in missing.items() if state.terms.counts(number))
    wanted = state.terms.winners - state.left
    most = sum(missing.values()) - len(counted) + wanted
    left = state.terms.limit - state.played
    # It ends also where all but one have left, the qualified among them.
    fewest = min(sum(counted[:wanted]), sum(sorted(missing.values())[:-1]))
    return min(left, fewest), min(left, most)


def progress(state: SeriesState) -> float:
    """Progress towards enough winners, from 0 to 1: the wins of the best entrants, of all the wins
    that they need.  It never falls, and is 1 exactly when enough have left."""
    lines = [line for number, line in enumerate(state.lines) if state.terms.counts(number)]
    best = sorted((line.wins for line in lines), reverse=True)[: state.terms.winners]
    return sum(best) / (GOAL * state.terms.winners)
