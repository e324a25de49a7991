"""The front page, and the page of live boards."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arbiter.kept import kept
from ladder.events.reading.listing import coming
from pages.frame import languages
from pages.frame.queries import featured
from pages.front import queries
from pages.front.wall import BOARDS, live_page
from pages.front.wall_form import WallForm

TOP = 5


@require_safe
@kept
def front(request: HttpRequest) -> HttpResponse:
    context = {
        "featured": featured(),
        "cards": queries.game_cards(TOP),
        "now": queries.now(),
        "coming": coming(),
        "languages": languages.in_words(),
    }
    return render(request, "front/front.html", context)


@require_safe
@kept
def now(request: HttpRequest) -> HttpResponse:
    """The part of the front page that keeps itself fresh."""
    return render(request, "front/_now.html", {"now": queries.now()})


@require_safe
@kept
def live(request: HttpRequest) -> HttpResponse:
    return live_page(request, WallForm())


@require_safe
@kept
def live_boards(request: HttpRequest) -> HttpResponse:
    """The boards alone, for the page to renew itself."""
    return render(request, "front/_boards.html", {"boards": queries.boards(BOARDS)})
