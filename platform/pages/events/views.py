"""Events: the list, and the pages of one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from arbiter.serving.kept import kept
from bots.models import Bot
from ladder.events import permissions
from ladder.events.entrants import check_in, entering
from ladder.events.models import Event
from ladder.events.reading import listing as event_listing
from ladder.events.reading import schedule as event_schedule
from ladder.events.reading import talk as event_talk
from ladder.events.reading.stages import standings as event_standings
from ladder.events.reading.viewer import EventViewer, own_entries
from ladder.events.running import upload_freezes
from pages.events.forms import EntryForm
from pages.events.parts import frame, live_part
from pages.events.taking_part import part_of
from pages.frame.access.finding import find_event
from pages.frame.access.permissions import PersonRequest, person_act
from pages.frame.acts import refusing
from pages.frame.content.markdown import authored
from pages.frame.match_parts.event_matches import listed
from pages.frame.paging import page_of

ENTRIES_SHOWN = 30
"""On the overview; all are on a page of their own."""
PAST_PER_PAGE = 20
TOP = 10
"""Lines of a final table on the overview."""
LINES_PER_PAGE = 100
"""Of each final table on the page of standings."""


@kept
def index(request: HttpRequest) -> HttpResponse:
    page = page_of(request, event_listing.ended(), PAST_PER_PAGE)
    past = event_listing.past(page)
    context = {
        "index": event_listing.index(request.user),
        "past": past,
        "page": page,
        "may_create": permissions.may_create(request.user),
    }
    return render(request, "events/index.html", context)


@kept
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    return _overview(request, find_event(request, slug))


def _overview(
    request: HttpRequest, viewer: EventViewer, form: EntryForm | None = None
) -> HttpResponse:
    event, user = viewer.event, request.user
    context = {**frame(viewer, "overview"), **_standing(viewer)}
    if event.about:
        context["about"] = authored(event.about, "about-")
    if user.is_authenticated:
        own = own_entries(user).filter(event=event)
        related = ("bot__owner", "bot__active_version")
        context["own"] = own.select_related(*related).order_by("pk")
    context |= {**part_of(viewer, form), "freeze": upload_freezes.in_words(event)}
    if viewer.rights:
        context["missing"] = len(check_in.missing(event))
    entered = event.entries.filter(withdrawn_at=None).select_related("bot__owner").order_by("pk")
    context |= {"entered": entered[:ENTRIES_SHOWN], "entered_count": entered.count()}
    status = 422 if form is not None and form.errors else 200
    return render(request, "events/event.html", context, status=status)


def _standing(viewer: EventViewer) -> dict[str, object]:
    """The part of the page that changes during the event."""
    lines = event_schedule.schedule(viewer)
    over = viewer.event.state == Event.State.FINISHED
    over = over or any(stage.places_shown is not None for stage in viewer.stages)
    finals = event_standings.final_tables(viewer) if over else []
    return {
        "event": viewer.event,
        "rights": viewer.rights,
        "lines": lines,
        "latest": event_talk.announcements(viewer).first(),
        "moment": event_schedule.next_moment(viewer.event, lines),
        "finals": [final for final in finals if final.decided or final.kept],
        "top": TOP,
    }


@kept
@never_cache
def state(request: HttpRequest, slug: str) -> HttpResponse:
    """How it stands, the part of the overview that changes."""
    viewer = find_event(request, slug)
    return live_part(request, "events/_event_now.html", lambda: _standing(viewer))


@kept
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    viewer = find_event(request, slug)
    finals = [
        (final, page_of(request, final.lines, LINES_PER_PAGE))
        for final in event_standings.final_tables(viewer)
    ]
    context = {**frame(viewer, "standings"), "finals": finals}
    return render(request, "events/event_standings.html", context)


@kept
def matches(request: HttpRequest, slug: str) -> HttpResponse:
    viewer = find_event(request, slug)
    context = {**frame(viewer, "matches"), **listed(request, viewer)}
    return render(request, "events/event_matches.html", context)


@person_act
def enter(request: PersonRequest, slug: str) -> HttpResponse:
    """Enter one of the person's bots; what is wrong is said beside the field."""
    viewer = find_event(request, slug)
    form = EntryForm(request.POST, viewer=viewer, user=request.user)
    if not form.is_valid():
        return _overview(request, viewer, form)
    bot: Bot = form.cleaned_data["bot"]
    with refusing(form, "bot"):
        entering.enter(viewer.event, bot, request.user, form.cleaned_data.get("code_word", ""))
        return redirect(f"{viewer.event.get_absolute_url()}#enter")
    return _overview(request, viewer, form)
