"""The search page."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from pages.frame.paging import page_of
from search.hits import suggestions
from search.reading import Kind, Search

FIRST = 5
"""Results of each kind while all kinds are shown."""
SUGGESTED = 8
"""Suggestions, at most."""


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Without a kind in the address the first results of all; with one, pages of its results."""
    query = Search(request.GET.get("q", ""), request.user)
    asked = request.GET.get("kind", "")
    kind = Kind(asked) if asked in Kind.values else None
    context: dict[str, object] = {"search": query, "kind": kind}
    if kind is not None:
        page = page_of(request, query.entries(kind))
        rows = query.rows(kind, list(page.object_list))
        context |= {"page": page, "groups": [(kind, rows, False)] if rows else []}
    else:
        match = query.match()
        groups = [group for each in Kind if (group := _group(query, each))[1]]
        context |= {"matches": [match] if match else [], "groups": groups}
    return render(request, "search/search.html", context)


def _group(asked: Search, kind: Kind) -> tuple[Kind, list[Any], bool]:
    """The kind, its first results, and whether there are more."""
    rows = [row for _, row in asked.first(kind, FIRST + 1)]
    return kind, rows[:FIRST], len(rows) > FIRST


@require_safe
def suggest(request: HttpRequest) -> JsonResponse:
    """The best results of all kinds, for suggestions while a person types."""
    search = Search(request.GET.get("q", ""), request.user)
    return JsonResponse({"hits": [asdict(hit) for hit in suggestions(search, SUGGESTED)]})
