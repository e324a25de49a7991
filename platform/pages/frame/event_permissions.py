"""Decorators of views for the people who run an event."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponseBase
from django.shortcuts import get_object_or_404

from ladder.events.models import Event
from ladder.events.permissions import may_create, role_in
from ladder.events.roles import ALLOWED, EventAct, rights_of
from pages.frame.permissions import View
from pages.frame.requests import PersonRequest


def event_staff(act: EventAct) -> Callable[[View], View]:
    """The view gets the event in place of its ``slug``; 404 for everyone whose role in it does not
    include the act.

    Anonymous visitors are asked to log in first.  The request has the ``event_rights`` of the
    person: the names of the acts that the role includes.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(
            request: PersonRequest, slug: str, *args: Any, **kwargs: Any
        ) -> HttpResponseBase:
            event = get_object_or_404(Event, slug=slug)
            role = role_in(event, request.user)
            if role not in ALLOWED[act]:
                raise Http404("There is no such page.")
            request.event_rights = rights_of(role)
            request.may_create_events = may_create(request.user)
            return view(request, event, *args, **kwargs)

        return login_required(guarded)

    return decorate


def creators_only(view: View) -> View:
    """404 for everyone who may not create events."""

    @wraps(view)
    def guarded(request: PersonRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not may_create(request.user):
            raise Http404("There is no such page.")
        return view(request, *args, **kwargs)

    return login_required(guarded)
