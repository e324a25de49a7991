"""How a match ended, in sentences: for one of its seats, or for readers without a seat.

A game makes the sentences from the facts of an outcome, in its module ``ending``.  They name seats
and turns by value, so that a page can write them as links and a terminal as text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine import EndState, Outcome, Seat

YOURS = "your bot"
"""The name of the reader's bot in sentences; a sentence that begins with it gets a capital."""


@dataclass(frozen=True, slots=True)
class Player:
    """The player on a seat of the match."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Moment:
    """A turn of game ``game`` of the match (from 0), and its words: "round 6 of half 1"."""

    words: str
    game: int
    turn: int


Part = str | Player | Moment
Sentence = tuple[Part, ...]
"""Whole sentences with their full stops; empty where there is nothing to tell."""
Details = Mapping[Seat, str]
"""Details of the failures of seats that the reader may know, such as the exception and its line."""


def plain(parts: Iterable[Part], names: Sequence[str]) -> str:
    """The sentences as text, with the names of the match's seats."""
    return "".join(part for part, _source in worded(parts, names))


def worded(parts: Iterable[Part], names: Sequence[str]) -> list[tuple[str, Part]]:
    """The text of each part, with the part."""
    found: list[tuple[str, Part]] = []
    begins = True
    for part in parts:
        match part:
            case Player(seat):
                text = names[seat]
                if begins and text == YOURS:
                    text = text.capitalize()
            case Moment(words):
                text = words
            case _:
                text = part
        if begins and not isinstance(part, Player):
            text = text[:1].upper() + text[1:]
        found.append((text, part))
        begins = text.endswith((". ", ".\n")) if text else begins
    return found


def fact(outcome: Outcome, seat: Seat, name: str) -> Any:
    return outcome.seats[seat].facts[name]


def round_of(number: int) -> Moment:
    """A round of a match of one game."""
    return Moment(f"round {number}", 0, number)


def listed(seats: Iterable[Seat]) -> list[Part]:
    """ "a, b and c"."""
    every = [Player(seat) for seat in seats]
    found: list[Part] = []
    for place, player in enumerate(every):
        if place:
            found.append(" and " if place == len(every) - 1 else ", ")
        found.append(player)
    return found


def failed(outcome: Outcome, seat: Seat, at: Moment | None, details: Details) -> list[Part]:
    """ "a crashed in round 6 (ValueError: …)", without a full stop."""
    found: list[Part] = [Player(seat), f" {outcome.seats[seat].end.words}"]
    if at is not None:
        found += [" in ", at]
    if detail := details.get(seat):
        found.append(f" ({detail})")
    return found


def faulty(outcome: Outcome, seat: Seat | None = None) -> list[Seat]:
    """The seats whose programs failed, that of the reader first."""
    found = [n for n, each in enumerate(outcome.seats) if each.end is not EndState.OK]
    return sorted(found, key=lambda number: (number != seat, number))


def first(outcome: Outcome) -> list[Seat]:
    """The seats that came in first; several where they shared the place."""
    return [number for number, each in enumerate(outcome.seats) if each.rank == 1]


def subject(outcome: Outcome, seat: Seat | None) -> Seat:
    """The seat from whose side the sentence tells it: the reader's, else the first of the winners,
    or the first seat."""
    return seat if seat is not None else (first(outcome) or [0])[0]


def told(outcome: Outcome, seat: Seat | None, details: Details) -> Sentence:
    """The end of any game: the failures, else the reason after the winner's name.

    Of outcomes without facts: those of foreign games, of matches that the platform ended, and of
    matches that were played before engines gave facts.
    """
    found: list[Part] = []
    for number in faulty(outcome, seat):
        found += [*failed(outcome, number, None, details), ". "]
    winners = first(outcome)
    if not found and outcome.reason and winners:
        if len(winners) < len(outcome.seats):
            found += [*listed(winners), f" won: {outcome.reason}. "]
        else:
            found.append(f"{outcome.reason[:1].upper()}{outcome.reason[1:]}. ")
    return ended(found)


def ended(parts: list[Part]) -> Sentence:
    """The parts without a blank at the end."""
    if parts and isinstance(parts[-1], str):
        parts = [*parts[:-1], parts[-1].rstrip()]
    return tuple(parts)
