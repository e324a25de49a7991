"""The answers to a failed page and to a request that is refused."""

from __future__ import annotations

import sys
from http import HTTPStatus

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from arbiter.database.busy import RETRY_SECONDS, WORDS, is_busy
from storage.space import FULL, is_full


def refused(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler for a request that it refuses.  A form that is too large gets its limit, and
    what to do.

    The handler does not read the form: that is what Django has refused.
    """
    match exception:
        case RequestDataTooBig():
            most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 2**20
            words = f"The form is larger than {most} MB. Nothing was saved. Send it in parts."
        case TooManyFieldsSent():
            words = (
                f"The form has more than {settings.DATA_UPLOAD_MAX_NUMBER_FIELDS:,} fields. "
                "Nothing was saved. Send it in parts, or as a list where the page takes one."
            )
        case _:
            return HttpResponse(render_to_string("400.html"), status=HTTPStatus.BAD_REQUEST)
    content = render_to_string("400.html", {"words": words})
    return HttpResponse(content, status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)


def failure(request: HttpRequest) -> HttpResponse:
    """Django's handler for an unexpected error, with pages of their own for a full disk and a busy
    database.

    Django calls it while it handles the error; the handler uses neither database nor session.
    """
    error = sys.exc_info()[1]
    if is_busy(error):
        return _busy(request)
    if is_full(error):
        content = render_to_string("507.html", {"words": FULL})
        return HttpResponse(content, status=HTTPStatus.INSUFFICIENT_STORAGE)
    return HttpResponse(render_to_string("500.html"), status=HTTPStatus.INTERNAL_SERVER_ERROR)


def _busy(request: HttpRequest) -> HttpResponse:
    """503 with a form that sends the same again, unless it would hold a password or a file."""
    secret = any("password" in name for name in request.POST)
    again = request.method == "POST" and not secret and not request.FILES
    content = render_to_string(
        "503.html",
        {
            "words": WORDS,
            "again": again,
            "sent": request.method == "POST",
            "address": request.get_full_path(),
            "fields": [(name, value) for name, values in request.POST.lists() for value in values],
        },
    )
    headers = {"Retry-After": str(RETRY_SECONDS)}
    return HttpResponse(content, status=HTTPStatus.SERVICE_UNAVAILABLE, headers=headers)
