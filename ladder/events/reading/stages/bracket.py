"""A bracket as columns of boxes, which a page draws by its style sheet alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from bots.models import Bot
from ladder.core.stages.contract import BYE, Slot
from ladder.core.standings import Left
from ladder.events.kinds.state import Group
from ladder.events.models import StageEntry
from ladder.events.reading.stages.lazy import LazyList
from ladder.events.reading.stages.pairings import Pairing, PairingState


@dataclass(frozen=True, slots=True)
class Place:
    """One of both places of a box: an entry, a bye, or nobody who is known yet."""

    entry: StageEntry | None
    bye: bool = False
    points: float | None = None
    won: bool = False
    lost: bool = False

    @property
    def bot(self) -> Bot | None:
        return self.entry.entry.bot if self.entry is not None else None

    @property
    def left(self) -> Left:
        return self.entry.left if self.entry is not None else Left.STAYED


@dataclass(frozen=True, slots=True)
class Box:
    """A slot of `ladder.core.stages.contract.Slot` with its entries; ``side`` is "winners",
    "losers" or "final".  ``by_seed``: it stayed equal, so that the better seed has won."""

    key: str
    round: int
    name: str
    side: str
    places: Sequence[Place]
    pairing: Pairing | None
    by_seed: bool

    @property
    def is_bye(self) -> bool:
        return any(place.bye for place in self.places)

    @property
    def winner(self) -> Bot | None:
        return next((place.bot for place in self.places if place.won), None)

    @property
    def live(self) -> bool:
        return self.pairing is not None and self.pairing.state is PairingState.LIVE

    @property
    def awarded(self) -> bool:
        """Whether it was decided by the organizers."""
        return self.pairing is not None and self.pairing.awarded


@dataclass(frozen=True, slots=True)
class Column:
    """The boxes of one round, which are made when they are read, and the slots that they show.
    ``joins`` says how they lead to the next column: "pairs" two to one, "lines" one to one, or ""
    not all of them."""

    title: str
    boxes: Sequence[Box]
    slots: Sequence[Slot]
    joins: str


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a bracket."""

    title: str
    columns: Sequence[Column]

    @property
    def going(self) -> bool:
        """Whether an encounter has no winner yet."""
        slots = (slot for column in self.columns for slot in column.slots)
        return any(slot.winner is None and {*slot.entrants} != {BYE} for slot in slots)

    def parts(self, most: int) -> Iterator[Section]:
        """The section in parts, each with at most ``most`` boxes of its first round.

        A part has the rounds that lie in one part alone; the later rounds follow in parts of their
        own.
        """
        rest = self
        while rest.columns and (count := _parts(rest.columns[0], most)) > 1:
            inside = 0
            while inside < len(rest.columns) and _splits(rest.columns[inside], count):
                inside += 1
            for number in range(count):
                own = [_slice(column, number, count) for column in rest.columns[:inside]]
                yield Section(f"{rest.title}, part {number + 1} of {count}", own)
            rest = Section(f"{rest.title}, later rounds", rest.columns[inside:])
        if rest.columns:
            yield rest


@dataclass(frozen=True, slots=True)
class Bracket:
    """``boxes`` has those of all sections, in the order of the core."""

    boxes: Sequence[Box]
    sections: Sequence[Section]


def bracket(group: Group, every: Mapping[str, Pairing]) -> Bracket:
    """Of single elimination the winners' side with the final, and what else is played for a place;
    of double elimination both sides, and the grand final."""
    assert group.progress is not None, "a bracket is a stage of encounters"
    slots = group.progress.slots
    boxes = LazyList(len(slots), lambda at: _box(group, slots[at], every.get(slots[at].key)))
    parts: dict[str, list[int]] = {}
    for at, slot in enumerate(slots):
        parts.setdefault(slot.bracket, []).append(at)
    winners, losers = parts.get("winners", []), parts.get("losers", [])
    final = parts.get("final", [])
    if not losers:
        named = [("Bracket", [*winners, *final[-1:]]), ("Matches for lower places", final[:-1])]
    else:
        named = [("Winners’ bracket", winners), ("Losers’ bracket", losers), ("Final", final)]
    return Bracket(boxes, [_section(title, slots, boxes, some) for title, some in named if some])


def _section(
    title: str, slots: Sequence[Slot], boxes: LazyList[Box], some: Sequence[int]
) -> Section:
    """A section with the slots at these indexes."""
    ordered = sorted(some, key=lambda at: slots[at].round)
    rounds = [list(same) for _, same in groupby(ordered, key=lambda at: slots[at].round)]
    counts = [len(each) for each in rounds]
    columns = []
    for at, each in enumerate(rounds):
        following = counts[at + 1] if at + 1 < len(counts) else 0
        joins = {following * 2: "pairs", following: "lines"}.get(counts[at], "")
        shown = boxes.picked(each)
        own = [slots[index] for index in each]
        name = _title(own[0].name, len(own))
        columns.append(Column(name, shown, own, joins if following else ""))
    return Section(title, columns)


def _parts(column: Column, most: int) -> int:
    """The number of parts that a round needs, a power of two."""
    count = 1
    while len(column.boxes) > most * count:
        count *= 2
    return count


def _splits(column: Column, count: int) -> bool:
    return len(column.boxes) >= count and len(column.boxes) % count == 0


def _slice(column: Column, number: int, count: int) -> Column:
    size = len(column.boxes) // count
    own = slice(number * size, (number + 1) * size)
    return Column(column.title, column.boxes[own], column.slots[own], column.joins)


def _title(name: str, count: int) -> str:
    """The common beginning of the names of a round's encounters, by the first of them."""
    stem = name.rsplit(" ", 1)[0]
    if stem.endswith(", match"):
        return stem.removesuffix(", match")
    if count == 1:
        return name
    return f"{stem}s" if stem.endswith("-final") else stem


def _box(group: Group, slot: Slot, pairing: Pairing | None) -> Box:
    points = {part.number: part.points for part in pairing.parts} if pairing else {}
    places = list(_places(group, slot, points))
    return Box(slot.key, slot.round, slot.name, slot.bracket, places, pairing, slot.by_seed)


def _places(group: Group, slot: Slot, points: Mapping[int, float | None]) -> Iterable[Place]:
    for number in slot.entrants:
        if number is None or number == BYE:
            yield Place(None, bye=number == BYE)
            continue
        won = slot.winner == number
        yield Place(
            group.entries[number],
            points=points.get(number),
            won=won,
            lost=slot.winner is not None and not won,
        )
