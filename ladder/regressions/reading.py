"""A bot's tests and the runs of a version, as pages and the API show them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bots.models import Bot, BotVersion
from ladder.regressions.models import RegressionRun, RegressionTest
from matches.models import Match


@dataclass(frozen=True, slots=True)
class TestRow:
    """A test with its match and the run of the newest version that has one."""

    test: RegressionTest
    match: Match
    newest: RegressionRun | None


def rows_of(bot: Bot) -> list[TestRow]:
    tests = list(bot.regression_tests.select_related("by"))
    matches = Match.objects.for_lists().in_bulk([test.origin_id for test in tests])
    newest: dict[int, RegressionRun] = {}
    runs = RegressionRun.objects.filter(test__bot=bot).select_related("version", "match")
    for run in runs.order_by("version__number"):
        newest[run.test_id] = run
    return [TestRow(test, matches[test.origin_id], newest.get(test.pk)) for test in tests]


def runs_of(version: BotVersion) -> Sequence[RegressionRun]:
    """The runs of a version, in the order of the tests."""
    runs = RegressionRun.objects.filter(version=version)
    return list(runs.select_related("test", "match").order_by("test_id"))


def summary(runs: Sequence[RegressionRun]) -> str:
    """ "3 passed, 1 failed; 1 better, 1 worse than the version before"."""
    verdicts = [run.get_verdict_display() for run in runs]
    parts = [f"{verdicts.count(each)} {each}" for each in dict.fromkeys(verdicts)]
    changes = [run.change for run in runs if run.change in ("better", "worse")]
    compared = [f"{changes.count(each)} {each}" for each in dict.fromkeys(changes)]
    if not compared:
        return ", ".join(parts)
    return f"{', '.join(parts)}; {', '.join(compared)} than the version before"
