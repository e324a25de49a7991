"""The permissions for matches of comparisons: the managers of the candidate's bot and organizers,
since its versions may not play publicly yet.
"""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from accounts.models import Viewer
from bots.versions import artifacts
from ladder.comparisons.models import Comparison, ComparisonOpponent
from matches.audience import also_shown
from matches.models import Match


@artifacts.needed
def of_candidates() -> QuerySet[Comparison, Any]:
    """Versions that a comparison which is not over may have to play."""
    return Comparison.objects.filter(state=Comparison.State.RUNNING).values("candidate")


@artifacts.needed
def of_baselines() -> QuerySet[Comparison, Any]:
    return Comparison.objects.filter(state=Comparison.State.RUNNING).values("baseline")


@artifacts.needed
def of_pools() -> QuerySet[ComparisonOpponent, Any]:
    return ComparisonOpponent.objects.filter(comparison__state=Comparison.State.RUNNING).values(
        "version"
    )


@also_shown
def shown(user: Viewer) -> QuerySet[Match]:
    comparisons = Comparison.objects.visible_to(user)
    return Match.objects.filter(comparison_match__unit__comparison__in=comparisons)
