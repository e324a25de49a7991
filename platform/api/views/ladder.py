"""Seasons and their standings."""

from __future__ import annotations

from datetime import date
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import viewsets
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.filters import SeasonFilter
from api.pagination import StandingsPagination
from api.serializers.ladder import (
    AskedDaysSerializer,
    AskedPairsSerializer,
    ComparedSerializer,
    ComparisonSerializer,
    OfficialSerializer,
    PairSerializer,
    RivalsSerializer,
    SeasonSerializer,
    StandingsDaySerializer,
    StandingSerializer,
)
from api.views.base import ApiView, fields_of
from ladder.models import RivalsReport, Season
from ladder.ratings import official
from ladder.ratings import standings as rated
from ladder.seasons import history as days
from ladder.statistics import rivals_reading, rivals_reports


class SeasonViewSet(viewsets.ReadOnlyModelViewSet[Season], ApiView):
    """Seasons, newest first.  Each rates one ruleset of a game."""

    queryset = Season.objects.all()
    serializer_class = SeasonSerializer
    filterset_class = SeasonFilter
    lookup_value_regex = "[0-9]+"
    queries = {
        "standings": ("made_with",),
        "history": ("day", "bot"),
        "compare": ("first", "second"),
        "pairs": ("bot",),
    }

    @extend_schema(
        parameters=[
            OpenApiParameter(
                "made_with",
                str,
                description="Bots of this coding agent or model; “by hand” for bots without one.",
            )
        ],
        responses=StandingSerializer(many=True),
        filters=False,
    )
    @action(detail=True, methods=["get"], pagination_class=StandingsPagination, filter_backends=[])
    def standings(self, request: Request, pk: str) -> Response:
        """The standings with their uncertainties."""
        made_with = request.query_params.get("made_with", "").strip()
        page = self.paginate_queryset(rated.Standings(self.get_object(), made_with=made_with))
        return self.get_paginated_response(StandingSerializer(page, many=True).data)

    @extend_schema(responses=OfficialSerializer(many=True), filters=False)
    @action(detail=True, methods=["get"], pagination_class=StandingsPagination, filter_backends=[])
    def official(self, request: Request, pk: str) -> Response:
        """Ratings from all results of the season together, with intervals and ranges of places."""
        page = self.paginate_queryset(official.table(self.get_object()))
        return self.get_paginated_response(OfficialSerializer(page, many=True).data)

    @extend_schema(
        parameters=[
            OpenApiParameter("day", date, description="One day; by default all that are kept."),
            OpenApiParameter("bot", int, description="A bot's id; by default all bots."),
        ],
        responses=StandingsDaySerializer(many=True),
        filters=False,
    )
    @action(detail=True, methods=["get"], pagination_class=StandingsPagination, filter_backends=[])
    def history(self, request: Request, pk: str) -> Response:
        """The standings at the end of each day, by day and place."""
        wanted = fields_of(AskedDaysSerializer, request.query_params)
        rows: Any = days.of_days(self.get_object(), [wanted["bot"]] if "bot" in wanted else [])
        if "day" in wanted:
            rows = rows.filter(day=wanted["day"])
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(StandingsDaySerializer(page, many=True).data)

    @extend_schema(
        parameters=[
            OpenApiParameter("first", int, required=True, description="A bot's id."),
            OpenApiParameter("second", int, required=True, description="Another bot's id."),
        ],
        responses=ComparisonSerializer,
        filters=False,
    )
    @action(detail=True, methods=["get"], filter_backends=[])
    def compare(self, request: Request, pk: str) -> Response:
        """The probability that one bot is truly stronger than another one."""
        asked = fields_of(ComparedSerializer, request.query_params)
        comparison = official.compare(self.get_object(), **asked)
        if comparison is None:
            raise NotFound("One of these bots has no official rating in this season.")
        return Response(ComparisonSerializer(comparison).data)

    @extend_schema(responses=RivalsSerializer, filters=False)
    @action(detail=True, methods=["get"], filter_backends=[])
    def rivals(self, request: Request, pk: str) -> Response:
        """The report of rivals: proven cycles, counters, cyclicity and links.

        Bots that were disqualified or taken out since are left out.
        """
        kept, readable = self._report()
        links, pks = readable.links(), {at: bot.pk for at, bot in readable.bots.items()}
        body = {
            "made": kept.made,
            "matches": readable.report.matches,
            "total": readable.report.total,
            "bots": [
                {"place": at + 1, "bot": bot, "rating": readable.report.points[at]}
                for at, bot in readable.bots.items()
            ],
            "cycles": readable.cycles(),
            "counters": readable.counters(),
            "cyclicity": readable.report.cyclicity,
            "links": {
                "parts": [[pks[at] for at in part if at in pks] for part in links.parts],
                "weakest": links.weakest,
                "side": [pks[at] for at in links.side],
            },
        }
        return Response(RivalsSerializer(body).data)

    @extend_schema(
        parameters=[OpenApiParameter("bot", int, description="A bot's id; by default all bots.")],
        responses=PairSerializer(many=True),
        filters=False,
    )
    @action(
        detail=True,
        methods=["get"],
        url_path="rivals/pairs",
        pagination_class=StandingsPagination,
        filter_backends=[],
    )
    def pairs(self, request: Request, pk: str) -> Response:
        """The results of pairs of bots; with `bot`, from its side."""
        _, readable = self._report()
        asked = fields_of(AskedPairsSerializer, request.query_params).get("bot")
        rows = [
            {**pair._asdict(), "first": readable.bots[one].pk, "second": readable.bots[other].pk}
            for (one, other), pair in sorted(readable.pairs.items())
            if one in readable.bots
            and other in readable.bots
            and (one < other if asked is None else readable.bots[one].pk == asked)
        ]
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(PairSerializer(page, many=True).data)

    def _report(self) -> tuple[RivalsReport, rivals_reading.RivalsReading]:
        season = self.get_object()
        kept = RivalsReport.objects.filter(season=season).first()
        if kept is None or not kept.body:
            raise NotFound(
                "This season has no report of rivals yet. A worker computes it a minute after the "
                "first official ratings."
            )
        return kept, rivals_reading.RivalsReading(rivals_reports.from_json(kept.body), season)
