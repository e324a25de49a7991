"""The results of a comparison one by one, for its page, the API and its file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from arbiter.csv_text import Row
from bots.models import BotVersion
from games.texts.sentences import counted
from ladder.comparisons.models import Comparison
from ladder.comparisons.progress import Course, Fate, ResultMatch, Unit


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A result: B's score of its pair, A's against a pool (None without one), and its matches.

    ``counts`` says whether the test counts it; ``fate`` is its state.
    """

    unit: Unit
    opponent: BotVersion | None
    of_b: float | None
    of_a: float | None
    counts: bool

    @property
    def fate(self) -> str:
        return self.unit.fate.value

    @property
    def parts(self) -> Sequence[ResultMatch]:
        return self.unit.parts


_ENDS: Mapping[str, tuple[str, str]] = {
    Comparison.Verdict.BETTER: (
        "Version {new} is better than version {old}, after {results}.",
        "Version {new} is better than version {old} of {bot}, after {results}.",
    ),
    Comparison.Verdict.NOT_BETTER: (
        "Version {new} is not better than version {old}, after {results}.",
        "Version {new} is not better than version {old} of {bot}, after {results}.",
    ),
    Comparison.State.BUDGET: (
        "The comparison of version {new} with version {old} is undecided after all {results}.",
        (
            "The comparison of version {new} with version {old} of {bot} is undecided after all "
            "{results}."
        ),
    ),
    Comparison.State.NO_STARTS: (
        (
            "The comparison of version {new} with version {old} is undecided after {results}: "
            "further matches would only repeat these."
        ),
        (
            "The comparison of version {new} with version {old} of {bot} is undecided after "
            "{results}: further matches would only repeat these."
        ),
    ),
    Comparison.State.STOPPED: (
        "The comparison of version {new} with version {old} was stopped after {results}.",
        "The comparison of version {new} with version {old} of {bot} was stopped after {results}.",
    ),
    Comparison.State.FAILED: (
        "The comparison of version {new} with version {old} failed after {results}: {trouble}",
        (
            "The comparison of version {new} with version {old} of {bot} failed after {results}: "
            "{trouble}"
        ),
    ),
}
"""For a version of the same bot, and for one of another."""


def end_words(comparison: Comparison) -> str:
    """A sentence about the end of a comparison; empty while it runs."""
    new, old = comparison.candidate, comparison.baseline
    decided = comparison.state == Comparison.State.DECIDED
    end = comparison.verdict if decided else comparison.state
    same, other = _ENDS.get(end, ("", ""))
    return (same if new.bot_id == old.bot_id else other).format(
        new=new.number,
        old=old.number,
        bot=old.bot,
        results=counted(comparison.units, "result"),
        trouble=comparison.trouble,
    )


def lines_of(comparison: Comparison, course: Course) -> list[ReportRow]:
    """All results, newest first."""
    pool = comparison.opponents.select_related("version__bot__owner")
    opponents = {each.number: each.version for each in pool}
    counting = {unit.number for unit in course.counted}
    lines = []
    for unit in reversed(course.units):
        done = unit.fate in (Fate.DONE, Fate.VOID, Fate.REPEATED)
        lines.append(
            ReportRow(
                unit,
                opponents.get(unit.opponent) if unit.opponent is not None else None,
                unit.score(comparison.candidate_id) if done else None,
                unit.score(comparison.baseline_id) if done and comparison.pooled else None,
                unit.number in counting,
            )
        )
    return lines


def table_of(comparison: Comparison, lines: Sequence[ReportRow]) -> Iterator[Row]:
    """The results as a table for programs; scores are those of a pair, from 0 to 2."""
    yield ["result", "opponent", "candidate", "baseline", "counts", "state", "matches"]
    for line in reversed(lines):
        matches = " ".join(str(part.match) for part in line.parts)
        opponent = str(line.opponent) if line.opponent else ""
        scores = ["" if s is None else f"{2 * s:g}" for s in (line.of_b, line.of_a)]
        if line.of_b is not None and not comparison.pooled:
            scores[1] = f"{2 - 2 * line.of_b:g}"
        counts = "yes" if line.counts else "no"
        yield [line.unit.number, opponent, *scores, counts, line.fate, matches]
