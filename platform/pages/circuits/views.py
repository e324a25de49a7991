"""Circuits: the list, the table of one, and its files."""

from __future__ import annotations

import json

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from arbiter.serving.caching import everybody
from arbiter.serving.downloads import Download, csv_table, download
from arbiter.serving.kept import kept
from games.registry import GAMES
from ladder.events import permissions
from ladder.events.circuits import permissions as circuit_permissions
from ladder.events.models import Circuit
from ladder.events.reading import circuits
from pages.frame.content.markdown import authored
from pages.frame.paging import page_of

PER_PAGE = 50


@kept
def index(request: HttpRequest) -> HttpResponse:
    shown = circuit_permissions.visible_circuits(request.user)
    context = {
        "drafts": circuit_permissions.run_by(request.user).filter(state=Circuit.State.DRAFT),
        "running": shown.filter(state=Circuit.State.RUNNING),
        "page": page_of(request, shown.filter(state=Circuit.State.FINISHED), PER_PAGE),
        "may_create": permissions.may_create(request.user),
    }
    return render(request, "circuits/index.html", context)


def _found(request: HttpRequest, slug: str) -> Circuit:
    return get_object_or_404(circuit_permissions.visible_circuits(request.user), slug=slug)


@kept
def circuit(request: HttpRequest, slug: str) -> HttpResponse:
    circuit = _found(request, slug)
    context = {
        "circuit": circuit,
        "table": circuits.table_of(circuit),
        "game": GAMES.get(circuit.game),
        "worth": list(enumerate(circuit.points, 1)),
        "about": authored(circuit.about, "about-") if circuit.about else "",
        "runs_it": circuit_permissions.role_in(circuit, request.user) is not None,
    }
    return render(request, "circuits/circuit.html", context)


@require_safe
def table_csv(request: HttpRequest, slug: str) -> HttpResponseBase:
    circuit = _found(request, slug)
    rule = None if circuit.state == Circuit.State.DRAFT else everybody
    return csv_table(
        request, f"{circuit.slug}-table", circuits.as_rows(circuits.table_of(circuit)), rule
    )


@require_safe
def table_json(request: HttpRequest, slug: str) -> HttpResponseBase:
    circuit = _found(request, slug)
    rule = None if circuit.state == Circuit.State.DRAFT else everybody
    text = json.dumps(circuits.as_json(circuits.table_of(circuit)), ensure_ascii=False, indent=1)
    what = Download(f"{circuit.slug}-table.json", "application/json; charset=utf-8", rule)
    return download(request, what, text + "\n")
