"""A person's page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from accounts.models import User
from ladder.climb.reading import heights
from ladder.ratings.standings import display
from pages.frame.paging import page_of
from pages.frame.queries import listed, ratings_of

RECENT = 10


@require_safe
def person(request: HttpRequest, name: str) -> HttpResponse:
    found = get_object_or_404(User, username__iexact=name, is_active=True)
    if found.username != name:
        return redirect(found)
    every = found.bots.select_related("owner", "active_version").order_by("game", "name")
    page = page_of(request, every)
    bots = list(page.object_list)
    ratings = {pk: (r, display(r)) for pk, r in ratings_of(bots).items()}
    climbed = heights(bots)
    context = {
        "person": found,
        "page": page,
        "bots": [(bot, ratings.get(bot.pk), climbed.get(bot.pk)) for bot in bots],
        "matches": listed().of_bots(found.bots.all())[:RECENT],
    }
    return render(request, "people/person.html", context)
