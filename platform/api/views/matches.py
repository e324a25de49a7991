"""Matches, their replays, and their bots' logs."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from api.filters import MatchFilter
from api.serializers.matches import LogRowSerializer, MatchRequestSerializer, MatchSerializer
from api.views.base import AnyKind, ApiView, caller, fields_of, plain
from arbiter.caching import PRIVATE
from matches import services
from matches.downloads import export_response, replay_response
from matches.models import Match

CONDITIONS = [
    OpenApiParameter("If-None-Match", str, OpenApiParameter.HEADER),
    OpenApiParameter("Range", str, OpenApiParameter.HEADER, description="One range of bytes."),
]


class MatchViewSet(
    mixins.ListModelMixin, mixins.RetrieveModelMixin, GenericViewSet[Match], ApiView
):
    """Waiting, live and finished matches, newest first."""

    queryset = Match.objects.select_related("requested_by", "rated").with_seats()
    serializer_class = MatchSerializer
    filterset_class = MatchFilter
    lookup_value_regex = "[0-9]+"
    throttle_scopes = {"create": "match"}

    def get_queryset(self) -> QuerySet[Match]:
        matches = Match.objects.visible_to(self.request.user)
        return matches.select_related("requested_by", "rated").with_seats()

    @extend_schema(request=MatchRequestSerializer, responses={201: MatchSerializer})
    def create(self, request: Request) -> Response:
        """Ask for a friendly match, which is never rated."""
        asked = fields_of(MatchRequestSerializer, request.data)
        match = services.request_match(
            caller(request),
            asked["game"],
            asked["ruleset"],
            [seat["version"] for seat in asked["seats"]],
            asked["seed"],
            asked["map"],
            asked["options"],
        )
        return Response(self.get_serializer(self.get_queryset().get(pk=match.pk)).data, status=201)

    @extend_schema(
        parameters=CONDITIONS, responses={(200, "application/gzip"): OpenApiTypes.BINARY}
    )
    @action(detail=True, methods=["get"], content_negotiation_class=AnyKind)
    def replay(self, request: Request, pk: str) -> HttpResponseBase:
        """The replay as it is stored: gzip of JSON Lines.  Its ETag is its SHA-256."""
        return replay_response(plain(request), self.get_object())

    @extend_schema(
        parameters=[OpenApiParameter("name", str, OpenApiParameter.PATH)],
        responses={(200, "application/octet-stream"): OpenApiTypes.BINARY},
    )
    @action(
        detail=True,
        methods=["get"],
        url_path=r"exports/(?P<name>[^/]+)",
        content_negotiation_class=AnyKind,
    )
    def exports(self, request: Request, pk: str, name: str) -> HttpResponseBase:
        """The replay in a native format of the game."""
        return export_response(plain(request), self.get_object(), name)

    @extend_schema(
        parameters=[OpenApiParameter("number", int, OpenApiParameter.PATH)],
        responses=LogRowSerializer(many=True),
        filters=False,
    )
    @action(
        detail=True,
        methods=["get"],
        url_path=r"seats/(?P<number>[0-9]+)/log",
        permission_classes=[IsAuthenticated],
        pagination_class=None,
        filter_backends=[],
    )
    def log(self, request: Request, pk: str, number: str) -> Response:
        """The standard error of a seat's bot, for the bot's managers."""
        seats = self.get_object().seats.select_related("version__bot__team")
        seat = get_object_or_404(seats, number=number)
        if not services.may_see_log(seat, request.user):
            raise PermissionDenied("Only the bot's owner and team may read its log.")
        return Response(services.seat_log(seat), headers={"Cache-Control": PRIVATE})
