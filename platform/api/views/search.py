"""The search over everything that the caller may see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from api.serializers.search import PAGE_SIZE, SearchQuerySerializer, SearchSerializer
from api.views.base import ApiView, fields_of
from search.hits import Hit, hits, match_hits
from search.reading import Kind, Search

FIRST = 5
"""Results of each kind while all kinds are asked for."""


class SearchView(ApiView):
    throttle_scopes = {"get": "search"}

    @extend_schema(
        operation_id="search", parameters=[SearchQuerySerializer], responses=SearchSerializer
    )
    def get(self, request: Request) -> Response:
        """Bots, people, teams, maps, events, help and rules by words, and matches by number.

        Without `kind` the first results of each kind come, the best first. The results are those
        that the caller may see.
        """
        asked = fields_of(SearchQuerySerializer, request.query_params)
        search = Search(asked["q"], request.user)
        if search.problem:
            raise ValidationError({"q": search.problem})
        rows, more = _one_kind(search, asked) if "kind" in asked else _all_kinds(search)
        found = [{**asdict(hit), "url": request.build_absolute_uri(hit.address)} for hit in rows]
        return Response(SearchSerializer({"results": found, "more": more}).data)


def _one_kind(search: Search, asked: Mapping[str, Any]) -> tuple[list[Hit], list[Kind]]:
    kind, first = Kind(asked["kind"]), (asked["page"] - 1) * PAGE_SIZE
    further, rows = _page(search, kind, first, PAGE_SIZE)
    return rows, [kind] if further else []


def _all_kinds(search: Search) -> tuple[list[Hit], list[Kind]]:
    rows, more = match_hits(search), []
    for kind in Kind:
        further, of_kind = _page(search, kind, 0, FIRST)
        rows += of_kind
        more += [kind] if further else []
    return rows, more


def _page(search: Search, kind: Kind, first: int, size: int) -> tuple[bool, list[Hit]]:
    """Whether there are results after this page, and its own."""
    entries = list(search.entries(kind)[first : first + size + 1])
    return len(entries) > size, hits(search, kind, entries[:size]) if entries else []
