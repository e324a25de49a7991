"""What all views of the API share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import IO, Any, ClassVar

from django.http import HttpRequest
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import ParseError
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser, FormParser, JSONParser, MultiPartParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from accounts.models import User
from api.authentication import TokenAuthentication
from api.schema import ProblemSchema


class Json(JSONParser):
    """JSON; what is nested deeper than Python can follow is refused as any other nonsense."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise ParseError("The JSON is nested too deeply.") from None


class ApiView(APIView):
    """Tokens and sessions; problems in the schema; and stricter limits for what costs more.

    ``scopes`` maps an action or, in views without actions, a method in lower case to the scope
    of ``DEFAULT_THROTTLE_RATES`` that limits it on top of the limit for everything.
    """

    authentication_classes = (TokenAuthentication, SessionAuthentication)
    parser_classes: tuple[type[BaseParser], ...] = (Json, FormParser, MultiPartParser)
    schema = ProblemSchema()
    scopes: ClassVar[dict[str, str]] = {}

    def get_throttles(self) -> list[BaseThrottle]:
        action = getattr(self, "action", None) or (self.request.method or "").lower()
        if scope := self.scopes.get(action):
            self.throttle_scope = scope
        return super().get_throttles()


class AnyKind(DefaultContentNegotiation):
    """For downloads, which come in one format whatever a client says that it accepts."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        renderer = next(iter(renderers))
        return renderer, renderer.media_type


def caller(request: Request) -> User:
    """The person who calls, where the permissions have made sure that there is one."""
    assert isinstance(request.user, User)
    return request.user


def plain(request: Request) -> HttpRequest:
    """The Django request below, for helpers that pages use too."""
    return request._request
