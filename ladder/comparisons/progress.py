"""The progress of a comparison, calculated from its matches alone.

Results count in the order in which they were made, up to the first that is still being played.
Otherwise quick matches would reach the test before slow ones. Results with a lost or void match are
left out, and those whose matches all repeat earlier ones.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from ladder.comparisons.models import Comparison, ComparisonMatch
from ladder.core import sprt
from ladder.core.sprt import SprtReport
from matches.models import Match, Seat


class Fate(Enum):
    OPEN = "open"
    DONE = "done"
    LOST = "lost"
    VOID = "void"
    REPEATED = "repeated"


Play = tuple[tuple[int | None, ...], int | None, int | None, str]
"""The versions by seat, the map and its revision, and the digest of the play: two matches that have
all of it in common are the same."""


@dataclass(frozen=True, slots=True)
class ResultMatch:
    """A match of a result; ``score`` is the version's, None without a result.

    ``play`` is None where no other match can repeat it.
    """

    match: int
    state: str
    version: int
    score: float | None
    void: bool
    play: Play | None


@dataclass(frozen=True, slots=True)
class Unit:
    """One result.  ``opponent`` is the number of one of the pool, None without a pool."""

    number: int
    opponent: int | None
    parts: tuple[ResultMatch, ...]
    repeats: bool = False
    """Whether each of its matches repeats one of an earlier result that counts."""

    @property
    def fate(self) -> Fate:
        over = (Match.State.ABORTED, Match.State.FAILED)
        if any(part.state in over for part in self.parts):
            return Fate.LOST
        if any(part.state != Match.State.FINISHED for part in self.parts):
            return Fate.OPEN
        if any(part.void for part in self.parts):
            return Fate.VOID
        return Fate.REPEATED if self.repeats else Fate.DONE

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
    report = _report(comparison, settled)
    return Course(tuple(units), tuple(settled[: report.units]), report)


def _report(comparison: Comparison, units: Sequence[Unit]) -> SprtReport:
    of_b = [unit.score(comparison.candidate_id) for unit in units]
    if not comparison.pooled:
        return sprt.duel(of_b, comparison.terms)
    of_a = [unit.score(comparison.baseline_id) for unit in units]
    return sprt.contrast(of_b, of_a, [unit.opponent or 0 for unit in units], comparison.terms)


def _units(comparison: Comparison) -> list[Unit]:
    ranks: dict[tuple[int, int], int] = {}
    seated: defaultdict[int, list[int | None]] = defaultdict(list)
    seats = Seat.objects.filter(match__comparison_match__unit__comparison=comparison)
    rows = seats.order_by("number").values_list("match_id", "version_id", "rank")
    for match, version, rank in rows:
        seated[match].append(version)
        if rank is not None and version is not None:
            ranks[match, version] = rank
    parts: dict[tuple[int, int | None], list[ResultMatch]] = {}
    for number, opponent, match, state, *pair, voided, board, revision, digest in _rows(comparison):
        score = _score(*(ranks.get((match, each)) for each in pair))
        play = (tuple(seated[match]), board, revision, digest) if digest else None
        part = ResultMatch(match, state, pair[0], score, voided is not None, play)
        parts.setdefault((number, opponent), []).append(part)
    units: list[Unit] = []
    known: set[Play | None] = set()
    for (number, opponent), own in parts.items():
        repeats = all(part.play in known for part in own)
        units.append(unit := Unit(number, opponent, tuple(own), repeats))
        if unit.fate is Fate.DONE:
            known |= {part.play for part in own} - {None}
    return units


def _rows(comparison: Comparison) -> Iterable[tuple[Any, ...]]:
    rows = ComparisonMatch.objects.filter(unit__comparison=comparison)
    of_match = ("state", "voided_at", "map_used", "map_revision")
    state, *more = (f"match__{name}" for name in of_match)
    own = ("unit__number", "unit__opponent__number", "match_id", state, "version_id", "opponent_id")
    return rows.order_by("unit__number", "match_id").values_list(*own, *more, "play_sha256")


def _score(mine: int | None, theirs: int | None) -> float | None:
    if mine is None or theirs is None:
        return None
    return 1.0 if mine < theirs else 0.0 if mine > theirs else 0.5
