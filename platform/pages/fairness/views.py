"""The desk's page of fairness: results by seat, by map, by machine."""

from __future__ import annotations

from itertools import chain

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arbiter.downloads import csv_table
from ladder.statistics import fairness
from pages.fairness import queries
from pages.frame.permissions import organizers_only
from pages.frame.requests import PersonRequest


@require_safe
@organizers_only
def index(request: PersonRequest) -> HttpResponse:
    chosen = queries.FairnessFilter(request.GET)
    context = {
        "filter": chosen.form,
        "report": fairness.report(chosen.matches()) if chosen.pair else None,
        "most": queries.MOST,
        "shown": f":{queries.SHOWN}",
    }
    return render(request, "fairness/index.html", context)


@require_safe
@organizers_only
def download(request: PersonRequest) -> HttpResponseBase:
    chosen = queries.FairnessFilter(request.GET)
    lines = queries.lines(fairness.report(chosen.matches()))
    return csv_table(request, "fairness", chain([queries.COLUMNS], lines))
