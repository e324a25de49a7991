"""The permissions for matches of comparisons: the managers of the candidate's bot and organizers,
since its versions may not play publicly yet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bots import artifacts
from ladder.comparisons.models import Trial, TrialOpponent
from matches.audience import also_shown
from matches.models import Match

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from accounts.models import Viewer


@artifacts.needed
def of_candidates() -> QuerySet[Trial, Any]:
    """Versions that a comparison which is not over may have to play."""
    return Trial.objects.filter(state=Trial.State.RUNNING).values("candidate")


@artifacts.needed
def of_baselines() -> QuerySet[Trial, Any]:
    return Trial.objects.filter(state=Trial.State.RUNNING).values("baseline")


@artifacts.needed
def of_pools() -> QuerySet[TrialOpponent, Any]:
    return TrialOpponent.objects.filter(trial__state=Trial.State.RUNNING).values("version")


@also_shown
def shown(user: Viewer) -> QuerySet[Match]:
    trials = Trial.objects.visible_to(user)
    return Match.objects.filter(trial_match__unit__trial__in=trials)
