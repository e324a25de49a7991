"""Bots, people, events and games that the person who calls follows."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from api.serializers.people.following import FollowedSerializer, FollowStateSerializer
from api.views.base import ApiView, caller
from following import services
from following.targets import Kind, NothingThere, Subject, find, key_of, kind_of, title_of

KIND = OpenApiParameter("kind", str, OpenApiParameter.PATH, enum=[kind.value for kind in Kind])
KEY = OpenApiParameter(
    "key",
    str,
    OpenApiParameter.PATH,
    description="`owner/name` of a bot, the name of a person or game, the slug of an event.",
)


class FollowingView(ApiView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="following_list", responses=FollowedSerializer(many=True))
    def get(self, request: Request) -> Response:
        """All that you follow, at most 500, by kind and name."""
        rows = services.seen_follows(caller(request))
        return Response(FollowedSerializer(rows, many=True).data)


class FollowView(ApiView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(parameters=[KIND, KEY], responses=FollowStateSerializer)
    def get(self, request: Request, kind: str, key: str) -> Response:
        """Whether you follow this."""
        return Response(_state(request, _found(request, kind, key)))

    @extend_schema(parameters=[KIND, KEY], request=None, responses=FollowStateSerializer)
    def put(self, request: Request, kind: str, key: str) -> Response:
        """Follow this. Nothing changes if you follow it already."""
        subject = _found(request, kind, key)
        services.follow(caller(request), subject)
        return Response(_state(request, subject))

    @extend_schema(parameters=[KIND, KEY], responses={204: None})
    def delete(self, request: Request, kind: str, key: str) -> Response:
        """Unfollow this. Nothing changes if you do not follow it."""
        services.unfollow(caller(request), _found(request, kind, key))
        return Response(status=204)


def _found(request: Request, kind: str, key: str) -> Subject:
    try:
        return find(kind, key, caller(request))
    except NothingThere:
        raise NotFound("There is no such thing to follow.") from None


def _state(request: Request, subject: Subject) -> dict[str, object]:
    state = {
        "kind": kind_of(subject),
        "key": key_of(subject),
        "title": title_of(subject),
        "following": services.is_following(caller(request), subject),
        "followers": services.follower_count(subject),
    }
    return dict(FollowStateSerializer(state).data)
