"""Who may look at the matches of comparisons: versions that were not let play yet are the business
of those who manage the candidate's bot, and of organizers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ladder.trials.models import Trial
from matches.audience import also_shown
from matches.models import Match

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from bots.models import Viewer


@also_shown
def shown(user: Viewer) -> QuerySet[Match]:
    trials = Trial.objects.visible_to(user)
    return Match.objects.filter(trial_match__unit__trial__in=trials)
