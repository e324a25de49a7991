"""Judges take a stage back, with all stages that depend on it, after a preview."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from ladder.events import retaking, taking_back
from ladder.events.models import Stage
from ladder.events.roles import EventAct
from ladder.events.taking_back import Mode, TakeBack
from ladder.publishing import Outdated
from pages.frame.event_permissions import event_staff
from pages.frame.requests import PersonRequest

CHANGED = (
    "Nothing was done: the results have changed since you opened this page. "
    "The new preview is below. Confirm it, or act with the latest results."
)


@require_http_methods(["GET", "HEAD", "POST"])
@event_staff(EventAct.JUDGE)
def take_back(request: PersonRequest, slug: str, key: str) -> HttpResponse:
    """The preview by ``mode``.  Posted with its fingerprint, the stage is taken back."""
    stages = Stage.objects.select_related("event")
    stage = get_object_or_404(stages, event__slug=slug, key=key)
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
            messages.success(request, f"{made.title}. A draft of the announcement is below.")
            return redirect(made)
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
    status = 422 if errors else 200
    return render(request, "organize/take_back.html", context, status=status)
