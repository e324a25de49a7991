"""Acts on many results of an event at once: stages taken back, and incidents."""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.serializers.events.incidents import (
    ChoiceSerializer,
    IncidentPreviewSerializer,
    IncidentSerializer,
    ModeSerializer,
    PlayAgainSerializer,
    TakeBackActSerializer,
    TakeBackSerializer,
    choice_of,
)
from api.serializers.events.organizing import AnnouncementSerializer
from api.views.base import caller, fields_of
from api.views.events.event_desk import NUMBER, POST, SIGNED_IN, STAGE, EventDeskViewSet
from ladder.events import permissions
from ladder.events.mending import drafts, retaking, taking_back
from ladder.events.mending import incidents as mended
from ladder.events.models import Incident
from ladder.events.roles import EventAct
from ladder.events.showing import talk

PK = OpenApiParameter("pk", int, OpenApiParameter.PATH, description="Of an incident.")
MODE = OpenApiParameter(
    "mode", str, enum=taking_back.Mode.values, default=taking_back.Mode.REPLAY.value
)


class IncidentsViewSet(EventDeskViewSet):
    """Take a stage back, or play all matches of a worker, a machine or an interval again."""

    queries = {"take_back": ("mode",)}

    @extend_schema(responses=TakeBackSerializer, parameters=[MODE])
    @action(**SIGNED_IN, url_path=f"{STAGE}/take-back", url_name="stage-take-back")
    def take_back(self, request: Request, slug: str, key: str) -> Response:
        """The preview of taking a stage back, with all stages that depend on it."""
        stage = self.stage(key)
        permissions.require(caller(request), stage.event, EventAct.JUDGE)
        mode = taking_back.Mode(fields_of(ModeSerializer, request.query_params)["mode"])
        return Response(TakeBackSerializer(taking_back.preview(stage, mode)).data)

    @extend_schema(request=TakeBackActSerializer, responses={201: IncidentSerializer})
    @take_back.mapping.post
    def do_take_back(self, request: Request, slug: str, key: str) -> Response:
        """Take a stage back, as its preview says."""
        stage = self.stage(key)
        permissions.require(caller(request), stage.event, EventAct.JUDGE)
        given = fields_of(TakeBackActSerializer, request.data)
        made = self.rule(request, retaking.TakeBack(stage, taking_back.Mode(given["mode"])), given)
        return Response(IncidentSerializer(made).data, 201)

    @extend_schema(responses=IncidentSerializer(many=True))
    @action(**SIGNED_IN)
    def incidents(self, request: Request, slug: str) -> Response:
        """The incidents of the event, newest first."""
        event = self.event_for(request, EventAct.SEE)
        rows = event.incidents.select_related("by").prefetch_related("stages")
        return Response(IncidentSerializer(rows, many=True).data)

    @extend_schema(request=PlayAgainSerializer, responses={201: IncidentSerializer})
    @incidents.mapping.post
    def play_again(self, request: Request, slug: str) -> Response:
        """Void the chosen matches at once, so that others are played in their place."""
        event = self.event_for(request, EventAct.JUDGE)
        given = fields_of(PlayAgainSerializer, request.data)
        act = mended.PlayAgain(event, choice_of(given), given["minutes"])
        return Response(IncidentSerializer(self.rule(request, act, given)).data, 201)

    @extend_schema(request=ChoiceSerializer, responses=IncidentPreviewSerializer)
    @action(**POST, url_path="incidents/preview")
    def incident_preview(self, request: Request, slug: str) -> Response:
        """Which matches would be played again, and which would not."""
        event = self.event_for(request, EventAct.JUDGE)
        choice = choice_of(fields_of(ChoiceSerializer, request.data))
        return Response(IncidentPreviewSerializer(mended.preview(event, choice)).data)

    @extend_schema(
        request=AnnouncementSerializer, responses={201: AnnouncementSerializer}, parameters=[PK]
    )
    @action(**POST, url_path=f"incidents/{NUMBER}/announce", url_name="incident-announce")
    def announce(self, request: Request, slug: str, pk: str) -> Response:
        """Publish the announcement of an incident; everybody sees the incident from then on."""
        event = self.event_for(request, EventAct.ANNOUNCE)
        row = get_object_or_404(Incident, event=event, pk=int(pk))
        message = talk.Message(**fields_of(AnnouncementSerializer, request.data))
        return Response(
            AnnouncementSerializer(drafts.announce(row, caller(request), message)).data, 201
        )
