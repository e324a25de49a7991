"""Seasons and their standings."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import viewsets
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.filters import SeasonFilter
from api.pagination import StandingsPagination
from api.serializers.ladder import SeasonSerializer, StandingSerializer
from api.views.base import ApiView
from ladder.models import Season
from ladder.services import standings


class SeasonViewSet(viewsets.ReadOnlyModelViewSet[Season], ApiView):
    """Seasons, the newest first: in each, one ruleset of a game is rated."""

    queryset = Season.objects.all()
    serializer_class = SeasonSerializer
    filterset_class = SeasonFilter
    lookup_value_regex = "[0-9]+"

    @extend_schema(responses=StandingSerializer(many=True), filters=False)
    @action(detail=True, methods=["get"], pagination_class=StandingsPagination, filter_backends=[])
    def standings(self, request: Request, pk: str) -> Response:
        """Who is best, and how sure that is."""
        page = self.paginate_queryset(standings(self.get_object()))
        return self.get_paginated_response(StandingSerializer(page, many=True).data)
