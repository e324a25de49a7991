"""How a match ended, in sentences for each player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.ending import (
    Details,
    Part,
    Player,
    Sentence,
    ended,
    failed,
    first,
    listed,
    round_of,
    subject,
)
from games.engine import Outcome, Seat, SeatOutcome
from games.lost_in_space.state import Cause


def ending(outcome: Outcome, seat: Seat | None, details: Details) -> Sentence:
    own = subject(outcome, seat)
    found = [*_fate(outcome, own, details), ". ", *_deaths(outcome.seats[own])]
    winner = first(outcome)[0]
    if outcome.seats[own].rank == 1:
        return ended([*found, *_why_first(outcome, own)])
    return ended([*found, *_victory(outcome, winner), *_equal(outcome, own, winner)])


def _status(outcome: Outcome, seat: Seat) -> str:
    return str(outcome.seats[seat].data["status"])


def _fate(outcome: Outcome, seat: Seat, details: Details) -> list[Part]:
    """The fate of a player, without a full stop."""
    end = outcome.seats[seat]
    status, left, last = _status(outcome, seat), end.data["left"], end.facts["round"]
    if status == "escaped":
        return [Player(seat), " escaped in ", round_of(left)]
    if status == "error":
        return failed(outcome, seat, round_of(left), details)
    if end.facts["out"]:
        _at, cause, killer = end.facts["deaths"][-1]
        return [Player(seat), " died for good in ", round_of(left), *_by(cause, killer)]
    if status == "dead":
        return [Player(seat), " was dead after ", round_of(last)]
    return [Player(seat), " was alive after ", round_of(last)]


def _by(cause: str, killer: Seat | None) -> list[Part]:
    if killer is None:
        return [", in a zone that closed"]
    what = " by a mine of " if cause == Cause.MINE else " by an attack of "
    return [what, Player(killer)]


def _deaths(end: SeatOutcome) -> list[Part]:
    """The deaths from which a player returned, or could have."""
    deaths: Sequence[Sequence[Any]] = end.facts["deaths"]
    deaths = deaths[:-1] if end.facts["out"] else deaths
    found: list[Part] = ["It had died in "]
    for place, (at, cause, killer) in enumerate(deaths):
        if place:
            found.append(" and in " if place == len(deaths) - 1 else ", in ")
        found += [round_of(at), *_by(cause, killer)]
    return [*found, ". "] if deaths else []


def _victory(outcome: Outcome, winner: Seat) -> list[Part]:
    """How the winner won, for somebody else."""
    end = outcome.seats[winner]
    match _status(outcome, winner):
        case "escaped":
            how: list[Part] = [" escaped in ", round_of(end.data["left"]), " and won. "]
        case "error":
            how = [" failed last, in ", round_of(end.data["left"]), ", and won. "]
        case _ if end.facts["out"]:
            how = [" held out longest, until ", round_of(end.data["left"]), ", and won. "]
        case _:
            how = [" won, as nobody escaped. "]
    return [Player(winner), *how]


def _why_first(outcome: Outcome, own: Seat) -> list[Part]:
    status = _status(outcome, own)
    escaped = [n for n in range(len(outcome.seats)) if _status(outcome, n) == "escaped"]
    if status == "escaped":
        later = [n for n in escaped if n != own]
        if later:
            return ["It was the first to escape, before ", *listed(later), ". "]
        return ["The others did not escape. "]
    if status == "error":
        together = len(first(outcome)) > 1
        last = "no other failed later" if together else "it failed last"
        return [f"All programs failed, and {last}. "]
    if outcome.seats[own].facts["out"]:
        return ["Nobody escaped, and it died last. "]
    rival = next((n for n, each in enumerate(outcome.seats) if each.rank == 2), own)
    return ["Nobody escaped. ", *_equal(outcome, rival, own)]


def _equal(outcome: Outcome, own: Seat, winner: Seat) -> list[Part]:
    """The decision between two with the same fate in the same round."""
    mine, best = outcome.seats[own], outcome.seats[winner]
    same = (mine.facts["out"], mine.data["left"], _rank_group(outcome, own)) == (
        best.facts["out"],
        best.data["left"],
        _rank_group(outcome, winner),
    )
    if not same or own == winner or mine.rank == best.rank:
        return []
    points = best.data["points"], mine.data["points"]
    if points[0] == points[1]:
        return ["Points were equal, so the later seat came first. "]
    return [f"Points decided, {points[0]} to {points[1]}. "]


def _rank_group(outcome: Outcome, seat: Seat) -> str:
    status = _status(outcome, seat)
    return status if status in ("escaped", "error") else "stayed"
