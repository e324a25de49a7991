"""The answer where a page failed."""

from __future__ import annotations

import sys
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from storage.space import FULL, is_full


def failure(request: HttpRequest) -> HttpResponse:
    """Django's handler for an error that nobody foresaw; a full disk is said plainly.

    It is called while the error is handled, and asks neither database nor session.
    """
    if is_full(sys.exc_info()[1]):
        content = render_to_string("507.html", {"words": FULL})
        return HttpResponse(content, status=HTTPStatus.INSUFFICIENT_STORAGE)
    return HttpResponse(render_to_string("500.html"), status=HTTPStatus.INTERNAL_SERVER_ERROR)
