"""Notices of the person who calls."""

from __future__ import annotations

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from api.filters import NoticeFilter
from api.serializers.people.notices import NoticeSerializer, NoticesReadSerializer
from api.views.base import ApiView, caller
from notices.models import Notice
from notices.services import mark_read


class NoticeViewSet(
    mixins.ListModelMixin, mixins.RetrieveModelMixin, GenericViewSet[Notice], ApiView
):
    """Your own notices, newest first."""

    queryset = Notice.objects.none()
    serializer_class = NoticeSerializer
    filterset_class = NoticeFilter
    lookup_value_regex = "[0-9]+"
    permission_classes = (IsAuthenticated,)

    def get_queryset(self) -> QuerySet[Notice]:
        if getattr(self, "swagger_fake_view", False):
            return self.queryset
        return Notice.objects.filter(user=caller(self.request))

    @extend_schema(request=None, responses=NoticeSerializer)
    @action(detail=True, methods=["post"])
    def read(self, request: Request, pk: str) -> Response:
        """Mark one as read."""
        notice = self.get_object()
        mark_read(caller(request), notice.pk)
        notice.refresh_from_db()
        return Response(self.get_serializer(notice).data)

    @extend_schema(
        operation_id="notices_read_all",
        request=None,
        responses=NoticesReadSerializer,
        filters=False,
    )
    @action(detail=False, methods=["post"], url_path="read", url_name="read-all")
    def read_all(self, request: Request) -> Response:
        """Mark all as read."""
        return Response({"read": mark_read(caller(request))})
