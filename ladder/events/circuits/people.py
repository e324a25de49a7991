"""The people who run a circuit."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import transaction
from django.dispatch import receiver

from accounts.models import User, Viewer
from accounts.signals import account_deleted
from ladder.events.circuits.permissions import record_act, require
from ladder.events.circuits.services import locked
from ladder.events.models import Circuit, CircuitMember, CircuitRole
from ladder.events.people import named

MOST_MEMBERS = 30
LAST_OWNER = "{person} is the only owner of this circuit. Make somebody else owner first."


@transaction.atomic
def give(circuit: Circuit, by: Viewer, username: str, role: str) -> CircuitMember:
    """Give a person a role, or another one than before."""
    giver = require(by, circuit, CircuitRole.OWNER)
    if role not in CircuitRole:
        raise ValidationError({"role": "Choose one of the roles."})
    circuit, person = locked(circuit), named(username)
    found = circuit.members.filter(person=person).first()
    if found is None:
        if circuit.members.count() >= MOST_MEMBERS:
            raise ValidationError(f"At most {MOST_MEMBERS} people run a circuit.")
        found = CircuitMember(circuit=circuit, person=person)
    elif found.role != role:
        _keep_an_owner(found)
    found.role = CircuitRole(role)
    found.save()
    record_act(giver, circuit, f"made {person} {found.get_role_display()}")
    return found


@transaction.atomic
def take(circuit: Circuit, by: Viewer, person: User) -> None:
    """Take a person's role.  Everybody may give up the own one; the only owner has to stay."""
    taker = require(by, circuit, *(() if by == person else (CircuitRole.OWNER,)))
    found = locked(circuit).members.select_related("person").get(person=person)
    _keep_an_owner(found)
    record_act(taker, circuit, f"took the role {found.get_role_display()} from {person}")
    found.delete()


def _keep_an_owner(found: CircuitMember) -> None:
    owners = CircuitMember.objects.filter(circuit=found.circuit_id, role=CircuitRole.OWNER)
    if found.role == CircuitRole.OWNER and not owners.exclude(pk=found.pk).exists():
        raise ValidationError(LAST_OWNER.format(person=found.person))


@receiver(account_deleted)
def remove_from_circuits(person: User, **_: object) -> None:
    """Organizers of the site run a circuit whose last owner is gone."""
    CircuitMember.objects.filter(person=person).delete()
