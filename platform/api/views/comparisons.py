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
    TrialDetailSerializer,
    TrialRequestSerializer,
    TrialSerializer,
)
from api.views.base import ApiView, caller
from ladder.comparisons import services
from ladder.comparisons.models import Trial
from ladder.comparisons.progress import course_of
from ladder.comparisons.report import lines_of


class TrialViewSet(mixins.ListModelMixin, GenericViewSet[Trial], ApiView):
    """Comparisons of two versions of a bot, newest first."""

    queryset = Trial.objects.with_bots()
    serializer_class = TrialSerializer
    permission_classes = [IsAuthenticated]
    lookup_value_regex = "[0-9]+"
    throttle_scopes = {"create": "match"}

    def get_queryset(self) -> QuerySet[Trial]:
        return Trial.objects.visible_to(self.request.user).with_bots()

    @extend_schema(responses=TrialDetailSerializer)
    def retrieve(self, request: Request, pk: str) -> Response:
        """One comparison, with its results."""
        trial = self.get_object()
        course = course_of(trial)
        found = {
            "comparison": trial,
            "path": course.report.path,
            "counts": course.report.counts,
            "results": lines_of(trial, course),
        }
        context = self.get_serializer_context()
        return Response(TrialDetailSerializer(found, context=context).data)

    @extend_schema(request=TrialRequestSerializer, responses={201: TrialSerializer})
    def create(self, request: Request) -> Response:
        """Compare two versions. The matches are not rated, and only the bot's managers and
        organizers see them.
        """
        wanted = TrialRequestSerializer(data=request.data)
        wanted.is_valid(raise_exception=True)
        made = services.create(caller(request), wanted.plan())
        return Response(self.get_serializer(self.get_queryset().get(pk=made.pk)).data, status=201)

    @extend_schema(request=None, responses=TrialSerializer)
    @action(detail=True, methods=["post"])
    def stop(self, request: Request, pk: str) -> Response:
        """End the comparison now.  A finished comparison does not change."""
        trial = self.get_object()
        services.stop(trial, caller(request), "over the API")
        return Response(self.get_serializer(self.get_queryset().get(pk=trial.pk)).data)
