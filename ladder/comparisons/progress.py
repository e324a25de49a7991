"""The progress of a comparison, calculated from its matches alone.

Results count in the order in which they were made, up to the first that is still being played.
Otherwise quick matches would reach the test before slow ones. Results with a lost or void match are
left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from ladder.comparisons.models import Comparison, ComparisonMatch
from ladder.core import sprt
from ladder.core.sprt import SprtReport
from matches.models import Match, Seat


class Fate(Enum):
    OPEN = "open"
    DONE = "done"
    LOST = "lost"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class ResultMatch:
    """A match of a result; ``score`` is the version's, None without a result."""

    match: int
    state: str
    version: int
    score: float | None
    void: bool


@dataclass(frozen=True, slots=True)
class Unit:
    """One result.  ``opponent`` is the number of one of the pool, None without a pool."""

    number: int
    opponent: int | None
    parts: tuple[ResultMatch, ...]

    @property
    def fate(self) -> Fate:
        over = (Match.State.ABORTED, Match.State.FAILED)
        if any(part.state in over for part in self.parts):
            return Fate.LOST
        if any(part.state != Match.State.FINISHED for part in self.parts):
            return Fate.OPEN
        return Fate.VOID if any(part.void for part in self.parts) else Fate.DONE

    def score(self, version: int) -> float:
        """A version's mean score in its pair of matches, which has been played."""
        own = [part.score for part in self.parts if part.version == version]
        return sum(score for score in own if score is not None) / len(own)


@dataclass(frozen=True, slots=True)
class Course:
    """All results, those that count (``counted``), and the test's report on them."""

    units: tuple[Unit, ...]
    counted: tuple[Unit, ...]
    report: SprtReport

    def number(self, fate: Fate) -> int:
        return sum(unit.fate is fate for unit in self.units)


def course_of(comparison: Comparison) -> Course:
    units = _units(comparison)
    settled: list[Unit] = []
    for unit in units:
        if unit.fate is Fate.OPEN:
            break
        if unit.fate is Fate.DONE:
            settled.append(unit)
    found = _report(comparison, settled)
    return Course(tuple(units), tuple(settled[: found.units]), found)


def _report(comparison: Comparison, units: Sequence[Unit]) -> SprtReport:
    of_b = [unit.score(comparison.candidate_id) for unit in units]
    if not comparison.pooled:
        return sprt.duel(of_b, comparison.terms)
    of_a = [unit.score(comparison.baseline_id) for unit in units]
    return sprt.contrast(of_b, of_a, [unit.opponent or 0 for unit in units], comparison.terms)


def _units(comparison: Comparison) -> list[Unit]:
    ranks: dict[tuple[int, int], int] = {}
    seats = Seat.objects.filter(match__comparison_match__unit__comparison=comparison).order_by()
    for match, version, rank in seats.values_list("match_id", "version_id", "rank"):
        if rank is not None and version is not None:
            ranks[match, version] = rank
    parts: dict[tuple[int, int | None], list[ResultMatch]] = {}
    rows = ComparisonMatch.objects.filter(unit__comparison=comparison).order_by(
        "unit__number", "match_id"
    )
    fields = ("unit__number", "unit__opponent__number", "match_id", "match__state")
    for number, opponent, match, state, *pair, voided in rows.values_list(
        *fields, "version_id", "opponent_id", "match__voided_at"
    ):
        score = _score(*(ranks.get((match, each)) for each in pair))
        part = ResultMatch(match, state, pair[0], score, voided is not None)
        parts.setdefault((number, opponent), []).append(part)
    return [Unit(number, opponent, tuple(own)) for (number, opponent), own in parts.items()]


def _score(mine: int | None, theirs: int | None) -> float | None:
    if mine is None or theirs is None:
        return None
    return 1.0 if mine < theirs else 0.0 if mine > theirs else 0.5
