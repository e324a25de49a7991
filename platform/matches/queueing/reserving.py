"""The matches for which workers are reserved now.

Apps above this one know which matches belong to the subject of a reservation: `reservable` takes a
function from its id to a filter for matches.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import Q

from controls import reservations
from controls.models import Reservation
from matches.models import MatchQuerySet

Finder = Callable[[int], Q]
"""From the id of a subject to a filter for its matches."""
LANE = "matches"
"""Workers of matches with people are not reserved."""

_finders: list[Finder] = []


def reservable(finder: Finder) -> Finder:
    """Have ``finder`` say which matches a reservation is for."""
    if finder not in _finders:
        _finders.append(finder)
    return finder


@dataclass(frozen=True, slots=True)
class Reserved:
    """The reservation of now, and a filter for its matches."""

    row: Reservation
    which: Q

    def slots(self, among: int) -> int:
        """The number of reserved slots."""
        return self.row.slots(among)

    def among(self, matches: MatchQuerySet) -> frozenset[int]:
        """Ids of those of these matches that workers are reserved for."""
        return frozenset(matches.filter(self.which).order_by().values_list("pk", flat=True))


def reserved_now(lane: str) -> Reserved | None:
    """None where no worker of the lane is reserved."""
    row = reservations.current() if lane == LANE else None
    if row is None:
        return None
    which = Q(pk__in=())
    for finder in _finders:
        which |= finder(row.subject)
    return Reserved(row, which)
