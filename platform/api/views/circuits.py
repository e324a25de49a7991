"""Circuits: the list, and the table of one."""

from __future__ import annotations

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import mixins
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from api.serializers.circuits import CircuitSerializer, CircuitTableSerializer
from api.views.base import ApiView
from ladder.events.circuits import permissions
from ladder.events.models import Circuit
from ladder.events.reading import circuits


class CircuitViewSet(mixins.ListModelMixin, GenericViewSet[Circuit], ApiView):
    """Circuits, newest first: events with one table of points over all of them."""

    queryset = Circuit.objects.all()
    serializer_class = CircuitSerializer
    filterset_fields = ("state", "game")
    lookup_field = "slug"
    lookup_value_regex = "[-a-zA-Z0-9_]+"

    def get_queryset(self) -> QuerySet[Circuit]:
        return permissions.visible_circuits(self.request.user)

    @extend_schema(responses=CircuitTableSerializer)
    def retrieve(self, request: Request, slug: str) -> Response:
        """One circuit with its table, by results that everybody may see."""
        return Response(
            CircuitTableSerializer(circuits.as_json(circuits.table_of(self.get_object()))).data
        )
