"""Maps: kept ones, and checking and generating without keeping anything."""

from __future__ import annotations

import secrets
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from accounts.models import Scope
from api.filters import MapFilter
from api.serializers.maps import (
    MAX_SEED,
    MapCheckedSerializer,
    MapCheckSerializer,
    MapCreateSerializer,
    MapDetailSerializer,
    MapEditSerializer,
    MapMadeSerializer,
    MapSerializer,
    MapWishSerializer,
    ReasonSerializer,
)
from api.views.base import ApiView, caller, fields_of, refuse_large
from games.registry import GAMES
from maps import boards, services
from maps.boards import Board, MapRefused
from maps.models import Map
from maps.services import Draft

JSON_GROWTH = 8
"""The largest ratio of a map's JSON with its wrapping to the bytes of its text."""
WORDS = ("name", "title", "summary", "team", "public")


class MapViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, GenericViewSet[Map], ApiView):
    """Public maps, your own and those of your teams, newest first."""

    queryset = Map.objects.none()
    serializer_class = MapSerializer
    filterset_class = MapFilter
    lookup_value_regex = "[0-9]+"
    throttle_scopes = {
        "create": "map",
        "partial_update": "map",
        "check": "map-check",
        "generate": "map-check",
    }
    token_scopes = {"check": Scope.READ, "generate": Scope.READ}  # nothing is kept

    def get_queryset(self) -> QuerySet[Map]:
        maps = Map.objects.visible_to(self.request.user)
        maps = maps.select_related("owner", "team").prefetch_related("fits")
        return maps.defer("board") if self.action == "list" else maps

    @extend_schema(responses=MapDetailSerializer)
    def retrieve(self, request: Request, pk: str) -> Response:
        """One map, with its board and its text."""
        return self._answer(self.get_object())

    @extend_schema(request=MapCreateSerializer, responses={201: MapDetailSerializer})
    def create(self, request: Request) -> Response:
        """Save a map, given as text or as a board."""
        _refuse_large(request)
        given = fields_of(MapCreateSerializer, request.data)
        board = _read(given["game"], given)
        draft = Draft(text=board.text, **_words(given))
        made = services.create_map(caller(request), given["game"], draft, given.get("parent"))
        return self._answer(self.get_queryset().get(pk=made.pk), status=201)

    @extend_schema(request=MapEditSerializer, responses=MapDetailSerializer)
    def partial_update(self, request: Request, pk: str) -> Response:
        """Change a map's description or its board.  A new board makes a new revision."""
        _refuse_large(request)
        the_map = self.get_object()
        given = fields_of(MapEditSerializer, request.data, partial=True)
        texts = {name: getattr(the_map, name) for name in WORDS} | _words(given)
        board_of = given if given.keys() & {"text", "board"} else {"board": the_map.board}
        board = _read(the_map.game, board_of)
        draft = Draft(text=board.text, based_on=given.get("revision"), **texts)
        services.edit_map(the_map, caller(request), draft)
        return self._answer(self.get_queryset().get(pk=the_map.pk))

    @extend_schema(request=ReasonSerializer, responses=MapDetailSerializer)
    @action(detail=True, methods=["post"])
    def archive(self, request: Request, pk: str) -> Response:
        """Take the map out of all lists and pools; its matches stay."""
        the_map = self.get_object()
        reason = fields_of(ReasonSerializer, request.data)["reason"]
        services.archive(the_map, caller(request), reason)
        return self._answer(the_map)

    @extend_schema(request=None, responses=MapDetailSerializer)
    @action(detail=True, methods=["post"])
    def unarchive(self, request: Request, pk: str) -> Response:
        """Bring an archived map back."""
        the_map = self.get_object()
        services.unarchive(the_map, caller(request))
        return self._answer(the_map)

    @extend_schema(request=MapCheckSerializer, responses=MapCheckedSerializer)
    @action(
        detail=False, methods=["post"], permission_classes=[IsAuthenticated], filter_backends=[]
    )
    def check(self, request: Request) -> Response:
        """The errors of a map, and the rulesets that could be played on it. Nothing is stored."""
        _refuse_large(request)
        given = fields_of(MapCheckSerializer, request.data)
        try:
            board = _read(given["game"], given)
        except MapRefused as error:
            problems = [problem.to_json() for problem in error.problems]
            nothing: dict[str, object] = {"facts": [], "objections": {}, "board": None}
            return Response({"problems": problems, **nothing})
        return Response(
            {
                "problems": [],
                "facts": boards.facts(given["game"], board.json),
                "objections": boards.objections(given["game"], board.json),
                "board": board.json if given["with_board"] else None,
            }
        )

    @extend_schema(request=MapWishSerializer, responses=MapMadeSerializer)
    @action(
        detail=False, methods=["post"], permission_classes=[IsAuthenticated], filter_backends=[]
    )
    def generate(self, request: Request) -> Response:
        """A random map from the game's generator.  Nothing is stored."""
        given = fields_of(MapWishSerializer, request.data)
        seed = secrets.randbelow(MAX_SEED + 1) if given["seed"] is None else given["seed"]
        board = boards.generate(given["game"], given["options"], seed)
        return Response({"seed": seed, "text": board.text, "board": board.json})

    def _answer(self, the_map: Map, status: int = 200) -> Response:
        context = self.get_serializer_context()
        return Response(MapDetailSerializer(the_map, context=context).data, status=status)


def _read(game: str, given: dict[str, Any]) -> Board:
    if "board" in given:
        return boards.read_json(game, given["board"])
    return boards.read_text(game, given["text"])


def _words(given: dict[str, Any]) -> dict[str, Any]:
    return {name: given[name] for name in WORDS if name in given}


def _refuse_large(request: Request) -> None:
    most = max((game.maps.most_bytes for game in GAMES.values() if game.maps), default=0)
    refuse_large(request, most * JSON_GROWTH, f"A map has at most {most} bytes as text.")
