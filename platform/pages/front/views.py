"""The front page, and the page of live boards."""

from __future__ import annotations

from datetime import timedelta

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from arbiter.serving.kept import kept
from controls import languages
from ladder.events.reading import listing
from pages.frame.context import THEME_COOKIE, THEMES
from pages.frame.queries import featured
from pages.front import queries
from pages.front.wall import BOARDS, live_page
from pages.front.wall_form import WallForm

TOP = 5
YEAR = timedelta(days=365)


@kept
def front(request: HttpRequest) -> HttpResponse:
    context = {
        "featured": featured(),
        "cards": queries.game_cards(TOP),
        "now": queries.now(),
        "coming": listing.coming(),
        "languages": languages.in_words(),
    }
    return render(request, "front/front.html", context)


@kept
def now(request: HttpRequest) -> HttpResponse:
    """The part of the front page that keeps itself fresh."""
    return render(request, "front/_now.html", {"now": queries.now()})


@kept
def live(request: HttpRequest) -> HttpResponse:
    return live_page(request, WallForm())


@kept
def live_boards(request: HttpRequest) -> HttpResponse:
    """The boards alone, for the page to renew itself."""
    return render(request, "front/_boards.html", {"boards": queries.boards(BOARDS)})


@csrf_exempt
@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Keeps the choice of light or dark for this browser, in a cookie of the server.

    Pages that are the same for everybody have no token against forged requests, and a forged one
    would change colours alone.  400 for another choice.
    """
    chosen = request.POST.get("theme")
    if chosen not in THEMES:
        return HttpResponseBadRequest("theme is light or dark.", "text/plain")
    response = HttpResponse(status=204)
    response.set_cookie(
        THEME_COOKIE, chosen, max_age=YEAR, samesite="Lax", secure=request.is_secure()
    )
    return response
