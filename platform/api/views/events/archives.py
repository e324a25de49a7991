"""Archives of events: ordering, progress, download."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.fields import bool_field, float_field
from api.views.base import AnyKind, caller, fields_of, plain
from api.views.events.event_desk import NUMBER, SIGNED_IN, EventDeskViewSet
from exports import event_archives as services
from exports.models import Export

ARCHIVE = f"archives/{NUMBER}"
PK = OpenApiParameter("pk", int, OpenApiParameter.PATH, description="Of an archive.")


class ArchiveOrderSerializer(serializers.Serializer[Any]):
    """``public``: what everybody may see, when all results are shown; otherwise what the role of
    the caller may see."""

    public = serializers.BooleanField(default=False)
    replays = serializers.BooleanField(default=True)


class ArchiveSerializer(serializers.ModelSerializer[Export]):
    replays = serializers.BooleanField(source="asked.replays", read_only=True)
    progress = float_field("From 0 to 1.", read_only=True)
    expires = serializers.DateTimeField(read_only=True, allow_null=True)
    outdated = bool_field(
        "Ordered before a correction of results; not public any more.", read_only=True
    )

    class Meta:
        model = Export
        fields = (
            *("id", "state", "public", "replays", "progress", "failure"),
            *("size", "sha256", "created", "ended", "expires", "outdated"),
        )


class ArchiveViewSet(EventDeskViewSet):
    """Archives of events for tokens with the scope ``organize``."""

    @extend_schema(responses=ArchiveSerializer(many=True))
    @action(**SIGNED_IN)
    def archives(self, request: Request, slug: str) -> Response:
        """The archives that the caller may download, newest first."""
        exports = services.shown(self.get_object(), caller(request))
        return Response(ArchiveSerializer(exports, many=True).data)

    @extend_schema(request=ArchiveOrderSerializer, responses={201: ArchiveSerializer})
    @archives.mapping.post
    def order(self, request: Request, slug: str) -> Response:
        """Have an archive made. It is ready when its state is ``done``."""
        event, given = self.get_object(), fields_of(ArchiveOrderSerializer, request.data)
        made = services.order(event, caller(request), **given)
        return Response(ArchiveSerializer(made).data, 201)

    @extend_schema(parameters=[PK], responses=ArchiveSerializer)
    @action(**SIGNED_IN, url_path=ARCHIVE)
    def archive(self, request: Request, slug: str, pk: str) -> Response:
        """One archive, with its progress."""
        return Response(ArchiveSerializer(self._find(pk)).data)

    @extend_schema(parameters=[PK], responses=ArchiveSerializer)
    @archive.mapping.delete
    def cancel(self, request: Request, slug: str, pk: str) -> Response:
        """Cancel an archive that is not ready yet."""
        export = self._find(pk)
        services.cancel(export, caller(request))
        export.refresh_from_db()
        return Response(ArchiveSerializer(export).data)

    def _find(self, pk: str) -> Export:
        return get_object_or_404(
            services.shown(self.get_object(), caller(self.request)), pk=int(pk)
        )

    @extend_schema(parameters=[PK], responses={(200, "application/zip"): OpenApiTypes.BINARY})
    @action(**SIGNED_IN, url_path=f"{ARCHIVE}/file", content_negotiation_class=AnyKind)
    def file(self, request: Request, slug: str, pk: str) -> HttpResponseBase:
        """The ZIP file. Its ETag is its SHA-256."""
        user = caller(request)
        return services.response(plain(request), self.get_object(), user, int(pk))
