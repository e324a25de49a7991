"""The person who calls."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from api.serializers.people.accounts import MeSerializer
from api.views.base import ApiView, caller


class MeView(ApiView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="me", responses=MeSerializer)
    def get(self, request: Request) -> Response:
        """The account of this token or session."""
        return Response(MeSerializer(caller(request), context={"request": request}).data)
