"""The desk's pages of the queue and of the workers, and the queue's numbers for everybody."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import User
from arbiter.serving.redirects import back
from controls import services as controls
from games.texts.sentences import counted, paragraph
from matches import services
from matches.models import Match
from matches.queueing import control
from matches.queueing.forecasts import forecasts
from pages.frame.access.permissions import PersonRequest, organizer_act, organizer_page
from pages.frame.acts import reported
from pages.frame.paging import page_of
from pages.queue import queries as queue_queries
from pages.queue import workers as worker_queries
from pages.queue.forms import BulkForm, QueueFilter, WeightsForm

Verb = Callable[[Match, User, str], None]
VERBS: dict[str, tuple[Verb, str]] = {
    "sooner": (control.play_sooner, "{matches} will play sooner."),
    "later": (control.play_later, "{matches} will play later."),
    "requeue": (services.requeue, "{matches} queued again."),
    "abort": (services.abort, "{matches} aborted."),
}
GOES_ON = "{name} goes on."
HELD = "{name} begins nothing more; what is being played is played."
PER_PAGE = 50
TOLD = 5
"""The number of skipped matches that are named."""


@organizer_page
def index(request: PersonRequest) -> HttpResponse:
    chosen, ahead = QueueFilter(request.GET, Match.objects.all()), forecasts()
    places = queue_queries.places_of(ahead)
    ids = queue_queries.in_order(queue_queries.listed(chosen.qs), places)
    page = page_of(request, ids, PER_PAGE)
    matches = Match.objects.for_lists().in_bulk(list(page))
    context = {
        "filter": chosen.form,
        "page": page,
        "rows": [(matches[pk], places.get(pk)) for pk in page if pk in matches],
        "loads": queue_queries.loads(ahead),
        "seasons_hold": controls.seasons_hold(),
        "reserved": queue_queries.reserved_now(),
        "form": BulkForm(request.GET),
        "lately": queue_queries.LATELY,
        "back": request.get_full_path(),
    }
    part = "_list" if getattr(request, "htmx", False) else "index"
    return render(request, f"queue/{part}.html", context)


@organizer_act
def bulk(request: PersonRequest) -> HttpResponse:
    """Do one thing to all matches that were ticked; what cannot be done to one stops no other."""
    form = BulkForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Nothing was done: tick matches, choose an act and give a reason.")
        return back(request, "desk-queue")
    verb, message = VERBS[form.cleaned_data["act"]]
    done, refused = 0, []
    for match in Match.objects.filter(pk__in=form.cleaned_data["match"]).order_by("pk"):
        try:
            verb(match, request.user, form.cleaned_data["reason"])
        except ValidationError as error:
            refused.append(f"{match}: {paragraph(*error.messages)}")
        else:
            done += 1
    if done:
        messages.success(request, message.format(matches=counted(done, "match", "matches")))
    for line in refused[:TOLD]:
        messages.error(request, line)
    if len(refused) > TOLD:
        messages.error(request, f"Nothing was done to {len(refused) - TOLD} more.")
    return back(request, "desk-queue")


@organizer_act
def hold(request: PersonRequest) -> HttpResponse:
    """Hold back a kind of match, all seasons, a worker or a machine, or let it go on."""
    of, name = request.POST.get("of", ""), request.POST.get("name", "")
    lets_go = "release" in request.POST
    verb = controls.release if lets_go else controls.hold
    message = (GOES_ON if lets_go else HELD).format(name=name)
    with reported(request, message, "Nothing was done: "):
        verb(of, name, request.user, request.POST.get("reason", ""))
    return back(request, "desk-queue")


@organizer_act
def weights(request: PersonRequest) -> HttpResponse:
    """Change how the kinds of matches share the workers."""
    form = WeightsForm(request.POST)
    if not form.is_valid():
        problems = [str(error) for errors in form.errors.values() for error in errors]
        messages.error(request, f"No weight was changed: {paragraph(*dict.fromkeys(problems))}")
        return back(request, "desk-queue")
    with reported(request, "", "No weight was changed: "):
        changed = controls.weigh(form.weights(), request.user, form.cleaned_data["reason"])
        messages.success(request, f"{counted(changed, 'weight')} changed.")
    return back(request, "desk-queue")


@organizer_page
def workers(request: PersonRequest) -> HttpResponse:
    context = {"hosts": worker_queries.hosts(), "back": request.get_full_path()}
    part = "_workers" if getattr(request, "htmx", False) else "workers"
    return render(request, f"queue/{part}.html", context)


@require_safe
def public(request: HttpRequest) -> HttpResponse:
    """Numbers alone: no machine, no reason, and no match that is not everybody's."""
    context = {
        "loads": queue_queries.public_loads(),
        "span": queue_queries.SPAN,
        "reserved": queue_queries.reserved_now(),
        "builds": queue_queries.build_words(),
    }
    part = "_public" if getattr(request, "htmx", False) else "public"
    return render(request, f"queue/{part}.html", context)
