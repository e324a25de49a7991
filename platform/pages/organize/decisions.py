"""Judges decide an encounter on its page, and undo that."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from ladder.events import decisions
from ladder.events.models import Encounter
from ladder.events.roles import EventAct
from pages.frame.acts import given_reason, reported
from pages.frame.event_permissions import event_staff
from pages.frame.requests import PersonRequest


@require_POST
@event_staff(EventAct.JUDGE)
def decide(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    row = _encounter(slug, pk)
    with reported(request, f"{row.words} is decided.", "It was not decided. "):
        decisions.decide(row, _winner(request), request.user, given_reason(request))
    return redirect("event-encounter", slug, row.stage.key, row.pk)


@require_POST
@event_staff(EventAct.JUDGE)
def undo(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    row = _encounter(slug, pk)
    with reported(request, "The decision is undone.", "It was not undone. "):
        decisions.undo(row, request.user, given_reason(request))
    return redirect("event-encounter", slug, row.stage.key, row.pk)


def _encounter(slug: str, pk: int) -> Encounter:
    rows = Encounter.objects.select_related("stage__event")
    return get_object_or_404(rows, pk=pk, stage__event__slug=slug)


def _winner(request: PersonRequest) -> int:
    words = request.POST.get("winner", "")
    if not (words.isascii() and words.isdigit() and len(words) <= 5):
        raise ValidationError("Choose the bot that wins the encounter.")
    return int(words)
