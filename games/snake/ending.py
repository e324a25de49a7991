"""How a match ended, in sentences for each side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.ending import (
    Details,
    Moment,
    Part,
    Player,
    Sentence,
    ended,
    failed,
    faulty,
    first,
    subject,
)
from games.engine import EndState, Outcome, Seat
from games.snake.match import DecidedBy

_ON_SCORES: Mapping[str, str] = {
    DecidedBy.HALF_WINS: "won halves",
    DecidedBy.FIRST_ITEM: "the first item",
    DecidedBy.SECOND_MOVER: "the order of moves",
    DecidedBy.FAULT: "a failure",
}
_WORDS = {1: "won", 0: "drew", -1: "lost"}


def decided_by(outcome: Outcome) -> str:
    """Of matches whose points do not tell who won."""
    by = outcome.seats[0].data.get("decided_by")
    return _ON_SCORES.get(str(by), "")


def ending(outcome: Outcome, seat: Seat | None, details: Details) -> Sentence:
    if outcome.seats[0].data["decided_by"] == DecidedBy.FAULT:
        return _by_fault(outcome, seat, details)
    own = subject(outcome, seat)
    found: list[Part] = [Player(own), " "]
    for number in range(len(_halves(outcome, own))):
        found += [" and " if number else "", *_half(outcome, own, number, details)]
    return ended([*found, ". ", *_decision(outcome)])


def _halves(outcome: Outcome, seat: Seat) -> list[Mapping[str, Any]]:
    halves: list[Mapping[str, Any]] = outcome.seats[seat].facts["halves"]
    return halves


def _round(number: int, half: Mapping[str, Any]) -> Moment:
    return Moment(f"round {half['round']} of half {number + 1}", number, half["round"])


def _by_fault(outcome: Outcome, seat: Seat | None, details: Details) -> Sentence:
    """A program failed, and no further half is played."""
    halves = _halves(outcome, 0)
    at = _round(len(halves) - 1, halves[-1])
    own, *others = [n for n in faulty(outcome, seat) if _technical(outcome, n)]
    if others:
        return ended(
            [
                *failed(outcome, own, None, details),
                " and ",
                *failed(outcome, others[0], at, details),
                ". Both programs failed, so nobody wins. ",
            ]
        )
    if seat is None or seat == own:
        return ended([*failed(outcome, own, at, details), ". A failure loses the match. "])
    return ended([*failed(outcome, own, at, details), ", so ", Player(seat), " won. "])


def _technical(outcome: Outcome, seat: Seat) -> bool:
    return _halves(outcome, seat)[-1]["end"] not in (EndState.OK, EndState.ILLEGAL)


def _half(outcome: Outcome, own: Seat, number: int, details: Details) -> list[Part]:
    """ "won half 1 by 60 : 40"."""
    mine, theirs = _halves(outcome, own)[number], _halves(outcome, 1 - own)[number]
    how = _WORDS[theirs["rank"] - mine["rank"]]
    found: list[Part] = [f"{how} ", Moment(f"half {number + 1}", number, mine["round"])]
    for player, half in ((own, mine), (1 - own, theirs)):
        if half["end"] == EndState.ILLEGAL:
            whose: list[Part] = ["its own" if player == own else "an", " illegal move"]
            if player != own:
                whose += [" of ", Player(player)]
            detail = f" ({details[player]})" if details.get(player) else ""
            at = Moment(f"round {half['round']}", number, half["round"])
            return [*found, " by ", *whose, " in ", at, detail]
    return [*found, f" with {mine['score']} : {theirs['score']}"]


def _decision(outcome: Outcome) -> list[Part]:
    """The decision of a match that won halves did not decide."""
    winner = first(outcome)[0]
    totals = sorted((int(seat.score) for seat in outcome.seats), reverse=True)
    match outcome.seats[0].data["decided_by"]:
        case DecidedBy.TOTAL_SCORE:
            return [f"Points decided, {totals[0]} to {totals[1]}, as won halves were equal."]
        case DecidedBy.FIRST_ITEM:
            at = outcome.seats[winner].facts["first_item"]
            equal = "Won halves and points were equal: "
            moment = Moment(f"round {at}", 0, at)
            earlier = " took the first item of half 1 earlier, in "
            return [equal, Player(winner), earlier, moment, "."]
        case DecidedBy.SECOND_MOVER:
            equal = "Won halves, points and first items were equal: "
            return [equal, Player(winner), " moved second in half 1 and won by that rule."]
    return []
