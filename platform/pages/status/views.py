"""Pages about the site: its description, its health, and rules for crawlers."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from arbiter.serving.caching import everybody
from arbiter.serving.downloads import Download, download
from arbiter.serving.kept import kept
from pages.status import health

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


@kept
def about(request: HttpRequest) -> HttpResponse:
    return render(request, "status/about.html")


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
