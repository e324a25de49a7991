"""The costs and failures of a bot's matches, for its managers.

The judger counts the CPU time of each turn in a histogram by powers of two of microseconds and
keeps the slowest one (`sandbox/judger/turns/record.py`); matches of other judgers, and old ones,
have the time of the whole match only.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import QuerySet

from games.engine import EndState
from ladder.statistics.sample import Sample, chunks
from matches.models import Seat

EXAMPLES = 5
"""Matches that are named with each kind of failure, the newest."""


@dataclass(frozen=True, slots=True)
class Cost:
    """A bot's seats in one match: ``cpu_ms`` of the one that used most, ``turns`` of all."""

    match: int
    ruleset: str
    cpu_ms: int
    turns: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Slowest:
    """A turn that took most: the match, its game from 0, and the seat's own turn from 1."""

    ms: float
    match: int
    game: int
    turn: int


@dataclass(frozen=True, slots=True)
class Turns:
    """CPU time of single turns in milliseconds.  ``median`` and ``high`` (95th percentile) are
    upper bounds: ends of ``bins``, or the slowest turn where it is below them.  ``bins`` are
    (from, to, turns), each twice as wide as the one before."""

    count: int
    median: float
    high: float
    slowest: Slowest
    bins: tuple[tuple[float, float, int], ...]


@dataclass(frozen=True, slots=True)
class Use:
    """Milliseconds of CPU time in the matches of one ruleset, and in their turns where these were
    counted."""

    ruleset: str
    matches: int
    median: float
    high: float
    most: float
    most_in: int
    turns: Turns | None


@dataclass(frozen=True, slots=True)
class Failure:
    """Matches in which a bot failed: ``ended`` because of it, or continued after (``went_on``)."""

    kind: EndState
    ended: int
    went_on: int
    examples: tuple[int, ...]


def costs(sample: Sample) -> list[Use]:
    """By ruleset, that of most matches first; ``high`` is the 95th percentile."""
    rulesets: dict[str, list[Cost]] = {}
    for cost in _costs(sample):
        rulesets.setdefault(cost.ruleset, []).append(cost)
    uses = [_use(ruleset, rows) for ruleset, rows in rulesets.items()]
    return sorted(uses, key=lambda use: -use.matches)


def failures(sample: Sample) -> list[Failure]:
    """By kind, the most frequent first.  A match counts once for a kind."""
    ended: Counter[EndState] = Counter()
    went_on: Counter[EndState] = Counter()
    examples: dict[EndState, list[int]] = {}
    for match, kinds, last in _faults(sample):
        for kind in kinds:
            (ended if kind == last else went_on)[kind] += 1
            if len(rows := examples.setdefault(kind, [])) < EXAMPLES:
                rows.append(match)
    every = [
        Failure(kind, ended[kind], went_on[kind], tuple(rows)) for kind, rows in examples.items()
    ]
    return sorted(every, key=lambda one: (-one.ended - one.went_on, one.kind.value))


def _costs(sample: Sample) -> Iterator[Cost]:
    played = {one.match: one for one in sample.played}
    used: dict[int, Cost] = {}
    for ids in chunks(list(played)):
        rows = _own(sample, ids).exclude(cpu_ms=None)
        for match, cpu, times in rows.values_list("match_id", "cpu_ms", "turn_times"):
            before = used.get(match, Cost(match, played[match].ruleset, 0))
            turns = (*before.turns, times) if times else before.turns
            used[match] = replace(before, cpu_ms=max(before.cpu_ms, cpu or 0), turns=turns)
    yield from used.values()


def _faults(sample: Sample) -> Iterator[tuple[int, set[EndState], EndState | None]]:
    """Of matches with faults, the newest first: their kinds, and the one that a seat ended by."""
    for ids in chunks([one.match for one in sample.played]):
        by_match: dict[int, tuple[set[EndState], list[EndState]]] = {}
        for match, end, faults in _own(sample, ids).values_list("match_id", "end", "faults"):
            kinds, ends = by_match.setdefault(match, (set(), []))
            kinds |= {EndState(fault["kind"]) for fault in faults}
            if end and end != EndState.OK:
                kinds.add(EndState(end))
                ends.append(EndState(end))
        for match in ids:
            kinds, ends = by_match.get(match, (set(), []))
            if kinds:
                yield match, kinds, ends[0] if ends else None


def _own(sample: Sample, ids: Sequence[int]) -> QuerySet[Seat]:
    return Seat.objects.filter(match__in=ids, version__in=list(sample.versions)).order_by()


def _use(ruleset: str, rows: Sequence[Cost]) -> Use:
    whole = sorted(rows, key=lambda cost: cost.cpu_ms)
    at = min(len(rows) - 1, math.ceil(len(rows) * 0.95) - 1)
    return Use(
        ruleset=ruleset,
        matches=len(rows),
        median=whole[len(rows) // 2].cpu_ms,
        high=whole[at].cpu_ms,
        most=whole[-1].cpu_ms,
        most_in=whole[-1].match,
        turns=_turns(rows),
    )


def _turns(rows: Sequence[Cost]) -> Turns | None:
    counted: Counter[int] = Counter()
    slowest: list[Slowest] = []
    for cost in rows:
        for times in cost.turns:
            counted.update({int(bin_): count for bin_, count in times["bins"].items()})
            last = times["slowest"]
            slowest.append(Slowest(last["us"] / 1000, cost.match, last["game"], last["turn"]))
    if not counted:
        return None
    last = max(slowest, key=lambda one: one.ms)
    return Turns(
        count=counted.total(),
        median=min(_below(counted, 0.5), last.ms),
        high=min(_below(counted, 0.95), last.ms),
        slowest=last,
        bins=tuple((*_ends(n), counted[n]) for n in range(min(counted), max(counted) + 1)),
    )


def _ends(number: int) -> tuple[float, float]:
    """In milliseconds."""
    return (2 ** (number - 1) if number else 0.5) / 1000, 2**number / 1000


def _below(counted: Counter[int], share: float) -> float:
    """The end of the first bin up to which at least this share of the turns is."""
    seen = 0
    for number in sorted(counted):
        seen += counted[number]
        if seen >= share * counted.total():
            return _ends(number)[1]
    raise ValueError("there are no turns")
