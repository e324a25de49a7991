"""The progress of a comparison, for its pages."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from ladder.comparisons import progress as courses
from ladder.comparisons import report as reports
from ladder.comparisons.models import Comparison
from ladder.core import sprt
from pages.comparisons.charts import ratio_course


@dataclass(frozen=True, slots=True)
class View:
    comparison: Comparison
    course: courses.Course
    plot: SafeString

    @property
    def estimate(self) -> sprt.Estimate | None:
        return self.course.report.estimate

    @property
    def progress(self) -> float:
        """From 0 to 1, towards the end of the budget."""
        return (self.course.report.units + self.repeated) / max(1, self.comparison.most_units)

    @property
    def end(self) -> str:
        return reports.end_words(self.comparison)

    @property
    def waiting(self) -> int:
        return self.course.number(courses.Fate.OPEN)

    @property
    def left_out(self) -> int:
        return self.course.number(courses.Fate.LOST) + self.course.number(courses.Fate.VOID)

    @property
    def repeated(self) -> int:
        return self.course.number(courses.Fate.REPEATED)

    @property
    def tallies(self) -> list[tuple[str, int]]:
        """Numbers of results by what they gave: B's points of a pair, or its lead in points."""
        report = self.course.report
        if self.comparison.pooled:
            return [
                (f"{2 * value:+g}".replace("-", "−"), count)
                for value, count in zip(sprt.CONTRAST, report.counts, strict=True)
            ]
        return [
            (f"{2 * value:g}", count) for value, count in zip(sprt.DUEL, report.counts, strict=True)
        ]

    @property
    def may_activate(self) -> bool:
        """Whether the candidate was found to be better and does not play yet."""
        return (
            self.comparison.verdict == Comparison.Verdict.BETTER
            and not self.comparison.candidate.is_active
        )


def view_of(comparison: Comparison) -> View:
    course = courses.course_of(comparison)
    return View(comparison, course, ratio_course(course.report.path, comparison.terms))
