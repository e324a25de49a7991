"""The table of a circuit: points by place in several events, of which the best results count."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import inf
from typing import Generic, TypeVar

Entrant = TypeVar("Entrant", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Result(Generic[Entrant]):
    """The place of one bot in the final table of an event; bots that are tied share a place."""

    entrant: Entrant
    place: int
    disqualified: bool = False


@dataclass(frozen=True, slots=True)
class Leg(Generic[Entrant]):
    """An event of a circuit.  ``factor`` multiplies its points."""

    results: Sequence[Result[Entrant]]
    factor: int = 1


@dataclass(frozen=True, slots=True)
class Score:
    """The result of an entrant in one event.  ``dropped``: better results count instead."""

    place: int
    points: int
    disqualified: bool = False
    dropped: bool = False


class Tie(StrEnum):
    """The rule that put an entrant behind another one with as many points."""

    PLACES = "places"
    NEWEST = "newest"


@dataclass(frozen=True, slots=True)
class Line(Generic[Entrant]):
    """A line of the table; ``scores`` has one for each event, None where it did not take part.

    ``tie`` is the rule that put it behind the line above with as many points, if there is one.
    """

    place: int
    entrant: Entrant
    points: int
    scores: Sequence[Score | None]
    tie: Tie | None = None


def table(legs: Sequence[Leg[Entrant]], worth: Sequence[int], best: int = 0) -> list[Line[Entrant]]:
    """The table over all events, in their order.

    ``worth`` has the points of places 1, 2 …; later places have none.  The ``best`` results of an
    entrant count, all if it is 0.  An entrant with several bots in an event has the result of the
    best one.  A disqualification is worth no points and is never dropped.

    Equal points are decided by the best single place, then the second best and so on; then by the
    place in the newest event, then in the one before.  Entrants that are still equal share a place.
    """
    own = [_of_leg(leg, worth) for leg in legs]
    entrants = dict.fromkeys(entrant for leg in own for entrant in leg)
    lines = [_line(entrant, [leg.get(entrant) for leg in own], best) for entrant in entrants]
    return _placed(sorted(lines, key=_order))


def _of_leg(leg: Leg[Entrant], worth: Sequence[int]) -> Mapping[Entrant, Score]:
    """The score of each entrant: of its best bot, or of a disqualified one if it has no other."""
    scores: dict[Entrant, Score] = {}
    for result in sorted(leg.results, key=lambda each: (each.disqualified, each.place)):
        earns = 0 if result.disqualified or result.place > len(worth) else worth[result.place - 1]
        score = Score(result.place, earns * leg.factor, result.disqualified)
        scores.setdefault(result.entrant, score)
    return scores


def _line(entrant: Entrant, scores: Sequence[Score | None], best: int) -> Line[Entrant]:
    counted = _counted(scores, best)
    shown = [
        score if score is None or at in counted else replace(score, dropped=True)
        for at, score in enumerate(scores)
    ]
    points = sum(each.points for each in shown if each is not None and not each.dropped)
    return Line(0, entrant, points, shown)


def _counted(scores: Sequence[Score | None], best: int) -> frozenset[int]:
    """The numbers of the results that count.  Among equal points, these are the better places, and
    among equal places the newest ones."""
    there = [(at, score) for at, score in enumerate(scores) if score is not None]
    kept = [at for at, score in there if score.disqualified]
    others = [(at, score) for at, score in there if not score.disqualified]
    others.sort(key=lambda each: (-each[1].points, each[1].place, -each[0]))
    most = max(0, best - len(kept)) if best else len(others)
    return frozenset(kept + [at for at, _ in others[:most]])


def _single_places(line: Line[Entrant]) -> tuple[float, ...]:
    """The places in all events, best first; at the end one that is worse than any."""
    return (*sorted(place for place in _by_event(line.scores) if place < inf), inf)


def _by_event(scores: Iterable[Score | None]) -> Iterable[float]:
    for score in scores:
        yield inf if score is None or score.disqualified else score.place


def _order(line: Line[Entrant]) -> tuple[int, tuple[float, ...], tuple[float, ...]]:
    return -line.points, _single_places(line), tuple(_by_event(line.scores))[::-1]


def _placed(lines: Sequence[Line[Entrant]]) -> list[Line[Entrant]]:
    placed: list[Line[Entrant]] = []
    for at, line in enumerate(lines):
        above = placed[-1] if placed else None
        if above is not None and _order(above) == _order(line):
            placed.append(replace(line, place=above.place))
        else:
            placed.append(replace(line, place=at + 1, tie=_tie(above, line)))
    return placed


def _tie(above: Line[Entrant] | None, line: Line[Entrant]) -> Tie | None:
    if above is None or above.points != line.points:
        return None
    return Tie.PLACES if _single_places(above) != _single_places(line) else Tie.NEWEST
