"""Judges take a stage back, with all stages that depend on it, after a preview."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_http_methods

from ladder.events.mending import retaking, taking_back
from ladder.events.mending.taking_back import Mode, TakeBack
from ladder.events.models import Event
from ladder.events.roles import EventAct
from ladder.publishing import Outdated
from pages.frame.access.event_permissions import event_staff
from pages.frame.access.requests import PersonRequest
from pages.frame.acts import form_page, redirect_with

CHANGED = (
    "Nothing was done: the results have changed since you opened this page. "
    "The new preview is below. Confirm it, or act with the latest results."
)


@require_http_methods(["GET", "HEAD", "POST"])
@event_staff(EventAct.JUDGE)
def take_back(request: PersonRequest, event: Event, key: str) -> HttpResponse:
    """The preview by ``mode``.  Posted with its fingerprint, the stage is taken back."""
    stage = get_object_or_404(event.stages, key=key)
    given = request.POST if request.method == "POST" else request.GET
    name = given.get("mode", Mode.REPLAY.value)
    if name not in Mode.values:
        raise Http404("There is no such way to take a stage back.")
    mode, errors = Mode(name), list[str]()
    if request.method == "POST":
        regardless = given.get("regardless") == "1"
        reason, seen = given.get("reason", ""), given.get("seen", "")
        try:
            made = retaking.take_back(
                stage, request.user, mode, reason, seen, regardless=regardless
            )
        except ValidationError as error:
            errors = [CHANGED] if isinstance(error, Outdated) else error.messages
            stage.refresh_from_db()
        else:
            did = f"{made.title}. A draft of the announcement is below."
            return redirect_with(request, did, made)
    return _page(request, taking_back.preview(stage, mode), errors)


def _page(request: PersonRequest, found: TakeBack, errors: list[str]) -> HttpResponse:
    context: dict[str, Any] = {
        "event": found.stage.event,
        "tab": "run",
        "stage": found.stage,
        "preview": found,
        "mode": found.mode.value,
        "modes": Mode.choices,
        "errors": errors,
        "busy": CHANGED in errors,
        "reason": request.POST.get("reason", ""),
    }
    return form_page(request, "organize/take_back.html", context)
