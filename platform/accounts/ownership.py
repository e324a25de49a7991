"""Bots and maps have an owner, and may have a team whose members manage them too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from django.db import models
from django.db.models import Q

if TYPE_CHECKING:
    from typing import Self

    from accounts.models import Team, Viewer

Row = TypeVar("Row", bound=models.Model)


class OwnedQuerySet(models.QuerySet[Row]):
    def managed_by(self, user: Viewer) -> Self:
        """The rows that this person owns or shares in a team."""
        if not user.is_authenticated:
            return self.none()
        in_team = Q(team__memberships__user=user, team__memberships__accepted=True)
        return self.filter(Q(owner=user) | in_team).distinct()


class Owned:
    """A row with ``owner`` and ``team``."""

    owner_id: Any
    team: Team | None

    def managed_by(self, user: Viewer) -> bool:
        """Whether `OwnedQuerySet.managed_by` has it."""
        if not user.is_authenticated:
            return False
        if user.pk == self.owner_id:
            return True
        return self.team is not None and self.team.has_member(user)
