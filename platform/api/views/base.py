"""The base of all views of the API."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import IO, Any, ClassVar

from django.http import HttpRequest
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser, FormParser, JSONParser, MultiPartParser
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from accounts.models import Scope, User
from api.authentication import TokenAuthentication, require_scope
from api.problems import TooLarge
from api.schema import ProblemSchema
from games.texts.sentences import paragraph

ENVELOPE = 65536
"""Bytes that a form may have around its file."""


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

    Both tables map an action or, in views without actions, a method in lower case.
    ``throttle_scopes`` leads to the scope of ``DEFAULT_THROTTLE_RATES`` that limits it on top of
    the limit for everything.  ``token_scopes`` leads to the scope that a token needs where it is
    another one than usual: ``read`` for safe methods, ``bots`` for all others.
    """

    authentication_classes = (TokenAuthentication, SessionAuthentication)
    parser_classes: tuple[type[BaseParser], ...] = (Json, FormParser, MultiPartParser)
    schema = ProblemSchema()
    throttle_scopes: ClassVar[dict[str, str]] = {}
    token_scopes: ClassVar[dict[str, Scope]] = {}
    queries: ClassVar[dict[str, tuple[str, ...]]] = {}
    """By action, or method in lower case: parameters of the address beside filters and pages."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """A filter that is misspelt would silently give all rows, so it is refused."""
        super().initial(request, *args, **kwargs)
        if request.method not in SAFE_METHODS:
            return
        known = self.known_queries(self._act())
        if known is not None and (unknown := sorted(set(request.query_params) - known)):
            offered = f"It takes {', '.join(sorted(known))}." if known else "It takes none."
            none = {name: f"This address has no parameter “{name}”." for name in unknown}
            raise ValidationError({name: [paragraph(none[name], offered)] for name in unknown})

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        answer = super().finalize_response(request, response, *args, **kwargs)
        if isinstance(answer, Response):
            answer.add_post_render_callback(_let_go)
        return answer

    def known_queries(self, act: str) -> set[str] | None:
        """The parameters that the address of this action takes; None for any."""
        known = set(self.queries.get("get" if act == "head" else act, ()))
        kind = getattr(self, "filterset_class", None)
        backends: Any = getattr(self, "filter_backends", ())
        if backends and not getattr(self, "detail", False):
            known |= {*getattr(self, "filterset_fields", ()), *(kind.base_filters if kind else ())}
        pages = getattr(self, "pagination_class", None)
        names = ("cursor_query_param", "page_query_param", "page_size_query_param")
        return known | {getattr(pages, name) for name in names if getattr(pages, name, None)}

    def get_throttles(self) -> list[BaseThrottle]:
        if scope := self.throttle_scopes.get(self._act()):
            self.throttle_scope = scope
        return super().get_throttles()

    def check_permissions(self, request: Request) -> None:
        if (scope := self.needed_scope()) is not None:
            require_scope(request, scope)
        super().check_permissions(request)

    def needed_scope(self) -> Scope | None:
        """The scope that a token needs for this request; None where there is nothing to do."""
        method = (self.request.method or "").lower()
        if not hasattr(self, method):
            return None  # the answer will be that the method is not allowed
        return self.scope_of(self._act(), method)

    @classmethod
    def scope_of(cls, act: str, method: str) -> Scope:
        """The scope for ``act`` (as in ``token_scopes``), which is done by ``method``."""
        usual = Scope.READ if method.upper() in SAFE_METHODS else Scope.BOTS
        return cls.token_scopes.get(act, usual)

    def _act(self) -> str:
        return getattr(self, "action", None) or (self.request.method or "").lower()


def _let_go(answer: Any) -> None:
    """End the circles of the framework between the request, the view, serializers and the answer
    once it is rendered, as `arbiter.configured.templates` does for pages."""
    vars(answer.renderer_context["view"]).clear()
    answer.renderer_context.clear()
    data = answer.data
    for part in (data, data.get("results") if isinstance(data, dict) else None):
        serializer = getattr(part, "serializer", None)
        for each in (getattr(serializer, "child", None), serializer):
            if each is not None:
                vars(each).clear()


class AnyKind(DefaultContentNegotiation):
    """For downloads, which come in one format whatever a client says that it accepts."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        renderer = next(iter(renderers))
        return renderer, renderer.media_type


def fields_of(kind: type[Serializer[Any]], data: Any, *, partial: bool = False) -> dict[str, Any]:
    """The fields that a request gives.  `ValidationError` where they do not fit ``kind``."""
    wanted = kind(data=data, partial=partial)
    wanted.is_valid(raise_exception=True)
    fields: dict[str, Any] = wanted.validated_data
    return fields


def refuse_large(request: Request, most: int, detail: str) -> None:
    """Before anything is parsed: `TooLarge` if the client says that it sends more bytes than
    ``most`` and a form around them."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    if length.isdecimal() and int(length) > most + ENVELOPE:
        raise TooLarge(detail)


def caller(request: Request) -> User:
    """The person who calls, where the permissions have made sure that there is one."""
    assert isinstance(request.user, User)
    return request.user


def plain(request: Request) -> HttpRequest:
    """The Django request below, for helpers that pages use too."""
    return request._request
