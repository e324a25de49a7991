"""The events of a circuit: who may add them, their order, and what they are worth."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Max, QuerySet

from accounts.models import User, Viewer
from arbiter.database.locks import lock
from arbiter.serving.kept import forget
from games.registry import GAMES
from ladder.events.circuits.permissions import CircuitAct, record_act, require, role_in
from ladder.events.circuits.services import MOST_EVENTS, finals_of, games_of, unfinished
from ladder.events.models import Circuit, CircuitEvent, Event
from ladder.events.permissions import may, record
from ladder.events.roles import ALLOWED, EventAct

MOST_FACTOR = 10


def candidates(circuit: Circuit, user: Viewer) -> QuerySet[Event]:
    """Events that the person may add: planned by the person, and not in the circuit."""
    events = Event.objects.exclude(circuit_legs__circuit=circuit)
    events = events.exclude(state=Event.State.ABORTED)
    if user.is_authenticated and user.is_staff:
        return events
    roles = ALLOWED[EventAct.PLAN]
    return events.filter(members__person=user.pk, members__role__in=roles)


@transaction.atomic
def add(circuit: Circuit, by: Viewer, event: Event) -> CircuitEvent:
    """Add an event at the end, by a person who runs the circuit and plans the event."""
    organizer = require(by, circuit, CircuitAct.CHANGE)
    circuit = unfinished(circuit)
    if not may(by, event, EventAct.PLAN):
        raise PermissionDenied("Only an owner or co-organizer of the event may add it.")
    if circuit.legs.filter(event=event).exists():
        raise ValidationError({"event": f"{event} is in the circuit already."})
    if event.state == Event.State.ABORTED:
        raise ValidationError({"event": f"{event} was aborted, so it has no places."})
    if circuit.legs.count() >= MOST_EVENTS:
        raise ValidationError({"event": f"A circuit has at most {MOST_EVENTS} events."})
    if circuit.game and finals_of(event) and circuit.game not in games_of(event):
        title = GAMES.title(circuit.game)
        refusal = f"{event} has no final stage of {title}. Choose another event."
        raise ValidationError({"event": refusal})
    last = circuit.legs.aggregate(last=Max("number"))["last"] or 0
    made = CircuitEvent(circuit=circuit, event=event, number=last + 1, added_by=organizer)
    made.save()
    _changed(organizer, made, "added")
    return made


@transaction.atomic
def remove(leg: CircuitEvent, by: Viewer) -> None:
    """Take an event out, by a person who runs the circuit or plans the event."""
    circuit = unfinished(leg.circuit)
    if by.is_authenticated and may(by, leg.event, EventAct.PLAN):
        organizer = by
    else:
        organizer = require(by, circuit, CircuitAct.CHANGE)
    _changed(organizer, leg, "taken out")
    leg.delete()


@transaction.atomic
def weigh(leg: CircuitEvent, by: Viewer, factor: int, final: str = "") -> None:
    """Set the factor of an event, and the final stage that counts; empty: the first one."""
    organizer = require(by, leg.circuit, CircuitAct.CHANGE)
    unfinished(leg.circuit)
    if not 1 <= factor <= MOST_FACTOR:
        raise ValidationError({"factor": f"Enter a number from 1 to {MOST_FACTOR}."})
    if final and final not in {stage.key for stage in finals_of(leg.event)}:
        raise ValidationError({"final": "The event has no such final stage. Choose another."})
    leg.factor, leg.final = factor, final
    leg.save(update_fields=["factor", "final"])
    _changed(organizer, leg, f"weighed {factor} times")


@transaction.atomic
def move(leg: CircuitEvent, by: Viewer, *, up: bool) -> None:
    """Change the place of an event with the one before or after it."""
    organizer = require(by, leg.circuit, CircuitAct.CHANGE)
    order = list(unfinished(leg.circuit).legs.all())
    at = order.index(leg)
    other = at - 1 if up else at + 1
    if not 0 <= other < len(order):
        return
    order[at], order[other] = order[other], order[at]
    for number, each in enumerate(order, 1):
        each.number = number
    CircuitEvent.objects.bulk_update(order, ["number"])
    _changed(organizer, leg, "moved up" if up else "moved down")


def _changed(by: User, leg: CircuitEvent, act: str) -> None:
    """The histories of the circuit and of the event have it."""
    forget()
    record_act(by, leg.circuit, f"{leg.event} ({leg.event.slug}) {act}")
    record(by, leg.event, leg.event, f"circuit {leg.circuit}: {act}")


def hold(event: Event) -> None:
    """Lock the circuits of the event, for `copied`."""
    circuits = lock(Circuit.objects, deletes=True)
    list(circuits.filter(pk__in=event.circuit_legs.values("circuit")).order_by("pk"))


def copied(event: Event, made: Event, by: Viewer) -> None:
    """Put a copy of an event into the circuits of the event that the person runs and that are not
    finished, with the same factor and final stage."""
    for leg in event.circuit_legs.select_related("circuit"):
        if role_in(leg.circuit, by) is None or leg.circuit.state == Circuit.State.FINISHED:
            continue
        new = add(leg.circuit, by, made)
        new.factor, new.final = leg.factor, leg.final
        new.save(update_fields=["factor", "final"])
