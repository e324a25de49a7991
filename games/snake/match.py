"""The match: who wins two halves with the seats swapped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.engine import JSON, EndState, Outcome, SeatOutcome
from games.snake.board import NONE

HALVES = 2


class DecidedBy(StrEnum):
    """Which question settled a match, in the order in which they are put."""

    FAULT = "fault"
    HALF_WINS = "half_wins"
    TOTAL_SCORE = "total_score"
    FIRST_ITEM = "first_item"
    SECOND_MOVER = "second_mover"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The winning seat of a match or `NONE`, the question that settled it, and why in words."""

    winner: int
    by: DecidedBy
    words: str


def technical_faults(outcomes: Sequence[Outcome]) -> list[int]:
    """The seats whose programs failed.  An illegal move is no failure: it costs a half."""
    return [
        seat
        for outcome in outcomes
        for seat, end in enumerate(outcome.seats)
        if end.end not in (EndState.OK, EndState.ILLEGAL)
    ]


def judge(outcomes: Sequence[Outcome]) -> Verdict:
    """The winner of the match.

    ``outcomes`` are the halves in match order: seat 1 moved second in the first.
    """
    offenders = technical_faults(outcomes)
    if len(offenders) > 1:
        return Verdict(NONE, DecidedBy.FAULT, f"both programs failed in half {len(outcomes)}")
    for offender in offenders:
        end = outcomes[-1].seats[offender].end
        words = f"the other side {end.words} in half {len(outcomes)}"
        return Verdict(1 - offender, DecidedBy.FAULT, words)
    wins = half_wins(outcomes)
    if wins[0] != wins[1]:
        words = f"{max(wins)} to {min(wins)} in won halves"
        return Verdict(int(wins[1] > wins[0]), DecidedBy.HALF_WINS, words)
    totals = total_scores(outcomes)
    if totals[0] != totals[1]:
        words = f"{max(totals)} to {min(totals)} in points; won halves were equal"
        return Verdict(int(totals[1] > totals[0]), DecidedBy.TOTAL_SCORE, words)
    return _judge_equal(outcomes[0])


def _judge_equal(first_half: Outcome) -> Verdict:
    """Halves and points are equal: the first item of the first half, else its second mover."""
    first = [seat.data["first_item"] for seat in first_half.seats]
    times = [float("inf") if time is None else time for time in first]
    if times[0] == times[1]:
        words = "everything was equal, and the second mover of the first half then wins"
        return Verdict(1, DecidedBy.SECOND_MOVER, words)
    winner = int(times[1] < times[0])
    words = f"Tie-break: took the first item earlier (round {first[winner]})"
    return Verdict(winner, DecidedBy.FIRST_ITEM, words)


def halves_of(outcome: Outcome) -> int:
    """How many halves the match of this outcome, one of `decide`, has."""
    return len(outcome.seats[0].data.get("half_scores", ()))


def half_wins(outcomes: Sequence[Outcome]) -> list[int]:
    """Won halves of each seat; a tied half is won by nobody."""
    wins = [0, 0]
    for outcome in outcomes:
        ranks = [seat.rank for seat in outcome.seats]
        if ranks[0] != ranks[1]:
            wins[int(ranks[1] < ranks[0])] += 1
    return wins


def total_scores(outcomes: Sequence[Outcome]) -> list[int]:
    return [int(sum(outcome.seats[seat].score for outcome in outcomes)) for seat in (0, 1)]


def _facts(half: SeatOutcome) -> dict[str, JSON]:
    """A seat's end of a half, for the sentences about the match."""
    ended = {"rank": half.rank, "score": int(half.score), "end": half.end.value}
    return {**ended, **half.facts}


def decide(outcomes: Sequence[Outcome]) -> Outcome:
    """The outcome of the match; a seat's score is its points of all halves played."""
    verdict = judge(outcomes)
    wins, totals = half_wins(outcomes), total_scores(outcomes)
    seats = []
    for seat in (0, 1):
        ends = [outcome.seats[seat] for outcome in outcomes]
        worst = next((end for end in reversed(ends) if end.end is not EndState.OK), ends[-1])
        data: dict[str, JSON] = {
            "half_wins": wins[seat],
            "half_scores": [int(end.score) for end in ends],
            "decided_by": verdict.by.value,
        }
        rank = 1 if verdict.winner in (seat, NONE) else 2
        first = ends[0].data.get("first_item")
        facts = {"halves": [_facts(end) for end in ends], "first_item": first}
        seats.append(SeatOutcome(rank, totals[seat], worst.end, worst.reason, data, facts))
    return Outcome(tuple(seats), verdict.words)
