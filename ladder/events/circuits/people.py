"""The people who run a circuit."""

from __future__ import annotations

from django.dispatch import receiver

from accounts.memberships import Crew
from accounts.models import User
from accounts.signals import account_deleted
from ladder.events.circuits.permissions import RIGHTS, CircuitAct, record_act
from ladder.events.circuits.services import locked
from ladder.events.models import Circuit, CircuitMember, CircuitRole
from ladder.events.notifications import tell_role_in_circuit

CREW: Crew[Circuit, CircuitMember, CircuitRole, CircuitAct] = Crew(
    rights=RIGHTS,
    lock=locked,
    act_on=lambda role: CircuitAct.OWN,
    record=record_act,
    tell=tell_role_in_circuit,
    most=30,
    full="At most {most} people run a circuit.",
    last_owner="{person} is the only owner of this circuit. Make somebody else owner first.",
)
give = CREW.give
take = CREW.take


@receiver(account_deleted)
def remove_from_circuits(person: User, **_: object) -> None:
    """Organizers of the site run a circuit whose last owner is gone."""
    CircuitMember.objects.filter(person=person).delete()
