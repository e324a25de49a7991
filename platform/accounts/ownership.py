"""Bots and maps have an owner, and may have a team whose members' roles give them rights, too."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any, ClassVar, Self, TypeVar

from django.db import models
from django.db.models import Q

from accounts.models import Membership, Team, Viewer
from accounts.roles import Act

Row = TypeVar("Row", bound=models.Model)
MOST_WORDS = 30
"""Words of a search that count: each is a condition, and SQLite takes about 1,000 of a query."""


class OwnedQuerySet(models.QuerySet[Row]):
    searched: ClassVar[tuple[str, ...]] = ("name", "owner__username")

    def managed_by(self, user: Viewer) -> Self:
        """The rows that this person may change: as their owner, or by a role in their team."""
        return self._letting(user, Act.DEVELOP)

    def open_to(self, user: Viewer) -> Self:
        """The rows whose private parts, such as sources and logs, this person may see."""
        return self._letting(user, Act.SEE)

    def _letting(self, user: Viewer, act: Act) -> Self:
        if not user.is_authenticated:
            return self.none()
        # A subquery instead of joins: no row comes twice.
        joined = Membership.objects.allowing(act).filter(user=user)
        return self.filter(Q(owner=user) | Q(team__in=joined.values("team")))

    def of_person(self, name: str) -> Self:
        """The rows that a person of this name owns; upper and lower case are the same."""
        return self.filter(owner__username__iexact=name.strip())

    def called(self, text: str) -> Self:
        """The rows that have every one of the first `MOST_WORDS` words in a ``searched`` field."""
        rows = self
        # PostgreSQL takes no NUL, and no name has one.
        every = text.replace("/", " ").replace("\0", "").split()
        for word in [*dict.fromkeys(every)][:MOST_WORDS]:
            fields = (Q(**{f"{field}__icontains": word}) for field in self.searched)
            rows = rows.filter(reduce(or_, fields))
        return rows


class Owned:
    """A row with ``owner`` and ``team``."""

    owner_id: Any
    team: Team | None

    def managed_by(self, user: Viewer) -> bool:
        """Whether `OwnedQuerySet.managed_by` has it."""
        return self._lets(user, Act.DEVELOP)

    def open_to(self, user: Viewer) -> bool:
        """Whether `OwnedQuerySet.open_to` has it."""
        return self._lets(user, Act.SEE)

    def _lets(self, user: Viewer, act: Act) -> bool:
        if not user.is_authenticated:
            return False
        if user.pk == self.owner_id:
            return True
        return self.team is not None and self.team.lets(user, act)
