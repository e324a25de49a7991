"""Log-in of programs that have no browser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.throttling import AnonRateThrottle, ScopedRateThrottle, UserRateThrottle

from accounts.signing import devices
from api.serializers.people.devices import (
    DeviceAnswerSerializer,
    DeviceErrorSerializer,
    DeviceGrantSerializer,
    DeviceRequestSerializer,
    DeviceTokenSerializer,
)
from api.views.base import ApiView, plain
from arbiter.links import absolute
from arbiter.serving.caching import PRIVATE
from games.texts.sentences import paragraph

GRANT = "urn:ietf:params:oauth:grant-type:device_code"


class DeviceThrottle(ScopedRateThrottle):
    """Counts for the program at its network address: a classroom shares the address."""

    def get_cache_key(self, request: Request, view: Any) -> str:
        given = request.data if isinstance(request.data, Mapping) else {}
        agent = request.headers.get("User-Agent", "")
        sender = devices.sender_of(str(given.get("client_id", "")), agent)
        ident = f"{self.get_ident(request)}-{sender}"
        return self.cache_format % {"scope": self.scope, "ident": ident}


class DeviceView(ApiView):
    permission_classes = (AllowAny,)
    throttle_classes = (AnonRateThrottle, UserRateThrottle, DeviceThrottle)
    throttle_scopes = {"post": "device"}

    @extend_schema(
        operation_id="device_begin",
        request=DeviceRequestSerializer,
        responses={200: DeviceGrantSerializer, 400: DeviceErrorSerializer},
    )
    def post(self, request: Request) -> Response:
        """Begin to log a program in (RFC 8628): a person enters the user code in the browser."""
        form = DeviceRequestSerializer(data=request.data)
        if not form.is_valid():
            return _invalid(form)
        try:
            client = form.validated_data["client_id"]
            address = str(plain(request).META.get("REMOTE_ADDR", ""))
            _, codes = devices.begin(client, address, request.headers.get("User-Agent", ""))
        except ValidationError as error:
            return _error("invalid_request", paragraph(*error.messages))
        page = absolute(reverse("device"))
        return _answer(
            {
                "device_code": codes.device,
                "user_code": codes.user,
                "verification_uri": page,
                "verification_uri_complete": f"{page}?code={codes.user}",
                "expires_in": devices.LIFE.seconds,
                "interval": devices.INTERVAL_S,
            }
        )


class DeviceTokenView(ApiView):
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="device_token",
        request=DeviceTokenSerializer,
        responses={200: DeviceAnswerSerializer, 400: DeviceErrorSerializer},
    )
    def post(self, request: Request) -> Response:
        """The program's token, once the person has allowed it; until then the reason in `error`
        (RFC 8628, 3.5; RFC 6749, 5.2)."""
        form = DeviceTokenSerializer(data=request.data)
        if not form.is_valid():
            return _invalid(form)
        if form.validated_data["grant_type"] != GRANT:
            return _error("unsupported_grant_type", f"The grant_type is {GRANT}.")
        asked = form.validated_data
        answer = devices.poll(asked["device_code"], asked["client_id"])
        if answer.error is not None:
            return _error(answer.error.value, answer.detail)
        return _answer(
            {
                "access_token": answer.token,
                "token_type": "Bearer",
                "expires_in": int(devices.TOKEN_LIFE.total_seconds()),
                "scope": " ".join(devices.SCOPES),
            }
        )


def _answer(body: dict[str, object], status: int = 200) -> Response:
    return Response(body, status=status, headers={"Cache-Control": PRIVATE, "Pragma": "no-cache"})


def _invalid(form: Serializer[Any]) -> Response:
    problems = (f"{name}: {paragraph(*each)}" for name, each in form.errors.items())
    return _error("invalid_request", paragraph(*problems))


def _error(name: str, description: str) -> Response:
    return _answer({"error": name, "error_description": description}, 400)
