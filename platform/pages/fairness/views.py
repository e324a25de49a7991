"""The desk's page of fairness: results by seat, by map, by machine."""

from __future__ import annotations

from itertools import chain

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import render

from arbiter.serving.downloads import csv_table
from ladder.models import FairnessReport
from ladder.statistics import fairness, fairness_reports
from pages.fairness import queries
from pages.frame.access.permissions import PersonRequest, organizer_page


@organizer_page
def index(request: PersonRequest) -> HttpResponse:
    chosen = queries.FairnessForm(request.GET)
    kept = fairness_reports.of(chosen.scope()) if chosen.pair else None
    context = {
        "filter": chosen,
        "kept": kept,
        "report": fairness_reports.from_json(kept.body) if kept and kept.body else None,
        "most": fairness_reports.MOST,
        "shown": f":{queries.SHOWN}",
        "address": request.get_full_path(),
    }
    part = "_report" if getattr(request, "htmx", False) else "index"
    return render(request, f"fairness/{part}.html", context)


@organizer_page
def download(request: PersonRequest) -> HttpResponseBase:
    """The report of the page; computed now where there is no fresh one."""
    chosen = queries.FairnessForm(request.GET)
    kept = fairness_reports.of(chosen.scope())
    fairness_reports.make(kept.pk)
    body = FairnessReport.objects.get(pk=kept.pk).body
    if body is None:  # matches were voided faster than their report was computed
        report = fairness.report(chosen.scope().matches())
    else:
        report = fairness_reports.from_json(body)
    lines = queries.lines(report)
    return csv_table(request, "fairness", chain([queries.COLUMNS], lines))
