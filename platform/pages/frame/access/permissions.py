"""Requests of people, and decorators that restrict views."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.decorators import reauthentication_required
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.members.memberships import Act, Rights, Role, Row
from accounts.models import User
from ladder.events import permissions
from ladder.events.models import Event
from ladder.events.roles import EventAct

View = Callable[..., HttpResponseBase]


class PersonRequest(HttpRequest):
    """A request that `login_required` let through: somebody is logged in."""

    user: User
    rights: frozenset[str]
    """Set by `staff_of`."""
    may_create_events: bool
    """Set by `event_staff`."""


def staff_of(model: type[Row], rights: Rights[Row, Role, Act], act: Act) -> Callable[[View], View]:
    """The view gets the row in place of its ``slug``; 404 for everyone whose role in it does not
    include the act.

    Anonymous visitors are asked to log in first.  The request has the person's ``rights``: the
    names of the acts that the role includes.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(
            request: PersonRequest, slug: str, *args: Any, **kwargs: Any
        ) -> HttpResponseBase:
            row = get_object_or_404(model, slug=slug)
            request.rights = rights.acts_of(rights.role_in(row, request.user))
            if act not in request.rights:
                raise Http404("There is no such page.")
            return view(request, row, *args, **kwargs)

        return login_required(guarded)

    return decorate


def proved(view: View) -> View:
    """The page asks the person for a password or passkey, unless that was done recently."""
    guarded: View = reauthentication_required(allow_get=True)(view)
    return guarded


def organizers_only(view: View) -> View:
    """404 for everyone but organizers. Anonymous visitors are asked to log in first."""

    @wraps(view)
    def guarded(request: PersonRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_staff:
            raise Http404("There is no such page.")
        return view(request, *args, **kwargs)

    return login_required(guarded)


def person_act(view: View) -> View:
    """A change that a person asks for who is logged in."""
    return require_POST(login_required(view))


def private_page(view: View) -> View:
    """A page for the person who is logged in, which no cache keeps."""
    return require_safe(never_cache(login_required(view)))


def organizer_act(view: View) -> View:
    """A change that an organizer asks for."""
    return require_POST(organizers_only(view))


def organizer_page(view: View) -> View:
    """A page for organizers that changes nothing."""
    return require_safe(organizers_only(view))


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
