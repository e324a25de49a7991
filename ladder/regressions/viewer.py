"""The permissions for matches of tests: the owner and team of the bot that plays its tests."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import Viewer
from bots.models import Bot
from matches.audience import also_shown
from matches.models import Match


@also_shown
def shown(user: Viewer) -> QuerySet[Match]:
    own = Bot.objects.open_to(user)
    return Match.objects.filter(regression_run__test__bot__in=own)
