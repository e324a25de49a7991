"""A bracket as columns of boxes, which a page draws by its style sheet alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from ladder.core.stages.contract import BYE, Slot
from ladder.events.kinds.state import Group
from ladder.events.models import StageEntry
from ladder.events.reading.pairings import Pairing, PairingState


@dataclass(frozen=True, slots=True)
class Place:
    """One of both places of a box: an entry, a bye, or nobody who is known yet."""

    entry: StageEntry | None
    bye: bool = False
    points: float | None = None
    won: bool = False
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    name: str
    places: Sequence[Place]
    pairing: Pairing | None
    is_bye: bool

    @property
    def live(self) -> bool:
        return self.pairing is not None and self.pairing.state is PairingState.LIVE

    @property
    def by_seed(self) -> bool:
        """Whether it stayed equal, so that the better seed has won."""
        return self.pairing is not None and self.pairing.by_seed

    @property
    def awarded(self) -> bool:
        """Whether it was decided by the organizers."""
        return self.pairing is not None and self.pairing.awarded


@dataclass(frozen=True, slots=True)
class Column:
    """The boxes of one round; ``joins`` says how they lead to the next column: "pairs" two to
    one, "lines" one to one, or "" not all of them."""

    title: str
    boxes: Sequence[Box]
    joins: str


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    columns: Sequence[Column]


@dataclass(frozen=True, slots=True)
class Bracket:
    sections: Sequence[Section]


def bracket(group: Group, every: Mapping[str, Pairing]) -> Bracket:
    """Of single elimination the winners' side with the final, and what else is played for a place;
    of double elimination both sides, and the grand final."""
    assert group.progress is not None, "a bracket is a stage of encounters"
    parts: dict[str, list[Slot]] = {}
    for slot in group.progress.slots:
        parts.setdefault(slot.bracket, []).append(slot)
    winners, losers = parts.get("winners", []), parts.get("losers", [])
    final = parts.get("final", [])
    if not losers:
        named = [("Bracket", [*winners, *final[-1:]]), ("Matches for lower places", final[:-1])]
    else:
        named = [("Winners’ bracket", winners), ("Losers’ bracket", losers), ("Final", final)]
    sections = [Section(title, _columns(group, slots, every)) for title, slots in named if slots]
    return Bracket(sections)


def _columns(group: Group, slots: Sequence[Slot], every: Mapping[str, Pairing]) -> list[Column]:
    ordered = sorted(slots, key=lambda slot: slot.round)
    rounds = [list(same) for _, same in groupby(ordered, key=lambda slot: slot.round)]
    counts = [len(each) for each in rounds]
    columns = []
    for at, each in enumerate(rounds):
        following = counts[at + 1] if at + 1 < len(counts) else 0
        joins = {following * 2: "pairs", following: "lines"}.get(counts[at], "")
        boxes = [_box(group, slot, every.get(slot.key)) for slot in each]
        columns.append(Column(_title(each), boxes, joins if following else ""))
    return columns


def _title(slots: Sequence[Slot]) -> str:
    """The common beginning of the names of a round's encounters."""
    name = slots[0].name
    stem = name.rsplit(" ", 1)[0]
    if stem.endswith(", match"):
        return stem.removesuffix(", match")
    if len(slots) == 1:
        return name
    return f"{stem}s" if stem.endswith("-final") else stem


def _box(group: Group, slot: Slot, pairing: Pairing | None) -> Box:
    points = {part.number: part.points for part in pairing.parts} if pairing else {}
    return Box(slot.name, list(_places(group, slot, points)), pairing, BYE in slot.entrants)


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
