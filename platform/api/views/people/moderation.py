"""The desk of people: reports, closed and waiting accounts, and names that are replaced."""

from __future__ import annotations

from typing import Any

from django.db.models import Model
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSet

from accounts import moderation
from accounts.models import Report, Scope, Team, User
from accounts.permissions import ORGANIZERS_ONLY
from api.fields import text_field
from api.views.base import ApiView, caller, fields_of
from api.views.events.event_desk import NUMBER
from bots import identity
from bots.models import Bot
from ladder.events.models import Event
from ladder.events.planning import renaming
from maps import services as maps
from maps.models import Map

SHOWN = 100
"""Rows of a list."""
PK = OpenApiParameter("pk", int, OpenApiParameter.PATH, description="Of a report.")
Kind = Report.Kind


class WhySerializer(serializers.Serializer[Any]):
    reason = text_field("The people concerned read it.", max_length=300)


class PersonActSerializer(WhySerializer):
    name = serializers.CharField(max_length=30)


class RenamingSerializer(WhySerializer):
    kind = serializers.ChoiceField(Kind.choices)
    name = text_field(
        "Of a bot OWNER/NAME, of an event its address, of a map its id.", max_length=100
    )


class ReportSerializer(serializers.ModelSerializer[Report]):
    by = serializers.CharField(source="by.username")

    class Meta:
        model = Report
        fields = ("id", "kind", "name", "path", "text", "by", "created")


class AccountSerializer(serializers.ModelSerializer[User]):
    """``waits_since`` is set while the account waits for approval."""

    name = serializers.CharField(source="username")

    class Meta:
        model = User
        fields = ("name", "closed_at", "closed_why", "waits_since")


class IsOrganizer(BasePermission):
    message = ORGANIZERS_ONLY

    def has_permission(self, request: Request, view: Any) -> bool:
        return bool(request.user.is_staff)


class ModerationViewSet(ViewSet, ApiView):
    """For organizers of the site.  Each act needs a token with the scope ``organize``."""

    permission_classes = (IsAuthenticated, IsOrganizer)

    @classmethod
    def scope_of(cls, act: str, method: str) -> Scope:
        return Scope.ORGANIZE

    @extend_schema(responses=ReportSerializer(many=True))
    @action(detail=False)
    def reports(self, request: Request) -> Response:
        """The oldest reports that nobody has answered, at most 100."""
        rows = Report.objects.filter(answered_at=None).select_related("by").order_by("pk")
        return Response(ReportSerializer(rows[:SHOWN], many=True).data)

    @extend_schema(request=WhySerializer, responses={204: None}, parameters=[PK])
    @action(detail=False, methods=["post"], url_path=f"reports/{NUMBER}/answer")
    def answer(self, request: Request, pk: str) -> Response:
        """Take a report from the queue.  The reason says what was done about it."""
        reason = fields_of(WhySerializer, request.data)["reason"]
        moderation.answer(get_object_or_404(Report, pk=pk), caller(request), reason)
        return Response(status=204)

    @extend_schema(responses=AccountSerializer(many=True))
    @action(detail=False)
    def accounts(self, request: Request) -> Response:
        """Accounts that are closed or wait for approval, the newest 100."""
        rows = User.objects.filter(is_active=False, deleted_at=None).order_by("-pk")
        return Response(AccountSerializer(rows[:SHOWN], many=True).data)

    @extend_schema(request=PersonActSerializer, responses=AccountSerializer)
    @action(detail=False, methods=["post"])
    def close(self, request: Request) -> Response:
        """Close an account: nobody logs in to it, and its pages are gone."""
        return self._account(request, moderation.close)

    @extend_schema(request=PersonActSerializer, responses=AccountSerializer)
    @action(detail=False, methods=["post"])
    def reopen(self, request: Request) -> Response:
        """Open a closed account again."""
        return self._account(request, moderation.reopen)

    @extend_schema(request=PersonActSerializer, responses=AccountSerializer)
    @action(detail=False, methods=["post"])
    def approve(self, request: Request) -> Response:
        """Let a person log in whose account waits for approval."""
        return self._account(request, moderation.approve)

    def _account(self, request: Request, act: Any) -> Response:
        given = fields_of(PersonActSerializer, request.data)
        person = get_object_or_404(User, username__iexact=given["name"])
        act(person, caller(request), given["reason"])
        person.refresh_from_db()
        return Response(AccountSerializer(person).data)

    @extend_schema(request=RenamingSerializer, responses={204: None})
    @action(detail=False, methods=["post"])
    def rename(self, request: Request) -> Response:
        """Replace a name by a neutral one.  The old address leads on."""
        given = fields_of(RenamingSerializer, request.data)
        kind, target = given["kind"], _named(given["kind"], given["name"])
        act: Any = {
            Kind.PERSON: moderation.rename_person,
            Kind.TEAM: moderation.rename_team,
            Kind.BOT: identity.rename,
            Kind.EVENT: renaming.rename,
            Kind.MAP: maps.rename,
        }[Kind(kind)]
        act(target, caller(request), given["reason"])
        return Response(status=204)


def _named(kind: str, name: str) -> Model:
    """The person, team, bot, event or map of this name; Http404 where there is none."""
    match kind:
        case Kind.PERSON:
            return get_object_or_404(User, username__iexact=name)
        case Kind.TEAM:
            return get_object_or_404(Team, name__iexact=name)
        case Kind.BOT:
            owner, _, own = name.partition("/")
            return get_object_or_404(Bot, owner__username__iexact=owner, name__iexact=own)
        case Kind.EVENT:
            return get_object_or_404(Event, slug=name)
    pk = int(name) if name.isdecimal() and len(name) < 19 else 0
    return get_object_or_404(Map, pk=pk)
