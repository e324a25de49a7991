"""Permissions in circuits, and the history of their acts."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet

from accounts.models import User, Viewer
from accounts.services import also_organizes
from audit import services as audit
from ladder.events.models import Circuit, CircuitMember, CircuitRole
from ladder.events.permissions import SITE


def role_in(circuit: Circuit, user: Viewer) -> CircuitRole | None:
    """The role of the person in the circuit; None without one.  See `permissions.role_in`."""
    if not user.is_authenticated or not user.is_active or user.roles_withheld:
        return None
    if user.is_staff:
        return CircuitRole.OWNER
    row = circuit.members.filter(person=user.pk).first()
    return None if row is None else CircuitRole(row.role)


def require(by: Viewer, circuit: Circuit, *roles: CircuitRole) -> User:
    """The person with one of the roles, by default any; PermissionDenied for others."""
    role = role_in(circuit, by)
    if role is None or not by.is_authenticated:
        raise PermissionDenied("Only the people who run this circuit may do this.")
    if roles and role not in roles:
        raise PermissionDenied("Only an owner of this circuit may do this.")
    return by


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
    row = circuit.members.filter(person=by.pk).first()
    audit.record(by, circuit, act, role=SITE if row is None else row.get_role_display())


@also_organizes
def runs_circuits(user: User) -> bool:
    """Whether the person has a role in a circuit."""
    return CircuitMember.objects.filter(person=user).exists()
