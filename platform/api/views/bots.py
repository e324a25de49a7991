"""Bots and their versions."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpResponseBase
from django.utils.functional import cached_property
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from accounts.permissions import require_insider
from api.filters import BotFilter
from api.serializers.bots import (
    BotCreateSerializer,
    BotEditSerializer,
    BotSerializer,
    RebuildSerializer,
    VersionSerializer,
    VersionUploadSerializer,
)
from api.serializers.ladder import BotRatingSerializer
from api.serializers.regressions import RegressionRunSerializer
from api.views.base import AnyKind, ApiView, caller, fields_of, plain, refuse_large
from arbiter.serving.downloads import Download, download
from bots import services
from bots.models import Bot, BotVersion, closed
from bots.versions import sparring
from ladder.climb import services as climbs
from ladder.models import Season
from ladder.ratings import standings
from ladder.regressions import reading
from sandbox.limits import UPLOAD

BOT_ID = OpenApiParameter("bot_id", OpenApiTypes.INT, OpenApiParameter.PATH)
NUMBER = OpenApiParameter("number", OpenApiTypes.INT, OpenApiParameter.PATH)


class BotViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, GenericViewSet[Bot], ApiView):
    """Bots.  Everybody may read them; a bot's owner, and its team by their roles, may change it."""

    queryset = (
        Bot.objects.exclude(closed())
        .select_related("owner", "team", "active_version")
        .prefetch_related("rungs_passed__version")
    )
    serializer_class = BotSerializer
    filterset_class = BotFilter
    lookup_value_regex = "[0-9]+"
    throttle_scopes = {"climb": "match"}

    @extend_schema(request=BotCreateSerializer, responses={201: BotSerializer})
    def create(self, request: Request) -> Response:
        wanted = fields_of(BotCreateSerializer, request.data)
        bot = services.create_bot(caller(request), **wanted)
        return self._answer(bot, status=201)

    def retrieve(self, request: Request, pk: str) -> Response:
        return self._answer(self.get_object())

    @extend_schema(request=BotEditSerializer, responses=BotSerializer)
    def partial_update(self, request: Request, pk: str) -> Response:
        bot = self.get_object()
        wanted = fields_of(BotEditSerializer, request.data, partial=True)
        fields = {"about": bot.about, "team": bot.team} | wanted
        allowed = fields.pop("sparring", bot.sparring)
        with transaction.atomic():
            services.edit_bot(bot, caller(request), **fields)
            sparring.allow(bot, caller(request), allowed)
        return self._answer(bot)

    @extend_schema(request=None, responses=BotSerializer)
    @action(detail=True, methods=["post"])
    def retire(self, request: Request, pk: str) -> Response:
        """Take the bot off the ladder; everything about it stays."""
        bot = self.get_object()
        services.retire(bot, caller(request))
        return self._answer(bot)

    @extend_schema(request=None, responses=BotSerializer)
    @action(detail=True, methods=["post"])
    def unretire(self, request: Request, pk: str) -> Response:
        """Bring a retired bot back."""
        bot = self.get_object()
        services.unretire(bot, caller(request))
        return self._answer(bot)

    @extend_schema(request=None, responses=BotSerializer)
    @action(detail=True, methods=["post"])
    def climb(self, request: Request, pk: str) -> Response:
        """Let the version that plays climb the rungs of its game, until it does not pass one."""
        bot = self.get_object()
        climbs.start(bot, caller(request))
        return self._answer(bot)

    @extend_schema(responses=BotRatingSerializer(many=True), filters=False)
    @action(detail=True, methods=["get"], pagination_class=None, filter_backends=[])
    def ratings(self, request: Request, pk: str) -> Response:
        """Its rating and place in each running season in which it has played."""
        rows = self.get_object().ratings.filter(games__gt=0, season__in=Season.objects.running())
        rows = rows.select_related("season", "version", "bot__active_version")
        ratings = [
            {"rating": row, "rank": standings.rank(row), "display": standings.display(row)}
            for row in rows.order_by("season__ruleset")
        ]
        return Response(BotRatingSerializer(ratings, many=True).data)

    def _answer(self, bot: Bot, status: int = 200) -> Response:
        context = {**self.get_serializer_context(), "open": bot.open_to(self.request.user)}
        return Response(BotSerializer(bot, context=context).data, status=status)


@extend_schema_view(
    list=extend_schema(parameters=[BOT_ID]),
    create=extend_schema(parameters=[BOT_ID]),
    retrieve=extend_schema(parameters=[BOT_ID, NUMBER]),
    activate=extend_schema(parameters=[BOT_ID, NUMBER]),
    rebuild=extend_schema(parameters=[BOT_ID, NUMBER]),
    source=extend_schema(parameters=[BOT_ID, NUMBER]),
    tests=extend_schema(parameters=[BOT_ID, NUMBER]),
)
class VersionViewSet(
    mixins.ListModelMixin, mixins.RetrieveModelMixin, GenericViewSet[BotVersion], ApiView
):
    """A bot's versions, newest first. The number counts from 1 within the bot."""

    queryset = BotVersion.objects.none()
    serializer_class = VersionSerializer
    parser_classes = (MultiPartParser,)
    filter_backends = ()
    lookup_field = "number"
    lookup_value_regex = "[0-9]+"
    throttle_scopes = {"create": "upload", "rebuild": "upload"}

    def get_queryset(self) -> QuerySet[BotVersion]:
        if getattr(self, "swagger_fake_view", False):
            return self.queryset
        rows = self.bot.versions.select_related("bot__team", "bot__owner", "uploaded_by")
        return rows.defer("build_log") if self.action == "list" else rows

    @cached_property
    def bot(self) -> Bot:
        bots = Bot.objects.exclude(closed()).select_related("owner", "team")
        return get_object_or_404(bots, pk=self.kwargs["bot_id"])

    def get_serializer_context(self) -> dict[str, object]:
        context = dict(super().get_serializer_context())
        if getattr(self, "swagger_fake_view", False):
            return context
        return {**context, "open": self.bot.open_to(self.request.user)}

    def retrieve(self, request: Request, **_: Any) -> Response:
        return self._answer(self.get_object())

    @extend_schema(
        request={"multipart/form-data": VersionUploadSerializer}, responses={201: VersionSerializer}
    )
    def create(self, request: Request, bot_id: str) -> Response:
        """Upload a version.  It is built and plays a first match; ``state`` shows the progress."""
        most = UPLOAD.upload
        refuse_large(request, most, f"An upload has at most {most} bytes; leave data out.")
        wanted = fields_of(VersionUploadSerializer, request.data)
        file = wanted.pop("file")
        version = services.upload_version(self.bot, caller(request), file.name, file, **wanted)
        return self._answer(version, status=201)

    @extend_schema(request=None, responses=VersionSerializer)
    @action(detail=True, methods=["post"])
    def activate(self, request: Request, **_: Any) -> Response:
        """Let this version play from now on."""
        services.activate(self.get_object(), caller(request))
        return self._answer(self.get_object())

    @extend_schema(request=RebuildSerializer, responses=VersionSerializer)
    @action(detail=True, methods=["post"], parser_classes=ApiView.parser_classes)
    def rebuild(self, request: Request, **_: Any) -> Response:
        """Build a version that failed again, for instance with another ``program``."""
        wanted = fields_of(RebuildSerializer, request.data)
        services.rebuild(self.get_object(), caller(request), **wanted)
        return self._answer(self.get_object())

    @extend_schema(responses=RegressionRunSerializer(many=True), filters=False)
    @action(
        detail=True,
        methods=["get"],
        permission_classes=[IsAuthenticated],
        pagination_class=None,
    )
    def tests(self, request: Request, **_: Any) -> Response:
        """The results of the bot's regression tests, for its owner and team."""
        require_insider(self.bot, caller(request))
        return Response(RegressionRunSerializer(reading.runs_of(self.get_object()), many=True).data)

    @extend_schema(responses={(200, "application/zip"): OpenApiTypes.BINARY})
    @action(
        detail=True,
        methods=["get"],
        permission_classes=[IsAuthenticated],
        content_negotiation_class=AnyKind,
    )
    def source(self, request: Request, **_: Any) -> HttpResponseBase:
        """The files as they were uploaded, for the bot's owner and team."""
        version = self.get_object()
        source = services.read_source(version, caller(request))
        name = f"{version.bot.name}-v{version.number}.zip"
        what = Download(name, "application/zip", etag=version.source_sha256)
        return download(plain(request), what, source)

    def _answer(self, version: BotVersion, status: int = 200) -> Response:
        return Response(self.get_serializer(version).data, status=status)
