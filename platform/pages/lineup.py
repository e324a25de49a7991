"""Who played whom, for lists, titles and tables: few words for two seats and for many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from matches.models import Match, Seat

SHOWN = 4
"""So many bots are told one by one; of more only the first."""
FIRST = 3
MATES = 2
"""Members of each team where not all can be shown."""
SIDES = 3


@dataclass(frozen=True, slots=True)
class Entry:
    """A version or a person on one side: the best seat, and how many of the side's they had."""

    seat: Seat
    times: int

    @property
    def name(self) -> str:
        own = self.seat.name
        return own if self.times == 1 else f"{own} ×{self.times}"


@dataclass(frozen=True, slots=True)
class Side:
    """A team, or a bot alone (team 0).  ``place`` counts sides, ties share it; None before the end.
    ``won`` says that some other side is behind."""

    team: int
    entries: tuple[Entry, ...]
    place: int | None
    won: bool

    @property
    def seats(self) -> int:
        return sum(entry.times for entry in self.entries)

    def shortened(self, most: int) -> Side:
        return Side(self.team, self.entries[:most], self.place, self.won)


@dataclass(frozen=True, slots=True)
class Lineup:
    """A match in one line.  ``more`` seats are left out; ``placed`` says that places are telling:
    it has ended, and had more than two sides."""

    sides: tuple[Side, ...]
    more: int
    placed: bool


def sides(match: Match) -> list[Side]:
    """All sides: two of them in the order of their seats; of more the best first, once it is
    known.  Among many seats, those of one version that plays alone are told as one side."""
    groups: dict[object, list[Seat]] = {}
    every = list(match.seats.all())
    for seat in every:
        alone = _who(seat) if len(every) > SHOWN else seat.number
        groups.setdefault(seat.team or (alone,), []).append(seat)
    places = side_places(every)
    found = [
        _side(team, seats, min((places[s.number] for s in seats if s.number in places), default=0))
        for team, seats in ((seats[0].team, seats) for seats in groups.values())
    ]
    last = max(places.values(), default=0)
    found = [
        Side(side.team, side.entries, side.place, side.place == 1 and last > 1) for side in found
    ]
    return sorted(found, key=lambda side: side.place or 0) if len(found) > 2 else found


def _side(team: int, seats: Sequence[Seat], place: int) -> Side:
    by_player: dict[object, list[Seat]] = {}
    for seat in sorted(seats, key=lambda seat: (seat.rank or 0, seat.number)):
        by_player.setdefault(_who(seat), []).append(seat)
    entries = tuple(Entry(own[0], len(own)) for own in by_player.values())
    if team:
        entries = tuple(sorted(entries, key=lambda entry: entry.seat.number))
    return Side(team, entries, place or None, won=False)


def _who(seat: Seat) -> tuple[int | None, int | None]:
    """The version or the person on a seat."""
    return seat.version_id, seat.person_id


def side_places(seats: Iterable[Seat]) -> dict[int, int]:
    """By seat number: the place of its side among the sides, from 1; of two teams the second has
    2, however many their members are.  Empty before the match has ended."""
    ranks: dict[tuple[int, int], int] = {}
    keys: dict[int, tuple[int, int]] = {}
    for seat in seats:
        if seat.rank is not None:
            key = (seat.team, 0) if seat.team else (0, seat.number)
            ranks[key], keys[seat.number] = seat.rank, key
    order = sorted(ranks.values())
    return {number: 1 + order.index(ranks[key]) for number, key in keys.items()}


def lineup(match: Match, focus: int | None = None) -> Lineup:
    """``focus`` is a bot that is shown in any case."""
    every = sides(match)
    total = sum(len(side.entries) for side in every)
    shown = every if total <= SHOWN else _some(every, focus)
    more = sum(side.seats for side in every) - sum(side.seats for side in shown)
    return Lineup(tuple(shown), more, len(every) > 2 and every[0].place is not None)


def _some(every: Sequence[Side], focus: int | None) -> list[Side]:
    if not every[0].team:
        own = [side for side in every[FIRST:] if _holds(side, focus)]
        return [*every[: FIRST - len(own)], *own[:1]] if own else [*every[:FIRST]]
    return [side.shortened(MATES) for side in every[:SIDES]]


def _holds(side: Side, bot: int | None) -> bool:
    versions = (entry.seat.version for entry in side.entries)
    return any(version is not None and version.bot_id == bot for version in versions)


def in_words(match: Match) -> str:
    """Who plays: the bots' names in the order of their seats; of many the first ones."""
    line = lineup(match)
    between = " – " if len(line.sides) == 2 or not line.more else ", "
    names = between.join(" + ".join(entry.name for entry in side.entries) for side in line.sides)
    return f"{names} and {line.more} more" if line.more else names


def verdict(match: Match) -> str:
    """The result in one sentence; empty where there is none."""
    every = sides(match)
    winners = [side for side in every if side.place == 1]
    if match.state != Match.State.FINISHED or not winners:
        return ""
    if not any(side.won for side in winners):
        return "Played to the end" if len(match.seats.all()) == 1 else "A draw"
    names = [entry.seat.name for side in winners for entry in side.entries]
    if len(names) > SHOWN:
        rest = len(names) - MATES
        return f"{', '.join(names[:MATES])} and {rest} more win"
    return f"{' and '.join(names)} {'win' if len(names) > 1 else 'wins'}"
