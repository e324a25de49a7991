"""Reports of rivals are computed by workers and kept: pages read no matches for them."""

from __future__ import annotations

import time
from collections.abc import Collection

from django.db import transaction
from django.db.models import F, Q

from arbiter.database.locks import database_time
from arbiter.working import queues
from ladder.models import Refit, RivalsReport, Season
from ladder.ratings.official import rested
from ladder.statistics import report_json, rivals
from ladder.statistics.rivals import Report
from matches.models import Match

TRIES = 3
"""A report is computed again at once if a match was voided meanwhile."""


def due() -> list[int]:
    """Seasons whose official ratings are newer than their report, or that have no report."""
    old = Q(rivals=None) | Q(rivals__made=None) | ~Q(rivals__revision=F("refit__revision"))
    seasons = Season.objects.filter(old, refit__isnull=False).select_related("rivals")
    now = database_time()
    return [each.pk for each in seasons if rested(getattr(each, "rivals", None), now)]


def make(season_pk: int) -> None:
    """Compute the report of a season, if it has official ratings."""
    for _ in range(TRIES):
        refit = Refit.objects.filter(season=season_pk).select_related("season").first()
        if refit is None:
            return
        row, _is_new = RivalsReport.objects.defer("body").get_or_create(season=refit.season)
        made, began = database_time(), time.perf_counter()
        body = report_json.to_json(rivals.report(refit.season))
        unchanged = RivalsReport.objects.filter(pk=row.pk, changes=row.changes)
        seconds = time.perf_counter() - began
        if unchanged.update(made=made, body=body, revision=refit.revision, seconds=seconds):
            return


@transaction.atomic
def outdate(matches: Collection[Match]) -> None:
    """Results count no more, or again: the reports of their seasons count no more."""
    rows = RivalsReport.objects.filter(season__rated_matches__match__in=matches)
    pks = list(rows.values_list("pk", flat=True).distinct())
    again = RivalsReport.objects.filter(pk__in=pks)
    if again.update(changes=F("changes") + 1, made=None, body=None):
        queues.send_after_commit("ladder.tasks.report_rivals", queue="builds")


def from_json(body: object) -> Report:
    return report_json.from_json(Report, body)
