"""A decorator for pages of an event that need a role in it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponseBase
from django.shortcuts import get_object_or_404

from ladder.events.models import Event
from ladder.events.permissions import may
from ladder.events.roles import EventAct
from pages.frame.permissions import View
from pages.frame.requests import PersonRequest


def event_staff(act: EventAct) -> Callable[[View], View]:
    """404 for people whose role in the event named by ``slug`` does not include the act. Anonymous
    visitors are asked to log in first.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(
            request: PersonRequest, slug: str, *args: Any, **kwargs: Any
        ) -> HttpResponseBase:
            if not may(request.user, get_object_or_404(Event, slug=slug), act):
                raise Http404("There is no such page.")
            return view(request, slug, *args, **kwargs)

        return login_required(guarded)

    return decorate
