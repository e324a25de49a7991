"""Series of games and their standings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import QuerySet
from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from api.filters import SeriesFilter
from api.serializers.series import SeriesDetailSerializer, SeriesSerializer
from api.views.base import AnyKind, ApiView, plain
from arbiter.downloads import csv_table
from ladder.events.reading.viewer import shown_series
from ladder.models import Series
from ladder.series_report import report, table_of

if TYPE_CHECKING:
    from bots.models import Viewer


class SeriesViewSet(mixins.ListModelMixin, GenericViewSet[Series], ApiView):
    """Series, the newest first: games one after the other until enough bots have won."""

    queryset = Series.objects.all()
    serializer_class = SeriesSerializer
    filterset_class = SeriesFilter
    lookup_field = "slug"
    lookup_value_regex = "[-a-zA-Z0-9_]+"

    def get_queryset(self) -> QuerySet[Series]:
        return shown_series(self.request.user)

    @extend_schema(responses=SeriesDetailSerializer)
    def retrieve(self, request: Request, slug: str) -> Response:
        """One series, with its standings and games."""
        context = self.get_serializer_context()
        found = report(self.get_object())
        return Response(SeriesDetailSerializer(found, context=context).data)

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
        series = self.get_object()

        def rule(viewer: Viewer) -> bool:
            return shown_series(viewer).filter(pk=series.pk).exists()

        return csv_table(plain(request), series.slug, table_of(report(series)), rule)
