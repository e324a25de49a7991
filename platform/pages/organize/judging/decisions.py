"""Judges decide an encounter on its page, and undo that."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect

from ladder.events.mending import decisions
from ladder.events.models import Encounter, Event
from ladder.events.roles import EventAct
from pages.frame.access.permissions import PersonRequest, event_act
from pages.frame.acts import given_reason, reported


@event_act(EventAct.JUDGE)
def decide(request: PersonRequest, event: Event, pk: int) -> HttpResponse:
    row = _encounter(event, pk)
    with reported(request, f"{row.title} is decided.", "It was not decided. "):
        decisions.Decide(row, _ranks(request, row)).do(request.user, given_reason(request))
    return redirect("event-encounter", event.slug, row.stage.key, row.pk)


@event_act(EventAct.JUDGE)
def undo(request: PersonRequest, event: Event, pk: int) -> HttpResponse:
    row = _encounter(event, pk)
    with reported(request, "The decision is undone.", "It was not undone. "):
        decisions.UndoDecision(row).do(request.user, given_reason(request))
    return redirect("event-encounter", event.slug, row.stage.key, row.pk)


def _encounter(event: Event, pk: int) -> Encounter:
    rows = Encounter.objects.select_related("stage__event")
    return get_object_or_404(rows, pk=pk, stage__event=event)


def _ranks(request: PersonRequest, row: Encounter) -> dict[int, int] | int:
    """The number of the winner or, of a table, the rank of each bot by its number."""
    if len(row.entrants) == 2:
        return _number(request, "winner", "Choose the bot that wins the encounter.")
    why = "Enter the rank of each bot, for example 1 for the first one."
    return {number: _number(request, f"rank-{number}", why) for number in row.entrants}


def _number(request: PersonRequest, name: str, why: str) -> int:
    typed = request.POST.get(name, "")
    if not (typed.isascii() and typed.isdigit() and len(typed) <= 5):
        raise ValidationError(why)
    return int(typed)
