"""The base of the views for people who run an event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from accounts.models import Scope
from api.serializers.events.events import EventSerializer
from api.views.base import ApiView, caller
from ladder import publishing
from ladder.events import permissions
from ladder.events.mending import rulings
from ladder.events.models import Event, Stage
from ladder.events.reading.viewer import visible_events
from ladder.events.roles import EventAct

KEY = OpenApiParameter("key", str, OpenApiParameter.PATH, description="The key of a stage.")
STAGE = r"stages/(?P<key>[-a-zA-Z0-9_]+)"
NUMBER = r"(?P<pk>[0-9]{1,18})"
"""The id of a part of the event; longer numbers are none that a database has."""
SIGNED_IN: Any = {"detail": True, "permission_classes": [IsAuthenticated], "filter_backends": []}
POST: Any = {**SIGNED_IN, "methods": ["post"]}


class EventDeskViewSet(GenericViewSet[Event], ApiView):
    """Acts on one event, by its address.  Each needs a token with the scope ``organize``."""

    queryset = Event.objects.all()
    serializer_class = EventSerializer
    lookup_field = "slug"
    lookup_value_regex = "[-a-zA-Z0-9_]+"
    pagination_class = None

    @classmethod
    def scope_of(cls, act: str, method: str) -> Scope:
        return Scope.ORGANIZE

    def get_queryset(self) -> Any:
        return visible_events(self.request.user)

    def event_for(self, request: Request, act: EventAct) -> Event:
        """The event, for people whose role includes the act."""
        event: Event = self.get_object()
        permissions.require(caller(request), event, act)
        return event

    def stage(self, key: str) -> Stage:
        rows = Stage.objects.select_related("event")
        return get_object_or_404(rows, event=self.get_object(), key=key)

    def rule(
        self,
        request: Request,
        ruling: rulings.Ruling[publishing.Shown, publishing.Outcome],
        body: Mapping[str, Any],
    ) -> publishing.Outcome:
        """Do a ruling as the body of the request says: for its reason, and if its preview still has
        the fingerprint, where the body has one."""
        return ruling.do(caller(request), body["reason"], seen=body.get("fingerprint"))

    def answer(self, event: Event) -> Response:
        event.refresh_from_db()
        return Response(EventSerializer(event).data)
