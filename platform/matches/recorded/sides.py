"""The sides of a match: who sat together, and which place each side had."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from matches.models import Match, Seat

SHOWN = 4
"""The number of bots that are named; of more only the first."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A version or a person on one side: the best seat, and the numbers from 1 of all its seats on
    that side.  ``unique`` says that no other entry of the match has seats of its name."""

    seat: Seat
    numbers: tuple[int, ...]
    unique: bool

    @property
    def times(self) -> int:
        return len(self.numbers)

    @property
    def which(self) -> str:
        """Which seats, such as "(1, 3)"."""
        return f"({', '.join(map(str, self.numbers))})"

    @property
    def tag(self) -> str:
        """The suffix of a name: its seats, if others have the same name, or their number."""
        if not self.unique:
            return self.which
        return f"×{self.times}" if self.times > 1 else ""

    @property
    def name(self) -> str:
        return f"{self.seat.name} {self.tag}".rstrip()


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


def told_apart(seats: Sequence[Seat]) -> dict[int, str]:
    """By seat number: the player's name, with the seat's number from 1 where several have it."""
    names = Counter(seat.name for seat in seats)
    return {
        seat.number: seat.name if names[seat.name] == 1 else f"{seat.name} ({seat.number + 1})"
        for seat in seats
    }


def sides(match: Match) -> list[Side]:
    """All sides: two in the order of their seats, more by rank once it is known. Among many seats,
    those of one version that plays alone are shown as one side.
    """
    groups: dict[object, list[Seat]] = {}
    every = list(match.seats.all())
    for seat in every:
        alone = _who(seat) if len(every) > SHOWN else seat.number
        groups.setdefault(seat.team or (alone,), []).append(seat)
    places = side_places(every)
    names = Counter(seat.name for seat in every)
    listed = [
        _side(names, seats, min((places[s.number] for s in seats if s.number in places), default=0))
        for seats in groups.values()
    ]
    last = max(places.values(), default=0)
    listed = [
        Side(side.team, side.entries, side.place, side.place == 1 and last > 1) for side in listed
    ]
    return sorted(listed, key=lambda side: side.place or 0) if len(listed) > 2 else listed


def _side(names: Counter[str], seats: Sequence[Seat], place: int) -> Side:
    """``names`` counts those of all seats of the match."""
    team = seats[0].team
    by_player: dict[object, list[Seat]] = {}
    for seat in sorted(seats, key=lambda seat: (seat.rank or 0, seat.number)):
        by_player.setdefault(_who(seat), []).append(seat)
    entries = tuple(
        Entry(
            own[0],
            tuple(sorted(seat.number + 1 for seat in own)),
            unique=names[own[0].name] == len(own),
        )
        for own in by_player.values()
    )
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
