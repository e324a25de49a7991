"""Comparisons of versions, for those who manage the candidate's bot and for organizers."""

from __future__ import annotations

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from api.serializers.comparisons import (
    ComparisonDetailSerializer,
    ComparisonRequestSerializer,
    VersionComparisonSerializer,
)
from api.views.base import ApiView, caller
from ladder.comparisons import progress, report, services
from ladder.comparisons.models import Comparison


class ComparisonViewSet(mixins.ListModelMixin, GenericViewSet[Comparison], ApiView):
    """Comparisons of two versions of a bot, newest first."""

    queryset = Comparison.objects.with_bots()
    serializer_class = VersionComparisonSerializer
    permission_classes = [IsAuthenticated]
    lookup_value_regex = "[0-9]+"
    throttle_scopes = {"create": "match"}

    def get_queryset(self) -> QuerySet[Comparison]:
        return Comparison.objects.visible_to(self.request.user).with_bots()

    @extend_schema(responses=ComparisonDetailSerializer)
    def retrieve(self, request: Request, pk: str) -> Response:
        """One comparison, with its results."""
        comparison = self.get_object()
        course = progress.course_of(comparison)
        detail = {
            "comparison": comparison,
            "path": course.report.path,
            "counts": course.report.counts,
            "results": report.lines_of(comparison, course),
        }
        context = self.get_serializer_context()
        return Response(ComparisonDetailSerializer(detail, context=context).data)

    @extend_schema(
        request=ComparisonRequestSerializer, responses={201: VersionComparisonSerializer}
    )
    def create(self, request: Request) -> Response:
        """Compare two versions. The matches are not rated, and only the bot's managers and
        organizers see them.
        """
        wanted = ComparisonRequestSerializer(data=request.data)
        wanted.is_valid(raise_exception=True)
        made = services.create(caller(request), wanted.plan())
        return Response(self.get_serializer(self.get_queryset().get(pk=made.pk)).data, status=201)

    @extend_schema(request=None, responses=VersionComparisonSerializer)
    @action(detail=True, methods=["post"])
    def stop(self, request: Request, pk: str) -> Response:
        """End the comparison now.  A finished comparison does not change."""
        comparison = self.get_object()
        services.stop(comparison, caller(request), "over the API")
        return Response(self.get_serializer(self.get_queryset().get(pk=comparison.pk)).data)
