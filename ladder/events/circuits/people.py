"""The people who run a circuit."""

from __future__ import annotations

from accounts.memberships import Crew
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
