"""The seeds of an event's entries: by rating, by a list, by hand, or at random."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect

from ladder.core.contest import plan as plans
from ladder.events.entrants import seeding
from ladder.events.entrants.terms import rules
from ladder.events.models import Event
from ladder.events.roles import EventAct
from pages.frame.access.permissions import PersonRequest, event_act, event_page
from pages.frame.acts import desk_page, redirect_with, refusing, reported
from pages.organize.entries.entrants_forms import DrawForm, SeedNamesForm


@event_page(EventAct.ENTRANTS)
def seeds(request: PersonRequest, event: Event) -> HttpResponse:
    return _page(request, event)


def _page(
    request: PersonRequest,
    event: Event,
    names: SeedNamesForm | None = None,
    draw: DrawForm | None = None,
) -> HttpResponse:
    ratings = seeding.ratings_of(event)
    rows = seeding.order_of(event)
    using = [stage for stage in event.planned.stages if stage.seeding is plans.Seeding.LIST]
    context: dict[str, object] = {
        "rows": [(row, ratings.get(row.pk)) for row in rows],
        "rules": rules.rules_of(event),
        "names": names or SeedNamesForm(),
        "draw": draw or DrawForm(),
        "using": using,
        "changes": not event.has_begun and not event.is_over,
    }
    return desk_page(request, event, "entrants", "seeding", context)


@event_act(EventAct.ENTRANTS)
def seed(request: PersonRequest, event: Event, name: str) -> HttpResponse:
    """Set the seeds in the way of this name."""
    if name == "names":
        return _by_names(request, event)
    if name == "random":
        return _at_random(request, event)
    acts = {"rating": seeding.by_rating, "clear": seeding.clear}
    if name == "order":
        return _by_order(request, event)
    if name not in acts:
        raise Http404("There is no such way of seeding.")
    with reported(
        request, "The seeds are saved." if name == "rating" else "The seeds are removed."
    ):
        acts[name](event, request.user)
    return redirect("event-seeding", event.slug)


def _by_names(request: PersonRequest, event: Event) -> HttpResponse:
    form = SeedNamesForm(request.POST)
    if form.is_valid():
        with refusing(form):
            seeding.by_list(event, request.user, form.cleaned_data["names"])
            return redirect_with(request, "The seeds are saved.", "event-seeding", event.slug)
    return _page(request, event, names=form)


def _at_random(request: PersonRequest, event: Event) -> HttpResponse:
    form = DrawForm(request.POST)
    if form.is_valid():
        with refusing(form):
            drawn = seeding.at_random(event, request.user, form.cleaned_data["seed"])
            return redirect_with(
                request, f"The seeds are drawn with the seed {drawn}.", "event-seeding", event.slug
            )
    return _page(request, event, draw=form)


def _by_order(request: PersonRequest, event: Event) -> HttpResponse:
    """The order of the list on the page.  A button of a row, ``move``, moves that row first."""
    posted = [int(each) for each in request.POST.getlist("order") if each.isdecimal()]
    act, _, number = request.POST.get("move", "").partition(":")
    if act in ("up", "down") and number.isdecimal() and int(number) in posted:
        at = posted.index(int(number))
        other = at + (1 if act == "down" else -1)
        if 0 <= other < len(posted):
            posted[at], posted[other] = posted[other], posted[at]
    with reported(request, "The seeds are saved."):
        seeding.by_order(event, request.user, posted)
    return redirect("event-seeding", event.slug)
