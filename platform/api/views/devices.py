"""Log-in of programs that have no browser."""

from __future__ import annotations

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import devices
from api.serializers.devices import (
    DeviceAnswerSerializer,
    DeviceGrantSerializer,
    DeviceRequestSerializer,
    DeviceTokenSerializer,
)
from api.views.base import ApiView, fields_of, plain
from arbiter.caching import PRIVATE


class DeviceView(ApiView):
    permission_classes = (AllowAny,)
    throttle_scopes = {"post": "device"}

    @extend_schema(
        operation_id="device_begin",
        request=DeviceRequestSerializer,
        responses={201: DeviceGrantSerializer},
    )
    def post(self, request: Request) -> Response:
        """Begin to log a program in (RFC 8628): a person enters the user code in the browser."""
        client = fields_of(DeviceRequestSerializer, request.data)["client"]
        row, code = devices.begin(client, str(plain(request).META.get("REMOTE_ADDR", "")))
        address = request.build_absolute_uri(reverse("device"))
        grant = {
            "device_code": code,
            "user_code": row.user_code,
            "verification_uri": address,
            "verification_uri_complete": f"{address}?code={row.user_code}",
            "expires_in": devices.LIFE.seconds,
            "interval": devices.INTERVAL_S,
        }
        return Response(grant, status=201, headers={"Cache-Control": PRIVATE})


class DeviceTokenView(ApiView):
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="device_token",
        request=DeviceTokenSerializer,
        responses=DeviceAnswerSerializer,
    )
    def post(self, request: Request) -> Response:
        """The program's token, once the person has allowed it; until then the reason in `error`."""
        code = fields_of(DeviceTokenSerializer, request.data)["device_code"]
        answer = devices.poll(code)
        body = {"token": answer.token}
        if answer.error is not None:
            body = {"error": answer.error.value, "detail": answer.detail}
        return Response(body, headers={"Cache-Control": PRIVATE})
