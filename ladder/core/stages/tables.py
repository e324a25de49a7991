"""The table of a stage in which everybody's points are added up.

A game between two is worth a point, half of it for a draw; of a game of more, each entrant has
the share of the others at its table that it is ahead of, ties counting half.  A bye is worth what
an encounter is worth that was won throughout.  Where the rules of the game give points for a match
(`StageSetup.worth`), or the stage gives points by place (`StageSetup.place_points`), those are
added up instead.  Everything is counted in whole numbers of a unit
that all points are multiples of.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ladder.core.stages.contract import StageSetup, Standing, TieBreak
from ladder.core.stages.encounters import HALVES, Score, full
from ladder.core.standings import Left, order


@dataclass(slots=True)
class _Row:
    """An entrant's line in the making.  ``met`` has for each opponent of each encounter that has
    begun who it was, the halves won, and the same in units of points."""

    points: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    met: list[tuple[int, int, int]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """All lines, and how many units make a point."""

    terms: StageSetup
    rows: tuple[_Row, ...]
    unit: int


def points(
    terms: StageSetup, scores: Sequence[Score], byes: Mapping[int, int] | None = None
) -> tuple[int, ...]:
    """Everybody's points, in some unit that is the same for all."""
    return tuple(row.points for row in _sheet(terms, scores, byes or {}).rows)


def bye_worth(terms: StageSetup, scores: Sequence[Score]) -> int:
    """The points of a bye, in the unit of `points` for the same scores."""
    return terms.games * full(terms) * _unit(terms, scores)


def _unit(terms: StageSetup, scores: Sequence[Score]) -> int:
    # Entrants who share places have the mean of their points.
    shared = range(1, terms.sides + 1) if terms.place_points else ()
    return math.lcm(HALVES, *{score.whole for score in scores}, *shared)


def table(
    terms: StageSetup, scores: Sequence[Score], byes: Mapping[int, int] | None = None
) -> tuple[Standing, ...]:
    """Everybody's line, best first; ``byes`` counts them by entrant.

    Entrants that left come after all others, see `order`.  Entrants with equal points and
    tie-breaks share a place and are listed by seed.
    """
    sheet = _sheet(terms, scores, byes or {})
    groups: dict[tuple[int, ...], list[int]] = {}
    for entrant, row in enumerate(sheet.rows):
        groups.setdefault(order(terms.left(entrant), -row.points), []).append(entrant)
    lines: list[Standing] = []
    for key in sorted(groups):
        lines += _apart(sheet, groups[key], len(lines) + 1)
    return tuple(lines)


def _sheet(terms: StageSetup, scores: Sequence[Score], byes: Mapping[int, int]) -> _Sheet:
    unit = _unit(terms, scores)
    start = terms.start_points or (0,) * terms.entrants
    rows = tuple(_Row(points * unit) for points in start)
    for score in scores:
        _enter(rows, score, unit)
    worth = bye_worth(terms, scores) if byes else 0
    for entrant, count in byes.items():
        rows[entrant].points += count * worth
        rows[entrant].won += count
    return _Sheet(terms, rows, unit)


def _enter(rows: Sequence[_Row], score: Score, unit: int) -> None:
    if not score.settled:
        return
    worth = unit // score.whole
    halves = score.halves
    earned = [round(points * unit) for points in score.earned or ()]
    best = max(halves)
    shared = halves.count(best) > 1
    for index, entrant in enumerate(score.entrants):
        row = rows[entrant]
        row.points += halves[index] * worth if score.earned is None else earned[index]
        for other, won in zip(score.entrants, score.against[index], strict=True):
            if other != entrant:
                row.met.append((other, won, won * worth))
        if not score.complete:
            continue
        if halves[index] < best or not best:
            row.lost += 1
        elif shared:
            row.drawn += 1
        else:
            row.won += 1


def _apart(sheet: _Sheet, group: Sequence[int], place: int) -> list[Standing]:
    """Lines of entrants with equal points, told apart by one tie-break after the other; those of
    disqualified entrants share a place."""
    breaks: dict[int, tuple[float, ...]] = dict.fromkeys(group, ())
    parts = [list(group)]
    by_seed: list[list[int]] = []
    equal = sheet.terms.left(group[0]) is Left.DISQUALIFIED
    for name in sheet.terms.tie_breaks:
        if name is TieBreak.SEED and not equal:
            by_seed = [part for part in parts if len(part) > 1]
        finer = [each for part in parts for each in _split(sheet, name, part, breaks)]
        parts = parts if equal else finer
    # Entrants are in the order of their seeds in each part.
    tied = {one: equal for part in by_seed for equal in [tuple(part)] for one in part}
    lines: list[Standing] = []
    for part in parts:
        shared = place + len(lines)
        lines += [_line(sheet, each, shared, breaks[each], tied.get(each, ())) for each in part]
    return lines


def _split(
    sheet: _Sheet, name: TieBreak, part: Sequence[int], breaks: dict[int, tuple[float, ...]]
) -> Iterable[list[int]]:
    figure, per = _FIGURES[name]
    scale = per(sheet)
    parts: dict[int, list[int]] = {}
    for entrant, value in zip(part, figure(sheet, part), strict=True):
        # A seed is counted downwards, so that the better one is more.
        breaks[entrant] += ((-value if name is TieBreak.SEED else value) / scale,)
        parts.setdefault(-value, []).append(entrant)
    return [parts[value] for value in sorted(parts)]


def _line(
    sheet: _Sheet, entrant: int, place: int, breaks: tuple[float, ...], tied: tuple[int, ...]
) -> Standing:
    row = sheet.rows[entrant]
    return Standing(
        place=place,
        entrant=entrant,
        points=row.points / sheet.unit,
        played=row.won + row.drawn + row.lost,
        won=row.won,
        drawn=row.drawn,
        lost=row.lost,
        breaks=breaks,
        left=sheet.terms.left(entrant),
        tied=tied,
    )


def _head_to_head(sheet: _Sheet, equals: Sequence[int]) -> list[int]:
    among = set(equals)
    return [sum(share for other, _, share in sheet.rows[one].met if other in among)
            for one in equals]  # fmt: skip


def _buchholz(sheet: _Sheet, equals: Sequence[int]) -> list[int]:
    return [sum(sheet.rows[other].points for other, _, _ in sheet.rows[one].met)
            for one in equals]  # fmt: skip


def _berger(sheet: _Sheet, equals: Sequence[int]) -> list[int]:
    return [sum(sheet.rows[other].points * won for other, won, _ in sheet.rows[one].met)
            for one in equals]  # fmt: skip


def _wins(sheet: _Sheet, equals: Sequence[int]) -> list[int]:
    return [sheet.rows[one].won for one in equals]


def _seed(sheet: _Sheet, equals: Sequence[int]) -> list[int]:
    return [-1 - one for one in equals]


_Figure = Callable[[_Sheet, Sequence[int]], list[int]]

_FIGURES: Mapping[TieBreak, tuple[_Figure, Callable[[_Sheet], int]]] = {
    TieBreak.HEAD_TO_HEAD: (_head_to_head, lambda sheet: sheet.unit),
    TieBreak.BUCHHOLZ: (_buchholz, lambda sheet: sheet.unit),
    TieBreak.BERGER: (_berger, lambda sheet: sheet.unit * HALVES * sheet.terms.games),
    TieBreak.WINS: (_wins, lambda sheet: 1),
    TieBreak.SEED: (_seed, lambda sheet: 1),
}
"""By tie-break the values of equals, of which more is better, and how many units make one."""
