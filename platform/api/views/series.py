"""Series of games and their standings."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from api.filters import SeriesFilter
from api.serializers.series import SeriesDetailSerializer, SeriesSerializer
from api.views.base import AnyKind, ApiView
from ladder.models import Series
from ladder.series_report import report, standings_csv
from pages.event_sight import shown_series


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
    def standings(self, request: Request, slug: str) -> HttpResponse:
        """The standings with every game, as a table of comma-separated values."""
        text = standings_csv(report(self.get_object()))
        return HttpResponse(text, content_type="text/csv; charset=utf-8")
