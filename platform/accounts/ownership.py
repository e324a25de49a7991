"""Bots and maps have an owner, and may have a team whose members manage them too."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from django.db import models
from django.db.models import Q

from accounts.models import Membership

if TYPE_CHECKING:
    from typing import Self

    from accounts.models import Team, Viewer

Row = TypeVar("Row", bound=models.Model)


class OwnedQuerySet(models.QuerySet[Row]):
    searched: ClassVar[tuple[str, ...]] = ("name", "owner__username")

    def managed_by(self, user: Viewer) -> Self:
        """The rows that this person owns or shares in a team."""
        if not user.is_authenticated:
            return self.none()
        # A subquery instead of joins: no row comes twice.
        joined = Membership.objects.filter(user=user, accepted=True)
        return self.filter(Q(owner=user) | Q(team__in=joined.values("team")))

    def of_person(self, name: str) -> Self:
        """The rows that a person of this name owns; upper and lower case are the same."""
        return self.filter(owner__username__iexact=name.strip())

    def called(self, words: str) -> Self:
        """The rows that have every one of these words in one of their ``searched`` fields."""
        found = self
        # PostgreSQL takes no NUL, and no name has one.
        for word in words.replace("/", " ").replace("\0", "").split():
            fields = (Q(**{f"{field}__icontains": word}) for field in self.searched)
            found = found.filter(reduce(or_, fields))
        return found


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
