"""Permissions in circuits, and the history of their acts."""

from __future__ import annotations

from django.db.models import Q, QuerySet, TextChoices

from accounts.members.memberships import Rights
from accounts.models import User, Viewer
from accounts.signing.tokens import also_organizes
from audit import services as audit
from ladder.events.models import Circuit, CircuitMember, CircuitRole


class CircuitAct(TextChoices):
    """The acts that depend on a role; a label says what they are."""

    CHANGE = "change", "Change the circuit, its events and what they are worth"
    OWN = "own", "Publish and finish the circuit, delete its draft, give and take roles"


RIGHTS: Rights[Circuit, CircuitRole, CircuitAct] = Rights(
    roles=CircuitRole,
    allowed={
        CircuitAct.CHANGE: frozenset(CircuitRole),
        CircuitAct.OWN: frozenset((CircuitRole.OWNER,)),
    },
    members=lambda circuit: circuit.members,
    stranger="Only the people who run this circuit may do this.",
    other_role="Only an owner of this circuit may do this.",
)
role_in = RIGHTS.role_in
require = RIGHTS.require


def run_by(user: Viewer) -> QuerySet[Circuit]:
    """The circuits in which the person has a role."""
    if not user.is_authenticated or user.roles_withheld:
        return Circuit.objects.none()
    return Circuit.objects.all() if user.is_staff else Circuit.objects.filter(members__person=user)


def visible_circuits(user: Viewer) -> QuerySet[Circuit]:
    """Drafts are for the people who run them."""
    own = Q(pk__in=run_by(user).order_by().values("pk"))
    return Circuit.objects.filter(~Q(state=Circuit.State.DRAFT) | own)


def record_act(by: User, circuit: Circuit, act: str) -> None:
    """An entry of the audit trail about the circuit, with the person's role."""
    audit.record(by, circuit, act, role=RIGHTS.role_words(circuit, by))


@also_organizes
def runs_circuits(user: User) -> bool:
    return CircuitMember.objects.filter(person=user).exists()
