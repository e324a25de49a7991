"""Similar sources within an event, side by side, and accounts that share an address."""

from __future__ import annotations

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect

from ladder.events.models import Event, SimilarPair
from ladder.events.roles import EventAct
from ladder.events.sources import fairness as services
from pages.frame.access.permissions import PersonRequest, event_staff
from pages.frame.acts import desk_page, redirect_with, refusing, reported
from pages.frame.fields.forms import area_field, sent


class DecisionForm(forms.Form):
    decision = forms.ChoiceField(choices=SimilarPair.Decision.choices[1:])
    reason = area_field(None, 300, 2)


@event_staff(EventAct.FAIRNESS)
def index(request: PersonRequest, event: Event) -> HttpResponse:
    """The pairs that the newest comparison found; a post asks for another one."""
    if request.method == "POST":
        with reported(request, "A worker compares the sources.", "Nothing was done: "):
            services.ask(event, request.user)
        return redirect("event-fairness", event.slug)
    related = ("left__bot__owner", "right__bot__owner", "decided_by")
    pairs = event.similar_pairs.select_related(*related)
    context: dict[str, object] = {
        "newest": event.source_comparisons.first(),
        "pairs": sorted(pairs, key=lambda pair: -pair.share),
        "least": services.LEAST,
    }
    if event.compares_sources:
        context["shared"] = services.sharing_an_address(event, request.user)
    return desk_page(request, event, "entrants", "fairness", context)


@event_staff(EventAct.FAIRNESS)
def pair(request: PersonRequest, event: Event, pk: int) -> HttpResponse:
    """Similar parts side by side, and the decision.  The audit trail keeps each look."""
    rows = event.similar_pairs.select_related(
        "left__bot__owner", "right__bot__owner", "left_version", "right_version"
    )
    similar = get_object_or_404(rows, pk=pk)
    start = {"decision": similar.decision or SimilarPair.Decision.FINE, "reason": similar.reason}
    form = DecisionForm(sent(request), initial=start)
    if form.is_valid():
        with refusing(form):
            services.decide(similar, request.user, **form.cleaned_data)
            return redirect_with(request, "The decision is kept.", "event-fairness", event.slug)
    parts: list[services.Part] = []
    with reported(request):
        parts = services.look(similar, request.user)
    context = {"pair": similar, "parts": parts, "form": form}
    return desk_page(request, event, "entrants", "similar_pair", context)
