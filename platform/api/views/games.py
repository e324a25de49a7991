"""Games: what the registry declares."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from api.serializers.games import GameSerializer
from api.views.base import ApiView
from games.game import Game
from games.registry import GAMES


class GameViewSet(ViewSetMixin, ApiView):
    """The games of this site, with their rulesets and replay formats."""

    serializer_class = GameSerializer
    lookup_field = "name"
    lookup_value_regex = "[^/]+"

    @extend_schema(operation_id="games_list", responses=GameSerializer(many=True))
    def list(self, request: Request) -> Response:
        return Response(GameSerializer(list(GAMES.values()), many=True).data)

    @extend_schema(operation_id="games_retrieve", responses=GameSerializer)
    def retrieve(self, request: Request, name: str, **_: Any) -> Response:
        return Response(GameSerializer(_game(name)).data)


def _game(name: str) -> Game:
    if name not in GAMES:
        raise Http404(f"There is no game “{name}”; the list of games has their names.")
    return GAMES[name]
