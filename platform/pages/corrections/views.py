"""Corrections at the desk: drafted, previewed, published, undone."""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django_htmx.http import HTMX_STOP_POLLING

from accounts.models import User
from ladder import publishing
from ladder.corrections import services
from ladder.models import Correction
from ladder.ratings import rebuilding
from pages.corrections import queries
from pages.corrections.forms import CorrectionForm
from pages.frame.access.permissions import (
    PersonRequest,
    organizer_act,
    organizer_page,
    organizers_only,
)
from pages.frame.acts import form_page, given_reason, refusing, reported
from pages.frame.fields.forms import sent
from pages.frame.paging import page_of

PER_PAGE = 100
Verb = Callable[[Correction, User], Correction | None]
State = Correction.State


@organizer_page
def index(request: PersonRequest) -> HttpResponse:
    every = Correction.objects.select_related("season", "by", "undoes")
    page = page_of(request, every)
    rows = [(each, services.summary(each)) for each in page]
    return render(request, "corrections/index.html", {"page": page, "rows": rows})


@organizers_only
def new(request: PersonRequest) -> HttpResponse:
    """The form, filled in from the address; sent, a draft with its preview."""
    zone = request.user.time_zone
    start = {name: request.GET.get(name, "") for name in CorrectionForm.base_fields}
    start["kind"] = start["kind"] or Correction.Kind.VOID
    form = CorrectionForm(sent(request), initial=start, zone=zone)
    if form.is_valid():
        chosen = form.cleaned_data
        with refusing(form):
            made = services.draft(chosen["season"], chosen["kind"], request.user, form.request())
            return redirect(made)
    context = {"form": form, "zone": zone}
    return form_page(request, "corrections/new.html", context)


@never_cache
@organizer_page
def show(request: PersonRequest, pk: int) -> HttpResponse:
    correction = _find(pk)
    return render(request, "corrections/show.html", _context(request, correction))


def _context(request: PersonRequest, correction: Correction) -> dict[str, object]:
    diff = services.diff_of(correction)
    season = correction.season
    return {
        "correction": correction,
        "summary": services.summary(correction),
        "diff": diff,
        "page": page_of(request, queries.changed(diff) if diff else [], PER_PAGE),
        "touched": queries.touched(correction),
        "waits": correction.state in (State.DRAFT, State.COMPUTING) and not correction.trouble,
        "behind": season.revision - correction.revision if correction.is_open else 0,
        "total": season.results,
        "undoing": correction.undone_by.exclude(state=State.DISCARDED).first(),
    }


@never_cache
@organizer_page
def state(request: PersonRequest, pk: int) -> HttpResponse:
    """The progress of the preview. The page reloads when the preview is ready."""
    correction = _find(pk)
    if correction.state in (State.DRAFT, State.COMPUTING) and not correction.trouble:
        context = {"correction": correction, "total": correction.season.results}
        return render(request, "corrections/_waiting.html", context)
    return HttpResponse(status=HTMX_STOP_POLLING, headers={"HX-Refresh": "true"})


@organizer_act
def publish(request: PersonRequest, pk: int) -> HttpResponse:
    correction, anyway = _find(pk), request.POST.get("anyway") == "1"
    done = "Published. Ratings are updated immediately, official ratings within two minutes."
    with reported(request, done, "Nothing was published: "):
        try:
            services.publish(correction, request.user, given_reason(request), anyway=anyway)
        except publishing.Outdated as error:
            raise ValidationError([*error.messages, _next_step(request, correction)]) from error
    return redirect(correction)


def _next_step(request: PersonRequest, correction: Correction) -> str:
    """The organizer's next step. In a small season, the outdated preview is computed again."""
    if correction.season.revision > rebuilding.QUICK:
        return "Compute a new preview, or publish it anyway."
    services.refresh(correction, request.user)
    return "The preview below is new. Check it, then publish again."


@organizer_act
def act(request: PersonRequest, pk: int, verb: Verb) -> HttpResponse:
    """Do it, and go to the correction that it made, else back."""
    target = correction = _find(pk)
    with reported(request):
        target = verb(correction, request.user) or correction
    return redirect(target)


def _find(pk: int) -> Correction:
    rows = Correction.objects.select_related("season", "by", "undoes")
    return get_object_or_404(rows, pk=pk)
