"""Pages about the site: its description, its health, and rules for crawlers."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import roles
from arbiter.caching import everybody
from arbiter.downloads import Download, download
from arbiter.kept import kept
from bots import pausing
from ladder.core import sparring as core
from ladder.core.pairing import BURST_GAMES
from ladder.core.rating import POINTS
from pages.status import event_help, health
from pages.status import limits as bounds

ROBOTS = """\
User-agent: *
Disallow: /accounts/
Disallow: /api/
Disallow: /desk/
Disallow: /settings/
Disallow: /now/
Disallow: /matches/*/exports/
Disallow: /matches/*/replay.jsonl.gz
"""


@require_safe
@kept
def about(request: HttpRequest) -> HttpResponse:
    return render(request, "status/about.html")


@require_safe
def teams(request: HttpRequest) -> HttpResponse:
    """The roles of members, from the table that permissions are checked by."""
    context = {"roles": list(roles.Role), "acts": roles.table()}
    return render(request, "status/teams.html", context)


@require_safe
def limits(request: HttpRequest) -> HttpResponse:
    """The limits of bots, and their environment."""
    context = {
        "common": bounds.common(),
        "games_limits": bounds.of_games(),
        "surroundings": bounds.surroundings(),
        "pausing": pausing,
    }
    return render(request, "status/limits.html", context)


@require_safe
def events(request: HttpRequest) -> HttpResponse:
    """How events work."""
    context = {
        "sections": event_help.SECTIONS,
        "facts": event_help.facts(),
        "breaks": event_help.breaks(),
    }
    return render(request, "status/events.html", context)


@require_safe
def sparring(request: HttpRequest) -> HttpResponse:
    """How sparring matches work."""
    context = {
        "few": core.FEW,
        "window": round(POINTS * core.WINDOW),
        "share": core.SHARE,
        "burst": BURST_GAMES,
    }
    return render(request, "status/sparring.html", context)


@require_safe
@never_cache
def status(request: HttpRequest) -> HttpResponse:
    """503 where the site cannot do its work, for programs that watch it."""
    report = health.report()
    code = 503 if report.level is health.Level.BAD else 200
    return render(request, "status/status.html", {"report": report}, status=code)


@require_safe
def robots(request: HttpRequest) -> HttpResponseBase:
    what = Download("robots.txt", "text/plain; charset=utf-8", everybody, fresh_s=3600, inline=True)
    return download(request, what, ROBOTS)


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Where browsers look on pages that name no icon, such as the admin's."""
    return redirect(static("site/favicon.svg"))
