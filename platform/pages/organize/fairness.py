"""Similar sources within an event, side by side, and accounts that share an address."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from ladder.events import fairness as services
from ladder.events.models import Event, SimilarPair
from ladder.events.roles import EventAct
from pages.frame.acts import reported
from pages.frame.event_permissions import event_staff
from pages.frame.forms import refuse
from pages.frame.requests import PersonRequest

AROUND = 2
"""Lines shown before and after a similar part."""


class DecisionForm(forms.Form):
    decision = forms.ChoiceField(choices=SimilarPair.Decision.choices[1:])
    reason = forms.CharField(max_length=300, widget=forms.Textarea({"rows": 2}))


@dataclass(frozen=True, slots=True)
class Line:
    number: int
    text: str
    is_similar: bool


@dataclass(frozen=True, slots=True)
class Part:
    """The same code in both sources, with some lines around it."""

    left_path: str
    left: Sequence[Line]
    right_path: str
    right: Sequence[Line]


@event_staff(EventAct.FAIRNESS)
def index(request: PersonRequest, slug: str) -> HttpResponse:
    """The pairs that the newest comparison found; a post asks for another one."""
    event = get_object_or_404(Event, slug=slug)
    if request.method == "POST":
        with reported(request, "A worker compares the sources.", "Nothing was done: "):
            services.ask(event, request.user)
        return redirect("event-fairness", slug)
    related = ("left__bot__owner", "right__bot__owner", "decided_by")
    pairs = event.similar_pairs.select_related(*related)
    context: dict[str, Any] = {
        "event": event,
        "tab": "fairness",
        "newest": event.source_comparisons.first(),
        "pairs": sorted(pairs, key=lambda pair: -pair.share),
        "least": services.LEAST,
    }
    if event.compares_sources:
        context["shared"] = services.sharing_an_address(event, request.user)
    return render(request, "organize/fairness.html", context)


@event_staff(EventAct.FAIRNESS)
def pair(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """Similar parts side by side, and the decision.  The audit trail keeps each look."""
    rows = SimilarPair.objects.select_related(
        "event", "left__bot__owner", "right__bot__owner", "left_version", "right_version"
    )
    found = get_object_or_404(rows, event__slug=slug, pk=pk)
    start = {"decision": found.decision or SimilarPair.Decision.FINE, "reason": found.reason}
    form = DecisionForm(request.POST or None, initial=start)
    if request.method == "POST" and form.is_valid():
        try:
            services.decide(found, request.user, **form.cleaned_data)
        except ValidationError as error:
            refuse(form, error)
        else:
            messages.success(request, "The decision is kept.")
            return redirect("event-fairness", slug)
    left, right = services.look(found, request.user)
    context = {
        "event": found.event,
        "tab": "fairness",
        "pair": found,
        "parts": [_part(each, left, right) for each in found.matches],
        "form": form,
    }
    status = 422 if form.errors else 200
    return render(request, "organize/similar_pair.html", context, status=status)


def _part(place: Sequence[Any], left: Mapping[str, str], right: Mapping[str, str]) -> Part:
    left_path, left_first, left_last, right_path, right_first, right_last = place
    return Part(
        left_path,
        _lines(left.get(left_path, ""), left_first, left_last),
        right_path,
        _lines(right.get(right_path, ""), right_first, right_last),
    )


def _lines(text: str, first: int, last: int) -> list[Line]:
    lines = text.split("\n")
    start, end = max(1, first - AROUND), min(len(lines), last + AROUND)
    return [Line(n, lines[n - 1], first <= n <= last) for n in range(start, end + 1)]
