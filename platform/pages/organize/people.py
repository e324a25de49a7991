"""The people who run an event and their roles, and those who may create events."""

from __future__ import annotations

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect

from accounts.models import User
from ladder.events import people as services
from ladder.events import permissions
from ladder.events.models import Event
from ladder.events.roles import EventAct, EventRole
from pages.frame.access.permissions import (
    PersonRequest,
    event_act,
    event_staff,
    organizer_act,
    organizers_only,
)
from pages.frame.acts import desk_page, form_page, redirect_with, refusing, reported
from pages.frame.fields.forms import line_field, sent


class NameForm(forms.Form):
    """The name of a person."""

    username = line_field("Name of the person", 150)


class RoleForm(NameForm):
    role = forms.ChoiceField(
        choices=[(role.value, str(role.label).capitalize()) for role in EventRole],
        initial=EventRole.JUDGE.value,
    )


@event_staff(EventAct.SEE)
def people(request: PersonRequest, event: Event) -> HttpResponse:
    """The people, their roles, and the table of what a role includes."""
    form = RoleForm(sent(request))
    if form.is_valid():
        with refusing(form):
            made = services.give(event, request.user, **form.cleaned_data)
            given = f"{made.person} is {made.get_role_display()} of {event} now."
            return redirect_with(request, given, "event-people", event.slug)
    context = {
        "form": form,
        "members": services.members_of(event),
        "roles": list(EventRole),
        "acts": permissions.RIGHTS.table(),
    }
    return desk_page(request, event, "people", "people", context)


@event_act(EventAct.SEE)
def take(request: PersonRequest, event: Event) -> HttpResponse:
    """Take the role of the posted ``person``, or give up the own one."""
    name = request.POST.get("person", "")
    person = get_object_or_404(User, username=name, event_roles__event=event)
    is_own = person == request.user
    done = f"You gave up your role in {event}." if is_own else f"{person} has no role here now."
    with reported(request, done, "Nothing was done: ") as outcome:
        services.take(event, request.user, person)
    if outcome.done and is_own and not request.user.is_staff:
        return redirect(event)
    return redirect("event-people", event.slug)


@organizers_only
def creators(request: PersonRequest) -> HttpResponse:
    """The people who may create events, and a form for one more."""
    form = NameForm(sent(request))
    if form.is_valid():
        with refusing(form):
            person = services.let_create(request.user, form.cleaned_data["username"])
            return redirect_with(request, f"{person} may create events now.", "event-creators")
    context = {"form": form, "creators": services.creators()}
    return form_page(request, "organize/creators.html", context)


@organizer_act
def stop_creating(request: PersonRequest) -> HttpResponse:
    person = get_object_or_404(User, username=request.POST.get("person", ""))
    with reported(request, f"{person} may no longer create events.", "Nothing was done: "):
        services.stop_creating(request.user, person)
    return redirect("event-creators")
