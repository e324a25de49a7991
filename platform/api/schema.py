"""Additions to the OpenAPI schema that views and serializers do not contain."""

from __future__ import annotations

from typing import Any, Literal

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from rest_framework import serializers

from api.fields import text_field
from api.problems import CONTENT_TYPE


class Problem(serializers.Serializer[Any]):
    """An error, as RFC 9457 has it."""

    type = serializers.CharField()
    title = text_field("The status in words.")
    status = serializers.IntegerField()
    detail = text_field("The error, and how to correct it.")
    instance = text_field("The requested address.")
    errors = serializers.DictField(  # type: ignore[assignment]  # a name of the base class
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="Messages for each field; those of the empty name are about the whole.",
    )


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # its base
    target_class = "api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, object]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token from Settings → API tokens: `Authorization: Bearer arb_…`.",
        }


class ProblemSchema(AutoSchema):
    """Adds to every operation its token scope, and that its errors are problem documents."""

    def get_description(self, *_: str) -> str:
        view: Any = self.view
        act = getattr(view, "action", None) or self.method.lower()
        scope = view.scope_of(act, self.method)
        return f"{super().get_description()}\n\nScope that a token needs: `{scope}`.".strip()

    def _get_response_bodies(
        self, direction: Literal["request", "response"] = "response"
    ) -> dict[str, object]:
        bodies: dict[str, object] = super()._get_response_bodies(direction)
        component = self.resolve_serializer(Problem, direction)
        bodies["default"] = {
            "description": "A problem: what went wrong, why, and what to do.",
            "content": {CONTENT_TYPE: {"schema": component.ref}},
        }
        return bodies
