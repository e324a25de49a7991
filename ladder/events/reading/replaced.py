"""Matches of an event that another game replaces."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q

from matches.models import Match

IS_REPLACED = (
    Q(event_game__lost=True)
    | Q(event_game__encounter__obsolete=True)
    | Q(event_game__isnull=False, voided_at__isnull=False)
    | Q(series_game__lost=True)
    | Q(series_game__isnull=False, voided_at__isnull=False)
    | Q(earlier_game__isnull=False)
)
"""Matches that `replaced` finds."""


def replaced(matches: Collection[int]) -> frozenset[int]:
    """Ids of those of these matches that do not count in their event or series, because another
    game replaces them.

    These are void matches, games voided along with one, games without a result, games that lost
    their place when a void was undone, and those of stages that were taken back.
    """
    known = Match.objects.filter(IS_REPLACED, pk__in=matches)
    return frozenset(known.values_list("pk", flat=True))
