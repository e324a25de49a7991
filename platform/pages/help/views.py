"""The pages of the help."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.members.teams import RIGHTS
from accounts.roles import Role
from bots import pausing
from games.registry import GAMES
from ladder.core import rating as scale
from ladder.core.matchmaking import pairing
from ladder.core.matchmaking import sparring as core
from ladder.events import permissions
from ladder.events.roles import EventRole
from pages.help import event_help
from pages.help import limits as bounds
from pages.help.contents import GROUPS, PAGES
from pages.help.facts import document


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    return render(request, "help/index.html", {"groups": GROUPS, "all_games": GAMES.values()})


@require_safe
def page(request: HttpRequest, page: str) -> HttpResponse:
    entry = PAGES.get(page)
    if entry is None or entry.address:
        raise Http404(f"There is no help page “{page}”. The index lists all pages: /help/")
    return render(request, "help/page.html", {"page": entry, "text": document(entry)})


@require_safe
def limits(request: HttpRequest) -> HttpResponse:
    """The limits of bots, and their environment."""
    context = {
        "common": bounds.common(),
        "games_limits": bounds.of_games(),
        "surroundings": bounds.surroundings(),
        "pausing": pausing,
    }
    return render(request, "help/limits.html", context)


@require_safe
def events(request: HttpRequest) -> HttpResponse:
    """How events work."""
    context = {
        "roles": list(EventRole),
        "acts": permissions.RIGHTS.table(),
        "sections": event_help.SECTIONS,
        "facts": event_help.facts(),
        "breaks": event_help.breaks(),
    }
    return render(request, "help/events.html", context)


@require_safe
def sparring(request: HttpRequest) -> HttpResponse:
    """How sparring matches work."""
    context = {
        "few": core.FEW,
        "window": round(scale.POINTS * core.WINDOW),
        "share": core.SHARE,
        "burst": pairing.BURST_GAMES,
    }
    return render(request, "help/sparring.html", context)


@require_safe
def teams(request: HttpRequest) -> HttpResponse:
    """The roles of members, from the table that permissions are checked by."""
    context = {"roles": list(Role), "acts": RIGHTS.table()}
    return render(request, "help/teams.html", context)
