"""Every error of the API is a problem document (RFC 9457, ``application/problem+json``).

Members: ``type`` ("about:blank": the status says it all), ``title`` (the status in words),
``status``, ``detail`` (what happened and what to do), ``instance`` (the address that was asked)
and, where a request did not pass, ``errors``: messages for each field, ``""`` being the whole.
"""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any

from django.core.exceptions import (
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
    ValidationError,
)
from django.http import Http404, HttpRequest
from rest_framework import exceptions
from rest_framework.response import Response

from api.authentication import ScopeMissing, organizing_hint
from arbiter.database.busy import RETRY_SECONDS, WORDS, is_busy
from games.texts.sentences import paragraph
from sandbox.errors import UploadError
from storage import space

logger = logging.getLogger(__name__)

CONTENT_TYPE = "application/problem+json"
Errors = dict[str, list[str]]


class NoSpace(exceptions.APIException):
    status_code = HTTPStatus.INSUFFICIENT_STORAGE
    default_detail = space.FULL
    default_code = "no_space"


class Busy(exceptions.APIException):
    status_code = HTTPStatus.SERVICE_UNAVAILABLE
    default_detail = WORDS
    default_code = "busy"
    wait = RETRY_SECONDS


class TooLarge(exceptions.APIException):
    status_code = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    default_detail = "The request is larger than this site accepts."
    default_code = "too_large"


def problem(
    request: HttpRequest,
    status: int,
    detail: str,
    errors: Errors | None = None,
    headers: dict[str, str] | None = None,
) -> Response:
    """A response with the problem document."""
    body: dict[str, object] = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": int(status),
        "detail": detail,
        "instance": request.path,
    }
    if errors:
        body["errors"] = errors
    return Response(body, status=status, headers=headers, content_type=CONTENT_TYPE)


def handle(error: Exception, context: dict[str, Any]) -> Response:
    """The exception handler of REST framework.

    An error that nobody foresaw is logged with its trace; the client learns only that it happened.
    """
    request = context["request"]
    known = _translated(error)
    if known is None:
        logger.error("%s %s failed", request.method, request.path, exc_info=error)
        return problem(
            request,
            HTTPStatus.INTERNAL_SERVER_ERROR,
            "The site failed to answer. It is not your fault, and the organizers can see it; "
            "try again later.",
        )
    detail, errors = _explained(known.detail)
    if known.status_code == HTTPStatus.FORBIDDEN and not isinstance(known, ScopeMissing):
        detail = paragraph(detail, organizing_hint(request))
    return problem(request, known.status_code, detail, errors, _headers(known))


def _translated(error: Exception) -> exceptions.APIException | None:
    """The API's exception for one of Django or of the services; None where there is none."""
    match error:
        case exceptions.APIException():
            return error
        case Http404():
            return exceptions.NotFound(str(error) if error.args else None)
        case PermissionDenied():
            return exceptions.PermissionDenied(str(error) or None)
        case space.NoSpace():
            return NoSpace(error.message)
        case ValidationError():
            return exceptions.ValidationError(_of_django(error))
        case UploadError():
            return exceptions.ValidationError({"file": [str(error)]})
        case RequestDataTooBig():
            return TooLarge()
        case SuspiciousOperation():
            return exceptions.ParseError()
    if is_busy(error):
        return Busy()
    return NoSpace() if space.is_full(error) else None


def _of_django(error: ValidationError) -> Errors:
    if hasattr(error, "error_dict"):
        fields = error.message_dict
        return {("" if name == "__all__" else name): list(m) for name, m in fields.items()}
    return {"": list(error.messages)}


def _explained(detail: Any) -> tuple[str, Errors | None]:
    """REST framework's nested detail as one sentence, and as messages for each field."""
    if not isinstance(detail, dict | list):
        return str(detail), None
    errors: Errors = {}
    _flatten(detail, "", errors)
    whole = errors.get("", [])
    if whole:
        return " ".join(whole), errors
    return f"The request was not accepted; see the errors of {', '.join(errors)}.", errors


def _flatten(detail: Any, path: str, errors: Errors) -> None:
    """``{"seats": [{"bot": ["required"]}]}`` becomes ``{"seats.0.bot": ["required"]}``."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            name = "" if name == "non_field_errors" else str(name)
            _flatten(inner, ".".join(filter(None, (path, name))), errors)
    elif isinstance(detail, list):
        for number, inner in enumerate(detail):
            nested = isinstance(inner, dict | list)
            _flatten(inner, f"{path}.{number}".lstrip(".") if nested else path, errors)
    else:
        errors.setdefault(path, []).append(str(detail))


def _headers(error: exceptions.APIException) -> dict[str, str]:
    headers = {}
    if challenge := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if (wait := getattr(error, "wait", None)) is not None:
        headers["Retry-After"] = str(max(1, round(wait)))
    return headers
