"""A bot's costs and failures in a match, in words, for its managers and organizers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from accounts.models import Viewer
from accounts.permissions import is_insider_or_organizer
from games.engine import EndState
from matches.models import Seat
from pages.frame.match_parts.endings import excess_words
from pages.templatetags.site import filesize


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """``faults`` are sentences, in the order in which they came; ``stolen`` and ``stderr`` are
    empty where there is nothing to tell."""

    faults: tuple[str, ...]
    stolen: str
    stderr: str


def of_seats(seats: Sequence[Seat], user: Viewer) -> dict[int, SeatFigures]:
    """`SeatFigures` by number, of those seats whose faults this person may see."""
    return {seat.number: of_seat(seat) for seat in seats if may_see(seat, user)}


def may_see(seat: Seat, user: Viewer) -> bool:
    """Other than what a bot wrote, organizers see what it ran into: they are asked about it."""
    if seat.version is None:
        return user.is_staff or user.pk == seat.person_id
    return is_insider_or_organizer(seat.version.bot, user)


def of_seat(seat: Seat) -> SeatFigures:
    stolen = f"{seat.stolen_ms:,} ms of CPU time outside its turns" if seat.stolen_ms else ""
    return SeatFigures(tuple(map(fault_words, seat.faults)), stolen, _stderr_words(seat))


def _stderr_words(seat: Seat) -> str:
    if not seat.stderr_bytes:
        return ""
    size = filesize(seat.stderr_bytes)
    if seat.stderr_cut:
        return f"{size} on standard error, of which the first part was kept"
    return f"{size} on standard error"


_FAULTS = {
    (False, False, False): "{end} on turn {turn}",
    (False, False, True): "{end} on turn {turn}, after it answered {answered}",
    (False, True, False): "{end} in game {game} on turn {turn}",
    (False, True, True): "{end} in game {game} on turn {turn}, after it answered {answered}",
    (True, False, False): "{end} ({details}) on turn {turn}",
    (True, False, True): "{end} ({details}) on turn {turn}, after it answered {answered}",
    (True, True, False): "{end} ({details}) in game {game} on turn {turn}",
    (True, True, True): "{end} ({details}) in game {game} on turn {turn}, after it answered "
    "{answered}",
}
"""A fault: whether it has details, is of one of several games, and came after answers."""


def fault_words(fault: Mapping[str, Any], *, several: bool = True) -> str:
    """One fault as the judger reports it: the end state, its details, and where it was.

    The game is named where the match has ``several``: "ended by itself (exit status 0) in game 1
    on turn 3, after it answered twice".
    """
    detail = fault.get("detail") or ""
    details, after, answered = detail.partition(", after it answered ")
    if fault.get("excess"):
        details = excess_words(fault["excess"])
    return _FAULTS[bool(details), several, bool(after)].format(
        end=EndState(fault["kind"]).words,
        details=details,
        game=fault["game"] + 1 if several else "",
        turn=fault["turn"],
        answered=answered,
    )
