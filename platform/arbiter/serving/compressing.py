"""Pages and answers of the API are compressed on their way to readers."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware

TEXTS = (
    *("text/html", "text/plain", "text/csv"),
    *("application/json", "application/problem+json", "application/atom+xml"),
)
"""Others are compressed already, most of them."""


class CompressingMiddleware(GZipMiddleware):
    """Django's, for whole texts alone.  It pads each answer at random, so that its length does not
    tell secrets of the page (BREACH).  Stored files are streams."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        kind = response.get("Content-Type", "").partition(";")[0]
        if response.streaming or kind not in TEXTS:
            return response
        return super().process_response(request, response)
