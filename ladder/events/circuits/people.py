"""The people who run a circuit."""

from __future__ import annotations

from django.urls import reverse

from accounts.members.memberships import Crew, Notices
from ladder.events.circuits.permissions import RIGHTS, CircuitAct, record_act
from ladder.events.circuits.services import locked
from ladder.events.models import Circuit, CircuitMember, CircuitRole
from notices.models import Kind


def _notices(circuit: Circuit) -> Notices:
    return Notices(
        kind=Kind.ANNOUNCEMENT,
        name=circuit.name,
        data={"circuit": {"slug": circuit.slug, "name": circuit.name}},
        thread=f"circuit-{circuit.pk}",
        path=reverse("circuit-edit", args=[circuit.slug]),
        page=circuit.get_absolute_url(),
    )


CREW: Crew[Circuit, CircuitMember, CircuitRole, CircuitAct] = Crew(
    rights=RIGHTS,
    lock=locked,
    act_on=lambda role: CircuitAct.OWN,
    record=record_act,
    notices=_notices,
    most=30,
    full="At most {most} people run a circuit.",
    last_owner="{person} is the only owner of this circuit. Make somebody else owner first.",
)
give = CREW.give
take = CREW.take
