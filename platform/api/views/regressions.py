"""The regression tests of a bot, for its owner and team."""

from __future__ import annotations

from django.db.models import QuerySet
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import mixins
from rest_framework.generics import get_object_or_404
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from accounts.permissions import require_insider
from api.serializers.regressions import (
    RegressionKeepSerializer,
    RegressionTestSerializer,
)
from api.views.base import ApiView, caller, fields_of
from bots.models import Bot, closed
from ladder.regressions import services
from ladder.regressions.models import RegressionTest

BOT_ID = OpenApiParameter("bot_id", OpenApiTypes.INT, OpenApiParameter.PATH)
ID = OpenApiParameter("id", OpenApiTypes.INT, OpenApiParameter.PATH)


@extend_schema_view(
    list=extend_schema(parameters=[BOT_ID]),
    create=extend_schema(parameters=[BOT_ID]),
    destroy=extend_schema(parameters=[BOT_ID, ID]),
)
class RegressionTestViewSet(
    mixins.ListModelMixin, mixins.DestroyModelMixin, GenericViewSet[RegressionTest], ApiView
):
    """Matches that each new version of a bot plays again before it goes live."""

    queryset = RegressionTest.objects.none()
    serializer_class = RegressionTestSerializer
    permission_classes = (IsAuthenticated,)
    filter_backends = ()
    lookup_value_regex = "[0-9]+"

    def get_queryset(self) -> QuerySet[RegressionTest]:
        if getattr(self, "swagger_fake_view", False):
            return self.queryset
        return RegressionTest.objects.filter(bot=self._bot())

    def _bot(self) -> Bot:
        bots = Bot.objects.exclude(closed()).select_related("owner", "team")
        bot = get_object_or_404(bots, pk=self.kwargs["bot_id"])
        require_insider(bot, caller(self.request))  # services check changes
        return bot

    @extend_schema(request=RegressionKeepSerializer, responses={201: RegressionTestSerializer})
    def create(self, request: Request, bot_id: str) -> Response:
        """Keep a match as a test."""
        bot = self._bot()
        wanted = fields_of(RegressionKeepSerializer, request.data)
        test = services.keep(
            bot,
            caller(request),
            wanted["match"],
            wanted["seat"],
            as_then=wanted["goal"] == "as-then",
            note=wanted["note"],
        )
        return Response(self.get_serializer(test).data, status=201)

    def perform_destroy(self, instance: RegressionTest) -> None:
        services.remove(instance, caller(self.request))
