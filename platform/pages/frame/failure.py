"""The answer to a failed page."""

from __future__ import annotations

import sys
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from arbiter.database.busy import RETRY_SECONDS, WORDS, is_busy
from storage.space import FULL, is_full


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
