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
from arbiter.links import absolute
from search.hits import Hit, first_hits, hits, match_hits
from search.reading import Kind, Search

FIRST = 5
"""Results of each kind while all kinds are asked for."""


class SearchView(ApiView):
    throttle_scopes = {"get": "search"}
    queries = {"get": tuple(SearchQuerySerializer._declared_fields)}

    @extend_schema(
        operation_id="search", parameters=[SearchQuerySerializer], responses=SearchSerializer
    )
    def get(self, request: Request) -> Response:
        """Bots, people, teams, maps, events, help and rules by words, and matches by number.

        Without `kind` the first results of each kind come. Equal names come before beginnings of
        names, and names before texts. The results are those that the caller may see.
        """
        asked = fields_of(SearchQuerySerializer, request.query_params)
        search = Search(asked["q"], request.user)
        if search.problem:
            raise ValidationError({"q": search.problem})
        rows, more = _one_kind(search, asked) if "kind" in asked else _all_kinds(search)
        hits = [{**asdict(hit), "url": absolute(hit.address)} for hit in rows]
        return Response(SearchSerializer({"results": hits, "more": more}).data)


def _one_kind(search: Search, asked: Mapping[str, Any]) -> tuple[list[Hit], list[Kind]]:
    """A page of one kind, and the kind if there are more."""
    kind, first = Kind(asked["kind"]), (asked["page"] - 1) * PAGE_SIZE
    entries = list(search.entries(kind)[first : first + PAGE_SIZE + 1])
    rows = hits(search, kind, entries[:PAGE_SIZE]) if entries else []
    return rows, [kind] if len(entries) > PAGE_SIZE else []


def _all_kinds(search: Search) -> tuple[list[Hit], list[Kind]]:
    """The first of every kind, and the kinds that have more."""
    rows, more = match_hits(search), []
    for kind in Kind:
        of_kind = first_hits(search, kind, FIRST + 1)
        rows += of_kind[:FIRST]
        more += [kind] if len(of_kind) > FIRST else []
    return rows, more
