"""Workers reserved for an event."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.serializers.maps import ReasonSerializer
from api.views.base import caller, fields_of
from api.views.events.event_desk import NUMBER, POST, SIGNED_IN, EventDeskViewSet
from controls.models import Reservation
from controls.reservations import Wanted
from ladder.events.roles import EventAct
from ladder.events.running import reserving

PK = OpenApiParameter("pk", int, OpenApiParameter.PATH, description="Of a reservation.")


class ReservationSerializer(serializers.ModelSerializer[Reservation]):
    """A number of ``workers``, or a percentage of them.  ``begins`` is now if it is left out."""

    begins = serializers.DateTimeField(default=timezone.now)

    class Meta:
        model = Reservation
        fields = ("id", "begins", "ends", "workers", "percent", "reason")
        validators: tuple[Any, ...] = ()


class ReservationsViewSet(EventDeskViewSet):
    """People who run the event see reservations; organizers of the site make and end them."""

    @extend_schema(responses=ReservationSerializer(many=True))
    @action(**SIGNED_IN)
    def reservations(self, request: Request, slug: str) -> Response:
        """The reservations of the event, newest first."""
        rows = reserving.reservations_of(self.event_for(request, EventAct.SEE))
        return Response(ReservationSerializer(rows, many=True).data)

    @extend_schema(request=ReservationSerializer, responses={201: ReservationSerializer})
    @reservations.mapping.post
    def reserve(self, request: Request, slug: str) -> Response:
        """Reserve workers between two times."""
        event = self.event_for(request, EventAct.SEE)
        given = fields_of(ReservationSerializer, request.data)
        reason = given.pop("reason")
        made = reserving.reserve(event, caller(request), Wanted(**given), reason)
        return Response(ReservationSerializer(made).data, 201)

    @extend_schema(request=ReasonSerializer, responses={204: None}, parameters=[PK])
    @action(**POST, url_path=f"reservations/{NUMBER}/release", url_name="release")
    def release(self, request: Request, slug: str, pk: str) -> Response:
        """End a reservation now, or remove it if it has not begun."""
        event = self.event_for(request, EventAct.SEE)
        row = get_object_or_404(Reservation, subject=event.pk, pk=int(pk))
        reason = fields_of(ReasonSerializer, request.data)["reason"]
        reserving.release(event, caller(request), row, reason)
        return Response(status=204)
