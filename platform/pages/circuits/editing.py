"""The pages of the people who run a circuit: its rules, events, people and state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from accounts.models import User
from ladder.events import permissions
from ladder.events.circuits import legs, people, services
from ladder.events.circuits import permissions as circuit_permissions
from ladder.events.models import Circuit, CircuitEvent, Event
from ladder.events.roles import EventAct
from pages.circuits.forms import AddForm, CircuitForm, LegForm, RoleForm
from pages.frame.access.permissions import PersonRequest, creators_only, staff_of
from pages.frame.acts import form_page, redirect_with, refusing, reported
from pages.frame.fields.forms import sent

REFUSED = "Nothing was changed: "
circuit_staff = staff_of(Circuit, circuit_permissions.RIGHTS, circuit_permissions.CircuitAct.CHANGE)


@creators_only
def new(request: PersonRequest) -> HttpResponse:
    form = CircuitForm(sent(request))
    if form.is_valid():
        with refusing(form):
            made = services.create(request.user, form.draft())
            return redirect("circuit-edit", made.slug)
    return form_page(request, "circuits/new.html", {"form": form})


@circuit_staff
def edit(request: PersonRequest, circuit: Circuit) -> HttpResponse:
    form = CircuitForm(sent(request), circuit=circuit)
    if form.is_valid():
        with refusing(form):
            services.change(circuit, request.user, form.draft())
            return redirect_with(request, "Saved.", "circuit-edit", circuit.slug)
    return _page(request, circuit, form=form)


def _page(request: PersonRequest, circuit: Circuit, **forms: Any) -> HttpResponse:
    """The page with the forms that were refused, and fresh ones in place of the others."""
    rows = circuit.legs.select_related("event", "circuit")
    refused = forms.get("leg")
    context = {
        "circuit": circuit,
        "form": forms.get("form") or CircuitForm(circuit=circuit),
        "add": forms.get("add") or AddForm(circuit=circuit, user=request.user),
        "role_form": forms.get("role_form") or RoleForm(),
        "legs": [
            (
                refused if refused is not None and refused.leg == leg else LegForm(leg=leg),
                permissions.may(request.user, leg.event, EventAct.PLAN),
            )
            for leg in rows
        ],
        "members": circuit.members.select_related("person"),
        "is_owner": circuit_permissions.CircuitAct.OWN in request.rights,
        "open": circuit.state != Circuit.State.FINISHED,
    }
    return form_page(request, "circuits/edit.html", context)


@require_POST
@circuit_staff
def state(request: PersonRequest, circuit: Circuit, state: str) -> HttpResponse:
    if state not in Circuit.State:
        raise Http404("A circuit can be published, finished and opened again.")
    with reported(request, f"{circuit} is {Circuit.State(state).label} now.", REFUSED):
        services.set_state(circuit, request.user, state)
    return redirect("circuit-edit", circuit.slug)


@require_POST
@circuit_staff
def discard(request: PersonRequest, circuit: Circuit) -> HttpResponse:
    with reported(request, f"The draft of {circuit} was deleted.", REFUSED) as outcome:
        services.discard(circuit, request.user)
    return redirect("circuits") if outcome.done else redirect("circuit-edit", circuit.slug)


# Events -------------------------------------------------------------------------------------------


@require_POST
@circuit_staff
def add_event(request: PersonRequest, circuit: Circuit) -> HttpResponse:
    form = AddForm(request.POST, circuit=circuit, user=request.user)
    if form.is_valid():
        event: Event = form.cleaned_data["event"]
        with refusing(form):
            legs.add(circuit, request.user, event)
            return redirect_with(request, f"{event} was added.", "circuit-edit", circuit.slug)
    return _page(request, circuit, add=form)


@require_POST
@circuit_staff
def leg_act(request: PersonRequest, circuit: Circuit, pk: int, act: str) -> HttpResponse:
    """Move an event up or down, take it out, or say what it is worth."""
    leg = get_object_or_404(circuit.legs.select_related("event", "circuit"), pk=pk)
    if act == "worth":
        return _weigh(request, leg)
    acts: dict[str, Callable[[], None]] = {
        "up": lambda: legs.move(leg, request.user, up=True),
        "down": lambda: legs.move(leg, request.user, up=False),
        "remove": lambda: legs.remove(leg, request.user),
    }
    if act not in acts:
        raise Http404("An event can be moved up, down, or taken out.")
    done = f"{leg.event} was taken out." if act == "remove" else ""
    with reported(request, done, REFUSED):
        acts[act]()
    return redirect("circuit-edit", circuit.slug)


def _weigh(request: PersonRequest, leg: CircuitEvent) -> HttpResponse:
    form = LegForm(request.POST, leg=leg)
    if form.is_valid():
        given = form.cleaned_data
        with refusing(form):
            legs.weigh(leg, request.user, given["factor"], given.get("final", ""))
            return redirect_with(request, "Saved.", "circuit-edit", leg.circuit.slug)
    return _page(request, leg.circuit, leg=form)


# People -------------------------------------------------------------------------------------------


@require_POST
@circuit_staff
def give_role(request: PersonRequest, circuit: Circuit) -> HttpResponse:
    form = RoleForm(request.POST)
    if form.is_valid():
        with refusing(form):
            made = people.give(circuit, request.user, **form.cleaned_data)
            return redirect_with(
                request,
                f"{made.person} is {made.get_role_display()} now.",
                "circuit-edit",
                circuit.slug,
            )
    return _page(request, circuit, role_form=form)


@require_POST
@circuit_staff
def take_role(request: PersonRequest, circuit: Circuit) -> HttpResponse:
    """Take the role of the posted ``person``, or give up the own one."""
    name = request.POST.get("person", "")
    person = get_object_or_404(User, username=name, circuit_roles__circuit=circuit)
    with reported(request, f"{person} has no role here now.", REFUSED):
        people.take(circuit, request.user, person)
    if circuit_permissions.role_in(circuit, request.user) is None:
        return redirect("circuits")
    return redirect("circuit-edit", circuit.slug)
