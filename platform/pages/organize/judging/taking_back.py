"""Judges take a stage back, with all stages that depend on it, after a preview."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_http_methods

from ladder.events.mending import retaking, taking_back
from ladder.events.models import Event, Incident
from ladder.events.roles import EventAct
from pages.frame.access.permissions import PersonRequest, event_staff
from pages.frame.acts import preview_page, redirect_with


@require_http_methods(["GET", "HEAD", "POST"])
@event_staff(EventAct.JUDGE)
def take_back(request: PersonRequest, event: Event, key: str) -> HttpResponse:
    """The preview by ``mode``.  Posted with its fingerprint, the stage is taken back."""
    stage = get_object_or_404(event.stages, key=key)
    given = request.POST if request.method == "POST" else request.GET
    mode = given.get("mode", taking_back.Mode.REPLAY.value)
    if mode not in taking_back.Mode.values:
        raise Http404("There is no such way to take a stage back.")

    def context(preview: taking_back.Losses) -> dict[str, object]:
        names = {"mode": mode, "modes": taking_back.Mode.choices}
        return {"event": event, "tab": "run", "stage": preview.stage, **names}

    def done(made: Incident) -> HttpResponse:
        return redirect_with(request, f"{made.title}. A draft of the announcement is below.", made)

    act = retaking.TakeBack(stage, taking_back.Mode(mode))
    return preview_page(request, "organize/take_back.html", act, context, done)
