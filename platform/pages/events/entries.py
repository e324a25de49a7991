"""The entries of an event, and their withdrawal."""

from __future__ import annotations

from django.db.models import F, Value
from django.db.models.functions import Concat
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from accounts.permissions import is_manager_or_organizer
from arbiter.serving.kept import kept
from ladder.events.entrants import check_in, entering
from ladder.events.entrants.terms import rules
from ladder.events.reading.viewer import own_entries
from pages.events.parts import frame
from pages.events.windows import PER_PAGE, words_of
from pages.frame.access.finding import find_event
from pages.frame.access.permissions import PersonRequest, person_act
from pages.frame.acts import reported
from pages.frame.paging import page_of


@kept
def entries(request: HttpRequest, slug: str) -> HttpResponse:
    viewer = find_event(request, slug)
    rows = viewer.event.entries.filter(withdrawn_at=None).select_related("bot__owner")
    is_long, words = rows.count() > PER_PAGE, words_of(request)
    if is_long and words:
        called = Concat("bot__owner__username", Value("/"), "bot__name")
        rows = rows.alias(called=called).filter(called__icontains=words)
    page = page_of(request, rows.order_by(F("seed").asc(nulls_last=True), "pk"), PER_PAGE)
    own = set(own_entries(request.user).filter(event=viewer.event).values_list("pk", flat=True))
    context = {**frame(viewer, "entries"), "page": page, "own": own}
    context |= {"is_long": is_long, "words": words if is_long else ""}
    context["seeding"] = rules.rules_of(viewer.event)
    window = check_in.window_of(viewer.event)
    context["checked"] = {e.pk for e in page if window and window.has(e.checked_in_at)}
    waits = viewer.event.waiting.select_related("bot__owner").order_by("pk")
    context["waiting"] = [] if viewer.event.has_begun else waits[:PER_PAGE]
    return render(request, "events/entries.html", context)


@person_act
def leave(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """Withdraw a bot; 404 for one that this person does not manage."""
    viewer = find_event(request, slug)
    entry = get_object_or_404(viewer.event.entries.select_related("bot__owner"), pk=pk)
    if not is_manager_or_organizer(entry.bot, request.user):
        raise Http404("There is no such entry.")
    with reported(request, f"{entry.bot} is withdrawn.", f"{entry.bot} was not withdrawn. "):
        entering.leave(entry, request.user)
    return redirect(f"{viewer.event.get_absolute_url()}#enter")
