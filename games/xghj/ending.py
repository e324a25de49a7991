"""How a match ended, in sentences for each country."""

from __future__ import annotations

from games.ending import (
    Details,
    Moment,
    Part,
    Player,
    Sentence,
    ended,
    fact,
    failed,
    first,
    listed,
    round_of,
    subject,
)
from games.engine import Outcome, Seat
from games.texts.sentences import counted


def decided_by(outcome: Outcome) -> str:
    """Land is the score; a goal and rounds survived count before it, savings after it."""
    if any(seat.data.get("reached") for seat in outcome.seats):
        return "the goal"
    rounds = {seat.data.get("rounds") for seat in outcome.seats}
    return "rounds survived" if len(rounds) > 1 else "savings"


def ending(outcome: Outcome, seat: Seat | None, details: Details) -> Sentence:
    own = subject(outcome, seat)
    found = _failure(outcome, own, details)
    if fact(outcome, own, "fell") is not None:
        return ended([*found, *_fall(outcome, own), *_after(outcome, own)])
    if len(outcome.seats) == 2 and fact(outcome, 1 - own, "fell") is None:
        found += _failure(outcome, 1 - own, details)
    reached = [n for n, each in enumerate(outcome.seats) if each.data["reached"]]
    if reached:
        return ended([*found, *_goal(outcome, own, reached)])
    living = [n for n in range(len(outcome.seats)) if fact(outcome, n, "fell") is None]
    if len(living) == 1:
        return ended([*found, *_last(outcome, own, details)])
    return ended([*found, *_land(outcome, own, living)])


def _failure(outcome: Outcome, seat: Seat, details: Details) -> list[Part]:
    at = fact(outcome, seat, "failed")
    if at is None:
        return []
    did = failed(outcome, seat, round_of(at) if at else None, details)
    if at:
        return [*did, " and gave no orders after that. "]
    return [*did, " before round 1", "" if fact(outcome, seat, "fell") == 0 else ". "]


def _fall(outcome: Outcome, seat: Seat) -> list[Part]:
    """How a country was eliminated, with a full stop."""
    fell, taker = fact(outcome, seat, "fell"), fact(outcome, seat, "taker")
    if not fell and fact(outcome, seat, "failed") is not None:
        return [", so it got no place to begin. "]
    if not fell:
        return [Player(seat), " got no place to begin. "]
    if taker is None:
        return [Player(seat), " lost its capital and all its land in ", round_of(fell), ". "]
    return [Player(seat), " lost its last land to ", Player(taker), " in ", round_of(fell), ". "]


def _after(outcome: Outcome, own: Seat) -> list[Part]:
    """The winners of a game that this country did not survive."""
    winners = first(outcome)
    if own in winners:
        return ["Nobody was left. "]
    return [*listed(winners), " won. "]


def _goal(outcome: Outcome, own: Seat, reached: list[Seat]) -> list[Part]:
    at = round_of(fact(outcome, own, "last"))
    if own in reached:
        return [Player(own), " reached the goal in ", at, ". "]
    owned = f" owned {_cells(outcome, own)} then. "
    return [*listed(reached), " reached the goal in ", at, ". ", Player(own), owned]


def _last(outcome: Outcome, own: Seat, details: Details) -> list[Part]:
    """All others are eliminated: how the last of them was."""
    others = [n for n in range(len(outcome.seats)) if n != own]
    latest = max(others, key=lambda n: (fact(outcome, n, "fell"), n))
    told_last = [*_failure(outcome, latest, details), *_fall(outcome, latest)]
    return [*told_last, Player(own), " was the last country. "]


def _land(outcome: Outcome, own: Seat, living: list[Seat]) -> list[Part]:
    """All rounds are played: land decides, then savings."""
    last = fact(outcome, own, "last")
    rival = min((n for n in living if n != own), key=lambda n: (outcome.seats[n].rank, n))
    found: list[Part] = ["All ", Moment(f"{last} rounds", 0, last), " were played. ", Player(own)]
    found += [f" owned {_cells(outcome, own)}, ", Player(rival), f" {_cells(outcome, rival)}"]
    if outcome.seats[own].score == outcome.seats[rival].score:
        ahead, behind = sorted(
            (outcome.seats[n].data["saving"] for n in (own, rival)), reverse=True
        )
        decided = f"decided, {ahead} to {behind}" if ahead > behind else "were equal"
        found.append(f", and savings {decided}")
    return [*found, ". "]


def _cells(outcome: Outcome, seat: Seat) -> str:
    return counted(int(outcome.seats[seat].score), "cell")
