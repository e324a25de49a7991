"""Single series: events of one stage, with their standings."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from accounts.models import Viewer
from api.filters import SeriesFilter
from api.serializers.events.series import SeriesDetailSerializer, SeriesSerializer
from api.views.base import AnyKind, ApiView, plain
from arbiter.serving.downloads import csv_table
from ladder.events.models import Event
from ladder.events.planning import single_series
from ladder.events.reading.stages import results as stage_results
from ladder.events.reading.stages import series as series_tables
from ladder.events.reading.viewer import EventViewer, visible_events


class SeriesViewSet(mixins.ListModelMixin, GenericViewSet[Event], ApiView):
    """Events that are a single series of games, newest first.  A series ends when enough bots have
    won.  A series that is one stage of a larger event is listed among the stages of that event."""

    queryset = Event.objects.all()
    serializer_class = SeriesSerializer
    filterset_class = SeriesFilter
    lookup_field = "slug"
    lookup_value_regex = "[-a-zA-Z0-9_]+"

    def get_queryset(self) -> QuerySet[Event]:
        return single_series.with_bounds(
            single_series.single_series(visible_events(self.request.user))
        )

    @extend_schema(responses=SeriesDetailSerializer)
    def retrieve(self, request: Request, slug: str) -> Response:
        """One series, with its standings and games."""
        event: Event = self.get_object()
        report = _report(event, request.user)
        entries = event.entries.filter(withdrawn_at=None).select_related("bot__owner")
        detail = {
            "series": event,
            "entrants": [entry.bot for entry in entries.order_by("pk")],
            "standings": report.rows if report else [],
            "games": report.games if report else [],
            "now": report.now if report else None,
        }
        context = self.get_serializer_context()
        return Response(SeriesDetailSerializer(detail, context=context).data)

    @extend_schema(responses={(200, "text/csv"): OpenApiTypes.STR}, filters=False)
    @action(
        detail=True,
        methods=["get"],
        pagination_class=None,
        filter_backends=[],
        content_negotiation_class=AnyKind,
    )
    def standings(self, request: Request, slug: str) -> HttpResponseBase:
        """The standings with every game, as a table of comma-separated values."""
        event: Event = self.get_object()
        report = _report(event, request.user)
        if report is None:
            raise NotFound("The series has not begun, or its results are not public.")

        def rule(viewer: Viewer) -> bool:
            return _report(event, viewer) is not None

        return csv_table(plain(request), event.slug, series_tables.table_of(report), rule)


def _report(event: Event, user: Viewer) -> series_tables.SeriesReport | None:
    """None before the start, and for a person who may not see the results."""
    viewer = EventViewer(event, user)
    shown = (stage_results.results(viewer, stage) for stage in viewer.opened)
    parts = (
        part for each in shown if isinstance(each, stage_results.Series) for part in each.parts
    )
    return next(parts, None)
