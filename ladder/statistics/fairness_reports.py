"""Reports of fairness are computed by workers and kept: pages read no matches for them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from arbiter.working import queues
from ladder.models import FairnessReport
from ladder.statistics import fairness, report_json
from ladder.statistics.fairness import Report
from matches.models import Match, MatchQuerySet

MOST = 20_000
"""The number of newest matches that are included."""
PATIENCE = timedelta(seconds=10)
"""A worker that was asked for a report for this time is asked again."""
KEPT = timedelta(days=1)
"""Reports for which nobody asked for this time are removed."""
TRIES = 3
"""A report is computed again at once if a match was voided meanwhile."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The subject of a report: matches that ended from ``since`` on and before ``until``."""

    game: str
    ruleset: str
    season: int | None = None
    since: datetime | None = None
    until: datetime | None = None

    @property
    def key(self) -> str:
        """The same for equal scopes alone."""
        times = (time.isoformat() if time else "" for time in (self.since, self.until))
        return "/".join((self.game, self.ruleset, str(self.season or ""), *times))

    def matches(self) -> MatchQuerySet:
        """Rated matches that count, newest first, at most `MOST`."""
        rated = Match.objects.counting().filter(
            game=self.game, ruleset=self.ruleset, kind=Match.Kind.LADDER
        )
        limits = {
            "rated__season": self.season,
            "finished__gte": self.since,
            "finished__lt": self.until,
        }
        rated = rated.filter(**{name: value for name, value in limits.items() if value is not None})
        return rated.order_by("-finished")[:MOST]


def of(scope: Scope) -> FairnessReport:
    """The report as it was computed last, if it was.  One that is old or missing is ordered."""
    now = timezone.now()
    row, is_new = FairnessReport.objects.get_or_create(
        key=scope.key,
        defaults={
            "game": scope.game,
            "ruleset": scope.ruleset,
            "season_id": scope.season,
            "since": scope.since,
            "until": scope.until,
            "asked": now,
        },
    )
    if not row.is_fresh:
        late = FairnessReport.objects.filter(pk=row.pk, asked__lt=now - PATIENCE)
        if is_new or late.update(asked=now):
            queues.send_after_commit("ladder.tasks.report_fairness", row.pk)
    return row


def make(pk: int) -> None:
    """Compute a report, unless it is fresh, and remove those for which nobody asked for long."""
    FairnessReport.objects.filter(asked__lt=timezone.now() - KEPT).exclude(pk=pk).delete()
    for _ in range(TRIES):
        row = FairnessReport.objects.filter(pk=pk).defer("body").first()
        if row is None or row.is_fresh:
            return
        began = timezone.now()
        scope = Scope(row.game, row.ruleset, row.season_id, row.since, row.until)
        body = report_json.to_json(fairness.report(scope.matches()))
        unchanged = FairnessReport.objects.filter(pk=pk, revision=row.revision)
        unchanged.update(made=began, body=body)


@transaction.atomic
def outdate(matches: Iterable[Match]) -> None:
    """Results count no more, or again: reports of their rulesets count no more."""
    rated = (match for match in matches if match.kind == Match.Kind.LADDER)
    for game, ruleset in sorted({(match.game, match.ruleset) for match in rated}):
        rows = FairnessReport.objects.filter(game=game, ruleset=ruleset)
        rows.update(revision=F("revision") + 1, made=None, body=None)


def from_json(body: object) -> Report:
    return report_json.from_json(Report, body)
