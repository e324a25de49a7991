"""Decorators of views for the people who run an event."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponseBase
from django.views.decorators.http import require_POST, require_safe

from ladder.events import permissions
from ladder.events.models import Event
from ladder.events.roles import EventAct
from pages.frame.access.permissions import View, staff_of
from pages.frame.access.requests import PersonRequest


def event_staff(act: EventAct) -> Callable[[View], View]:
    """As `staff_of`, for the people who run the event ``slug``."""

    def decorate(view: View) -> View:
        @wraps(view)
        def informed(request: PersonRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            request.may_create_events = permissions.may_create(request.user)
            return view(request, *args, **kwargs)

        return staff_of(Event, permissions.RIGHTS, act)(informed)

    return decorate


def event_act(act: EventAct) -> Callable[[View], View]:
    """A change that the people who run the event ask for."""
    return lambda view: require_POST(event_staff(act)(view))


def event_page(act: EventAct) -> Callable[[View], View]:
    """A page for the people who run the event that changes nothing."""
    return lambda view: require_safe(event_staff(act)(view))


def creators_only(view: View) -> View:
    """404 for everyone who may not create events."""

    @wraps(view)
    def guarded(request: PersonRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not permissions.may_create(request.user):
            raise Http404("There is no such page.")
        return view(request, *args, **kwargs)

    return login_required(guarded)
