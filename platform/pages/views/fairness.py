"""The desk's page of fairness: results by seat, by map, by machine."""

from __future__ import annotations

from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from pages import desk_csv
from pages import fairness_queries as queries
from pages.requests import PersonRequest
from pages.views.desk import organizers_only


@require_safe
@organizers_only
def index(request: PersonRequest) -> HttpResponse:
    chosen = queries.FairnessFilter(request.GET)
    context = {
        "filter": chosen,
        "report": queries.report(chosen.matches()) if chosen.pair else None,
        "most": queries.MOST,
        "shown": f":{queries.SHOWN}",
    }
    return render(request, "desk/fairness/index.html", context)


@require_safe
@organizers_only
def download(request: PersonRequest) -> StreamingHttpResponse:
    chosen = queries.FairnessFilter(request.GET)
    lines = queries.lines(queries.report(chosen.matches()))
    return desk_csv.answer("fairness.csv", queries.COLUMNS, lines)
