"""Matches, their replays, and their bots' logs."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError as DataError
from rest_framework.generics import get_object_or_404
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from api.filters import MatchFilter
from api.serializers.matches import (
    ForkRequestSerializer,
    LogRowSerializer,
    MatchRequestSerializer,
    MatchSerializer,
    VerificationSerializer,
)
from api.views.base import AnyKind, ApiView, caller, fields_of, plain
from arbiter.serving.caching import PRIVATE
from matches import services
from matches.derived.bundles import bundle_response
from matches.derived.forks import request_fork
from matches.models import Match, Verification
from matches.queueing import control
from matches.recorded import verification
from matches.recorded.downloads import export_response, replay_response

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
    throttle_scopes = {"create": "match", "fork": "match"}
    queries = {"bundle": ("seat",)}

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

    @extend_schema(request=None, responses=MatchSerializer)
    @action(detail=True, methods=["post"])
    def cancel(self, request: Request, pk: str) -> Response:
        """End a friendly match, a fork or a preview that you asked for, without a result."""
        match = self.get_object()
        control.cancel(match, caller(request))
        return Response(self.get_serializer(match).data)

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
        parameters=[
            OpenApiParameter("seat", int, required=True, description="The seat's number, from 0."),
            *CONDITIONS[:1],
        ],
        responses={(200, "application/gzip"): OpenApiTypes.BINARY},
        filters=False,
    )
    @action(detail=True, methods=["get"], content_negotiation_class=AnyKind)
    def bundle(self, request: Request, pk: str) -> HttpResponseBase:
        """Everything that a seat was sent and answered, for `arbiter replay`: gzip of JSON Lines.

        The bot's managers also get its standard error.
        """
        number = request.query_params.get("seat", "")
        if not number.isdecimal():
            raise DataError({"seat": "Name the seat: ?seat=0 for seat 1, ?seat=1 for seat 2."})
        match = self.get_object()
        seats = match.seats.select_related("version__bot__owner", "version__bot__team", "person")
        seat = get_object_or_404(seats, number=number)
        return bundle_response(plain(request), match, seat)

    @extend_schema(request=ForkRequestSerializer, responses={201: MatchSerializer})
    @action(detail=True, methods=["post"])
    def fork(self, request: Request, pk: str) -> Response:
        """Play the match on from one of its frames, with the recorded versions or other bots."""
        origin = self.get_object()
        asked = fields_of(ForkRequestSerializer, request.data)
        recorded = [seat.version for seat in origin.seats.all()]
        chosen = [
            seat["version"] for seat in asked.get("seats", [{"version": None}] * len(recorded))
        ]
        if len(chosen) != len(recorded):
            raise DataError({"seats": f"This match has {len(recorded)} seats, not {len(chosen)}."})
        players = [new or old for new, old in zip(chosen, recorded, strict=True)]
        programs = [player for player in players if player is not None]
        if len(programs) < len(players):
            raise DataError({"seats": "A person played on one of the seats: name a bot for it."})
        match = request_fork(caller(request), origin, asked["frame"], programs)
        return Response(self.get_serializer(self.get_queryset().get(pk=match.pk)).data, status=201)

    @extend_schema(request=None, responses={202: VerificationSerializer})
    @action(detail=True, methods=["post"])
    def verify(self, request: Request, pk: str) -> Response:
        """Have the match played again and compared with its replay.  GET gives the verdict."""
        row = verification.request(self.get_object(), caller(request))
        return Response(VerificationSerializer(row).data, status=202)

    @extend_schema(responses=VerificationSerializer)
    @verify.mapping.get
    def verdict(self, request: Request, pk: str) -> Response:
        """The verification of the match, waiting or done.  404 where none was requested."""
        row = get_object_or_404(Verification, match=self.get_object())
        return Response(VerificationSerializer(row).data)

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
