"""What a bot's matches cost it, and how they failed: for those who manage it.

What is kept of a match is the CPU time that each program used in all of it, not in each turn, and
how many frames the match had: one for each step in which somebody was asked.  The time for a
frame is therefore a mean over a match; a single turn that took long shows as a fault, or not at
all.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from games.engine import EndState
from ladder.figures.sample import CHUNK, Sample
from matches.models import Seat

BINS = 24
EXAMPLES = 5
"""Matches that are named with each kind of failure, the newest."""


@dataclass(frozen=True, slots=True)
class Cost:
    """A bot's seats in one match: ``cpu_ms`` of the one that used most."""

    match: int
    ruleset: str
    cpu_ms: int
    frames: int

    @property
    def per_frame(self) -> float:
        return self.cpu_ms / max(1, self.frames)


@dataclass(frozen=True, slots=True)
class Use:
    """Milliseconds of CPU time in the matches of one ruleset; ``bins`` are (from, to, matches) of
    the time for a frame, by equal factors."""

    ruleset: str
    matches: int
    median: float
    high: float
    most: float
    most_in: int
    frame_mean: float
    frame_high: float
    frame_most: float
    frame_most_in: int
    bins: tuple[tuple[float, float, int], ...]


@dataclass(frozen=True, slots=True)
class Failure:
    """Matches in which a bot did something wrong: ``ended`` because of it, or went on after."""

    kind: EndState
    ended: int
    went_on: int
    examples: tuple[int, ...]


def costs(found: Sample) -> list[Use]:
    """By ruleset, that of most matches first; ``high`` is what 95 in 100 stay below."""
    rulesets: dict[str, list[Cost]] = {}
    for cost in _costs(found):
        rulesets.setdefault(cost.ruleset, []).append(cost)
    uses = [_use(ruleset, rows) for ruleset, rows in rulesets.items()]
    return sorted(uses, key=lambda use: -use.matches)


def failures(found: Sample) -> list[Failure]:
    """By kind, the most frequent first.  A match counts once for a kind."""
    ended: Counter[EndState] = Counter()
    went_on: Counter[EndState] = Counter()
    examples: dict[EndState, list[int]] = {}
    for match, kinds, last in _faults(found):
        for kind in kinds:
            (ended if kind == last else went_on)[kind] += 1
            if len(rows := examples.setdefault(kind, [])) < EXAMPLES:
                rows.append(match)
    every = [
        Failure(kind, ended[kind], went_on[kind], tuple(rows)) for kind, rows in examples.items()
    ]
    return sorted(every, key=lambda one: (-one.ended - one.went_on, one.kind.value))


def _costs(found: Sample) -> Iterator[Cost]:
    played = {one.match: one for one in found.played}
    used: dict[int, int] = {}
    for ids in _chunks(list(played)):
        rows = _own(found, ids).exclude(cpu_ms=None)
        for match, cpu in rows.values_list("match_id", "cpu_ms"):
            used[match] = max(used.get(match, 0), cpu or 0)
    for match, cpu in used.items():
        yield Cost(match, played[match].ruleset, cpu, played[match].frames)


def _faults(found: Sample) -> Iterator[tuple[int, set[EndState], EndState | None]]:
    """Of matches with faults, the newest first: their kinds, and the one that a seat ended by."""
    for ids in _chunks([one.match for one in found.played]):
        by_match: dict[int, tuple[set[EndState], list[EndState]]] = {}
        for match, end, faults in _own(found, ids).values_list("match_id", "end", "faults"):
            kinds, ends = by_match.setdefault(match, (set(), []))
            kinds |= {EndState(fault["kind"]) for fault in faults}
            if end and end != EndState.OK:
                kinds.add(EndState(end))
                ends.append(EndState(end))
        for match in ids:
            kinds, ends = by_match.get(match, (set(), []))
            if kinds:
                yield match, kinds, ends[0] if ends else None


def _own(found: Sample, ids: Sequence[int]) -> QuerySet[Seat]:
    return Seat.objects.filter(match__in=ids, version__in=list(found.versions)).order_by()


def _chunks(ids: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(ids), CHUNK):
        yield ids[start : start + CHUNK]


def _use(ruleset: str, rows: Sequence[Cost]) -> Use:
    whole = sorted(rows, key=lambda cost: cost.cpu_ms)
    frames = sorted(rows, key=lambda cost: cost.per_frame)
    at = min(len(rows) - 1, math.ceil(len(rows) * 0.95) - 1)
    return Use(
        ruleset=ruleset,
        matches=len(rows),
        median=whole[len(rows) // 2].cpu_ms,
        high=whole[at].cpu_ms,
        most=whole[-1].cpu_ms,
        most_in=whole[-1].match,
        frame_mean=sum(cost.per_frame for cost in rows) / len(rows),
        frame_high=frames[at].per_frame,
        frame_most=frames[-1].per_frame,
        frame_most_in=frames[-1].match,
        bins=_bins([cost.per_frame for cost in frames]),
    )


def _bins(values: Sequence[float]) -> tuple[tuple[float, float, int], ...]:
    """Of equal factors from the least to the most; what is less than 0.01 ms counts as that."""
    logs = [math.log10(max(value, 0.01)) for value in values]
    low, high = min(logs), max(logs)
    width = max(high - low, 0.1) / BINS
    counted = Counter(min(BINS - 1, int((value - low) / width)) for value in logs)
    return tuple(
        (10 ** (low + n * width), 10 ** (low + (n + 1) * width), counted[n]) for n in range(BINS)
    )
