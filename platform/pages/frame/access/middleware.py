"""Headers that keep a page to itself; and what pages share that other sites may frame."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse

from arbiter.serving import Middleware

DIRECTIVES = {
    "default-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'self'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
"""Scripts, styles and fonts come from this site's own files alone, never from within a page; the
site's own sockets are ``'self'``, too (CSP level 3)."""


def policy(changed: Mapping[str, str] = {}) -> str:
    """The policy of content, with other sources for some directives."""
    return "; ".join(f"{name} {sources}" for name, sources in {**DIRECTIVES, **changed}.items())


POLICY = policy()
FEATURES = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


class PolicyMiddleware(Middleware):
    """Adds the policies to every answer that does not bring its own."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers.setdefault("Permissions-Policy", FEATURES)
        return response


HEADERS = {
    "Content-Security-Policy": policy({"form-action": "'none'", "frame-ancestors": "*"}),
}
"""Of the pages that other sites may frame."""
WIDTH, HEIGHT = 640, 720
"""CSS px of a frame whose page asks for no size."""


def theme_of(request: HttpRequest) -> str:
    """The colours that the address asks for; empty: those of the reader's system."""
    chosen = request.GET.get("theme", "")
    return chosen if chosen in ("light", "dark") else ""
