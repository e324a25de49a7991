"""Decorators that restrict views to roles in the event that their address names."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponseBase

from ladder.events.models import Event
from ladder.events.permissions import may
from ladder.events.roles import EventAct
from pages.frame.requests import PersonRequest

View = Callable[..., HttpResponseBase]


def event_staff(act: EventAct) -> Callable[[View], View]:
    """404 for people whose role in the event named by ``slug`` does not include the act.
    Anonymous visitors are asked to log in first."""

    def restrict(view: View) -> View:
        @wraps(view)
        def guarded(
            request: PersonRequest, slug: str, *args: Any, **kwargs: Any
        ) -> HttpResponseBase:
            event = Event.objects.filter(slug=slug).first()
            if event is None or not may(request.user, event, act):
                raise Http404("There is no such page.")
            return view(request, slug, *args, **kwargs)

        return login_required(guarded)

    return restrict
