"""Events: the list, and the pages of one, which is an event of stages or a single series.

Both have addresses of the same kind; `_place` finds out which of them one belongs to.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from bots.models import Bot
from ladder.events import entering
from ladder.events.audience import visible_events
from ladder.events.models import Event
from ladder.models import Series
from pages.events import files as event_files
from pages.events import listing as event_listing
from pages.events import schedule as event_schedule
from pages.events import series as of_series
from pages.events import standings as event_standings
from pages.events.forms import EntryForm, own_entries
from pages.events.parts import frame, listed, live_part
from pages.events.viewer import Sight
from pages.frame.markdown import render as markdown
from pages.frame.requests import PersonRequest

ENTRIES_SHOWN = 30
"""On the overview; all are on a page of their own."""
TOP = 10
"""Lines of a final table on the overview."""


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    found = event_listing.index(request)
    return render(request, "events/index.html", {"index": found, "page": found.page})


def find_event(request: HttpRequest, slug: str) -> Sight:
    """Http404 where there is none, or a draft that is none of this person's business."""
    return Sight(get_object_or_404(visible_events(request.user), slug=slug), request.user)


def _place(request: HttpRequest, slug: str) -> Sight | Series | HttpResponse:
    """An event, a series that stands alone, or the way to the stage that a series belongs to."""
    if visible_events(request.user).filter(slug=slug).exists():
        return find_event(request, slug)
    series = get_object_or_404(Series, slug=slug)
    held = getattr(series, "of_stage", None)
    if held is None:
        return series
    sight = find_event(request, held.stage.event.slug)
    if not sight.results(sight.stage(held.stage.key)):
        raise Http404("There is no such event.")
    return redirect(f"{held.stage.get_absolute_url()}?group={held.group + 1}")


@require_safe
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    found = _place(request, slug)
    if isinstance(found, Series):
        return of_series.overview(request, found)
    return found if isinstance(found, HttpResponse) else _overview(request, found)


def _overview(request: HttpRequest, sight: Sight, form: EntryForm | None = None) -> HttpResponse:
    event, user = sight.event, request.user
    context = {**frame(sight, "overview"), **_standing(sight)}
    if event.about:
        context["about"] = markdown(event.about, "about-").html
    if user.is_authenticated:
        context["own"] = own_entries(event, user)
        fresh = EntryForm(sight=sight, user=user) if event.takes_entries else None
        context["form"] = form or fresh
    entered = event.entries.filter(withdrawn_at=None).select_related("bot__owner").order_by("pk")
    context |= {"entered": entered[:ENTRIES_SHOWN], "entered_count": entered.count()}
    status = 422 if form is not None and form.errors else 200
    return render(request, "events/event.html", context, status=status)


def _standing(sight: Sight) -> dict[str, Any]:
    """What changes while the event goes on."""
    lines = event_schedule.schedule(sight)
    over = sight.event.state == Event.State.FINISHED
    finals = event_standings.final_tables(sight) if over else []
    return {
        "event": sight.event,
        "lines": lines,
        "moment": event_schedule.next_moment(sight.event, lines),
        "finals": [final for final in finals if final.decided],
        "top": TOP,
    }


@require_safe
@never_cache
def state(request: HttpRequest, slug: str) -> HttpResponse:
    """How it stands, the part of the overview that changes."""
    found = _place(request, slug)
    if isinstance(found, Series):
        return of_series.state(request, found)
    if isinstance(found, HttpResponse):
        return found
    return live_part(request, "events/_event_now.html", _standing(found))


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    found = _place(request, slug)
    if isinstance(found, Series):
        return of_series.standings(request, found)
    if isinstance(found, HttpResponse):
        return found
    context = {**frame(found, "standings"), "finals": event_standings.final_tables(found)}
    return render(request, "events/event_standings.html", context)


@require_safe
def standings_file(request: HttpRequest, slug: str) -> HttpResponseBase:
    found = _place(request, slug)
    if isinstance(found, Series):
        return of_series.standings_file(request, found)
    return found if isinstance(found, HttpResponse) else event_files.final_file(request, found)


@require_safe
def final_file(request: HttpRequest, slug: str) -> HttpResponseBase:
    return event_files.final_file(request, find_event(request, slug))


@require_safe
def matches(request: HttpRequest, slug: str) -> HttpResponse:
    found = _place(request, slug)
    if isinstance(found, Series):
        return of_series.matches(request, found)
    if isinstance(found, HttpResponse):
        return found
    context = {**frame(found, "matches"), **listed(request, found)}
    return render(request, "events/event_matches.html", context)


@require_safe
def matches_file(request: HttpRequest, slug: str) -> HttpResponseBase:
    return event_files.matches_file(request, find_event(request, slug))


@require_POST
@login_required
def enter(request: PersonRequest, slug: str) -> HttpResponse:
    """Enter one of the person's bots; what is wrong is said beside the field."""
    sight = find_event(request, slug)
    form = EntryForm(request.POST, sight=sight, user=request.user)
    if not form.is_valid():
        return _overview(request, sight, form)
    bot: Bot = form.cleaned_data["bot"]
    try:
        entering.enter(sight.event, bot, request.user)
    except ValidationError as error:
        form.add_error("bot", error.messages)
        return _overview(request, sight, form)
    return redirect(f"{sight.event.get_absolute_url()}#enter")
