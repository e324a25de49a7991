"""Shared by the pages that other sites may frame: policy, size and colours."""

from __future__ import annotations

from django.http import HttpRequest

from pages.frame.access.middleware import policy

POLICY = policy({"form-action": "'none'", "frame-ancestors": "*"})
HEADERS = {"Content-Security-Policy": POLICY}
WIDTH, HEIGHT = 640, 720
"""CSS px of a frame whose page asks for no size."""


def theme_of(request: HttpRequest) -> str:
    """The colours that the address asks for; empty: those of the reader's system."""
    chosen = request.GET.get("theme", "")
    return chosen if chosen in ("light", "dark") else ""
